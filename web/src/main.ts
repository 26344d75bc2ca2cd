/** Puts the page together. */

import { Api } from './api'
import * as board from './board'
import { openFresh } from './dialogs/fresh'
import { openPrint } from './dialogs/print'
import { openKeys, openSettings } from './dialogs/settings'
import { openShare } from './dialogs/share'
import { byId, keepPresses } from './dom'
import { listen, textOfFile } from './events'
import { GALLERY } from './gallery'
import { language, t } from './i18n'
import { Pad } from './pad'
import { AskPanel } from './panels/ask'
import { HintPanel } from './panels/hint'
import type { OpenView } from './panels/parts'
import { PathPanel } from './panels/path'
import { StepsPanel } from './panels/steps'
import { WatchPanel } from './panels/watch'
import { DEFAULT_SETTINGS } from './state'
import { Status } from './status'
import { restore } from './store'
import { Tabs } from './tabs'
import { cellName } from './words'

const preferred = navigator.languages.some((tag) => /^zh/i.test(tag)) && !/^en/i.test(navigator.language) ? 'zh' : 'en'
const { restored, state } = restore(localStorage, { ...DEFAULT_SETTINGS, language: preferred })
const api = new Api(state)
api.applyTheme()

const openView: OpenView = (tab) => {
  tabs.open(tab)
  // What was pressed is gone; the keyboard goes on where the view is.
  byId(`tab-${tab}`).focus()
}
const hint = new HintPanel(api, openView)
const steps = new StepsPanel(api, openView)
const tabs: Tabs = new Tabs({ hint, steps, path: new PathPanel(api, openView), ask: new AskPanel(api), watch: new WatchPanel(api) })

/** Tells the next rung, in the view that shows it. */
function askHint(): void {
  tabs.open('hint')
  void hint.more()
}

/** Looks for a mistake in the player's marks and says what it finds. */
async function check(): Promise<void> {
  try {
    const { answer, solution } = api.verdict ?? (await api.engine.solve(api.grid()))
    if (answer !== 'unique' || !solution) {
      api.toast(t(answer === 'none' ? 'verdict.none' : 'verdict.multiple.short'))
      return
    }
    const mistake = board.firstMistake(state, solution)
    if (mistake) api.act((changed) => board.choose(changed, mistake.cell))
    api.toast(mistake ? t(`check.${mistake.what}`, { cell: cellName(mistake.cell), digit: mistake.digit }) : t('check.fine'))
  } catch (error) {
    api.failed(error)
  }
}

/** Takes a text from outside: a puzzle begins, anything else is shown where it can be mended. */
async function takeText(text: string, name: string): Promise<void> {
  try {
    const reading = await api.startText(text, name.replace(/\.\w+$/, ''))
    for (const dialog of document.querySelectorAll('dialog')) dialog.close()
    if (reading) openFresh(api, { page: 'paste', text: text.slice(0, 200_000), reading })
    else api.announce(t('read'))
  } catch (error) {
    api.failed(error)
  }
}

const status = new Status(api, { fresh: () => openFresh(api), ask: () => tabs.open('ask') })
const pad = new Pad(api, { hint: askHint, check: () => void check() })
api.subscribe((news) => {
  status.render()
  pad.render()
  tabs.changed(news)
})

keepPresses()
listen(api, {
  hint: askHint,
  check: () => void check(),
  apply: () => void (tabs.tab === 'steps' ? steps.apply() : hint.apply()),
  keys: openKeys,
  escape: () => api.act((changed) => (changed.shown ? (changed.shown = null) : board.chooseNone(changed))),
  text: (text, name) => void takeText(text, name),
  endEntering: () => status.endEntering(),
  undo: () => api.act((changed) => void board.undo(changed)),
  redo: () => api.act((changed) => void board.redo(changed)),
})

// The address stays free for puzzles.
document.querySelector('.skip')!.addEventListener('click', (event) => {
  event.preventDefault()
  api.view.focus(state)
})
byId('open-new').addEventListener('click', () => openFresh(api))
byId('open-share').addEventListener('click', () => openShare(api))
byId('open-print').addEventListener('click', () => openPrint(api))
byId('open-keys').addEventListener('click', openKeys)
byId('open-settings').addEventListener('click', () => openSettings(api))
byId('switch-language').addEventListener('click', () => api.set('language', language() === 'en' ? 'zh' : 'en'))
byId('switch-theme').addEventListener('click', () => api.set('theme', api.theme() === 'dark' ? 'light' : 'dark'))
const file = byId<HTMLInputElement>('file')
file.addEventListener('change', () => {
  const chosen = file.files?.[0]
  if (chosen) void textOfFile(chosen).then((text) => takeText(text ?? '', chosen.name))
  file.value = ''
})

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') {
    board.stopClock(state, Date.now())
    api.save()
  } else {
    board.startClock(state, Date.now())
  }
})
addEventListener('pagehide', () => api.save())

/** Takes the puzzle of the address, once: a reload then goes on with the game. */
function takeLink(): boolean {
  if (!location.hash) return false
  const taken = api.startLink(location.hash)
  history.replaceState(null, '', location.pathname + location.search)
  if (!taken) api.toast(t('link.bad'))
  return taken
}
addEventListener('hashchange', takeLink)

api.applyLanguage()
if (!takeLink()) {
  if (restored) {
    api.askAboutPuzzle()
    api.act(() => undefined)
  } else {
    const first = GALLERY[0]!
    api.startPosition({ givens: first.puzzle, placed: first.puzzle, candidates: null }, first.name[language()])
  }
}
void api.engine.ready().then(() => (document.documentElement.dataset['ready'] = ''), api.failed)

// In development files change under their names, and nothing may be kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Where it is not allowed, as in a private window, the page works all the same.
  addEventListener('load', () => void navigator.serviceWorker.register('./offline.js').catch(() => undefined))
}
