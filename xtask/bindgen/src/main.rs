//! Makes the JavaScript of the page's engine: `ninefold-bindgen INPUT.wasm FOLDER`.
//!
//! A program of its own, because its dependencies take a minute to compile and only the page needs them.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder] = &arguments[..] else {
        eprintln!("expected two arguments: INPUT.wasm FOLDER");
        return ExitCode::from(2);
    };
    let bind = || {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(input).out_name("ninefold").web(true)?.typescript(true).remove_name_section(true);
        bindgen.remove_producers_section(true).omit_default_module_path(false).generate(folder)
    };
    match bind() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
