// Runs tests that were compiled to WebAssembly: `node solvers.mjs FILE.wasm`.
//
// The program runs every test and returns; a test that fails traps. WebAssembly of this target has no way to print, so
// a failure shows where it trapped, and the native tests, which are the same, show why.

import { readFile } from 'node:fs/promises'

const [file] = process.argv.slice(2)
const { module } = { module: await WebAssembly.compile(await readFile(file)) }
const imports = {}
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  imports[from] ??= {}
  imports[from][name] = () => {
    throw new Error(`the solvers called ${from}.${name}`)
  }
}
const start = performance.now()
const { exports } = await WebAssembly.instantiate(module, imports)
const status = exports.main(0, 0)
if (status !== 0) throw new Error(`the solvers' tests ended with ${status}`)
console.log(`the solvers pass their tests on WebAssembly, ${((performance.now() - start) / 1000).toFixed(1)} s`)
