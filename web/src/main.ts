/** Puts the page together. */

import { Api } from './api'
import * as board from './board'
import { openCalendar } from './dialogs/calendar'
import { openFresh } from './dialogs/fresh'
import { openGames } from './dialogs/games'
import { openMenu } from './dialogs/menu'
import { openPrint } from './dialogs/print'
import { openKeys, openSettings } from './dialogs/settings'
import { openShare, openShareCard } from './dialogs/share'
import { openStatistics } from './dialogs/statistics'
import { isTourSeen, openTour } from './dialogs/tour'
import { byId, keepPresses } from './dom'
import { Ending } from './ending'
import { listen, textOfFile } from './events'
import { Home } from './home'
import { language, t } from './i18n'
import { readVariantLink } from './link'
import { LearnPanel } from './learn/panel'
import { LearnScreen } from './learn/screen'
import { Levels } from './levels'
import { Pad } from './pad'
import { AskPanel } from './panels/ask'
import { HintPanel } from './panels/hint'
import type { OpenView } from './panels/parts'
import { PathPanel } from './panels/path'
import { StepsPanel } from './panels/steps'
import { WatchPanel } from './panels/watch'
import { Screens } from './screens'
import { Setter } from './setter'
import { DEFAULT_SETTINGS } from './state'
import { Status } from './status'
import { restore } from './store'
import { Tabs } from './tabs'
import { DRAWING, VariantScreen } from './variants/screen'
import { cellName } from './words'

const preferred = navigator.languages.some((tag) => /^zh/i.test(tag)) && !/^en/i.test(navigator.language) ? 'zh' : 'en'
const { restored, state } = restore(localStorage, { ...DEFAULT_SETTINGS, language: preferred })
const api = new Api(state)
api.applyTheme()

// The screens.

const levels = new Levels(api)
const learn = new LearnScreen(api, { open: (lesson) => screens.go('learn', lesson) })
const variants = new VariantScreen(api, (game) => screens.go('variant', game))
api.openVariant = (text, name, author) => variants.open(text, name, author)
const home = new Home(api, levels, {
  variants: () => screens.go('variant', DRAWING),
  variant: (id) => screens.go('variant', id),
  games: () => void openGames(api, { open: (id) => screens.go('variant', id), forget: (id) => variants.forget(id) }),
  calendar: () => void openCalendar(api, levels),
  statistics: () => void openStatistics(api),
  learn: () => screens.go('learn'),
  enter: () => enter(),
  paste: () => openFresh(api, { page: 'paste' }),
  photo: () => openFresh(api, { page: 'photo' }),
  gallery: () => openFresh(api, { page: 'gallery' }),
  generate: () => openFresh(api, { page: 'generate' }),
  print: () => openPrint(api, 'order'),
  tour: () => openTour(),
})
const screens: Screens = new Screens(
  {
    home: () => void home.show().catch(api.failed),
    game: () => api.act(() => undefined),
    learn: (lesson) => learn.show(lesson),
    variant: (game) => variants.show(game),
  },
  {
    home: () => undefined,
    game: () => {
      board.stopClock(state, Date.now())
      api.save()
    },
    learn: () => learn.hide(),
    variant: () => variants.hide(),
  },
)
api.isPlaying = () => screens.screen === 'game'
api.showGame = () => screens.go('game')

/** Begins to type a puzzle in. */
function enter(): void {
  api.save()
  board.beginEntering(state, false)
  api.showGame()
  api.go(() => undefined)
  api.announce(t('entering.text'))
}

// The views of a game.

const openView: OpenView = (view) => {
  tabs.open(view)
  // What was pressed is gone; the keyboard continues in the view.
  if (view !== 'play') byId(`tab-${view}`).focus()
}
const hint = new HintPanel(api, openView)
const steps = new StepsPanel(api, openView)
const tabs: Tabs = new Tabs({
  hint,
  steps,
  path: new PathPanel(api, openView),
  ask: new AskPanel(api),
  watch: new WatchPanel(api),
  learn: new LearnPanel(api, { open: (lesson) => screens.go('learn', lesson), hinted: () => hint.technique }),
})

/** Shows the next rung, in the view that shows it. */
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

/** On a small screen: all that has no button of its own. */
function openMore(): void {
  const { settings } = state
  const playing = state.phase === 'play'
  const other = language() === 'en' ? 'zh' : 'en'
  openMenu([
    [
      { id: 'check', name: t('check'), icon: 'check', run: () => void check(), disabled: !playing },
      { id: 'fill', name: t('fill.long'), icon: 'fill', run: () => api.act(board.fillNotes), disabled: !playing || settings.automatic },
      { id: 'clean', name: t('clean.long'), icon: 'clean', run: () => api.act(board.cleanNotes), disabled: !playing || settings.automatic },
      { id: 'automatic', name: t('settings.automatic'), icon: 'auto', run: () => api.set('automatic', !settings.automatic), disabled: !playing, pressed: settings.automatic },
      { id: 'colour', name: t('mode.colour.long'), icon: 'theme', run: () => api.act((changed) => board.setMode(changed, changed.mode === 'colour' ? 'digit' : 'colour')), disabled: !playing, pressed: state.mode === 'colour' },
      { id: 'restart', name: t('ask.restart'), icon: 'first', run: () => api.act(board.restart), disabled: !playing },
    ],
    [
      { id: 'new', name: t('new.title'), icon: 'plus', run: () => openFresh(api) },
      { id: 'share', name: t('share'), icon: 'share', run: () => openShare(api) },
      { id: 'print', name: t('print'), icon: 'print', run: () => openPrint(api) },
      { id: 'settings', name: t('settings'), icon: 'gear', run: () => openSettings(api) },
      { id: 'language', name: t('language.other'), icon: 'ask', run: () => api.set('language', other) },
      { id: 'theme', name: t('theme.switch'), icon: 'theme', run: () => api.set('theme', api.theme() === 'dark' ? 'light' : 'dark') },
    ],
  ])
}

const status = new Status(api, { ask: () => tabs.open('ask') })
const setter = new Setter(api)
const pad = new Pad(api, { hint: askHint, check: () => void check() })
const ending = new Ending(api, levels, { fresh: () => openFresh(api), share: () => void openShareCard(api), lesson: (technique) => learn.openFor(technique) })
api.subscribe((news) => {
  if (news === 'language') {
    home.render()
    learn.translate()
  }
  if (news !== 'state') variants.redraw()
  if (!api.isPlaying()) return
  status.render()
  setter.render()
  pad.render()
  ending.render()
  tabs.changed(news)
  // A hint stays while the player plays, and goes when it no longer fits.
  if (tabs.view !== 'hint') hint.changed(news)
})
api.onSolved = () => {
  hint.forget()
  if (matchMedia('(max-width: 859px), (max-height: 519px)').matches) tabs.open('play')
}

keepPresses()
listen(api, {
  hint: askHint,
  check: () => void check(),
  apply: () => void (tabs.view === 'steps' ? steps.apply() : hint.apply()),
  keys: openKeys,
  escape: () => (state.held ? api.act((changed) => (changed.held = 0)) : hint.isShown ? hint.dismiss() : api.act((changed) => (changed.shown ? (changed.shown = null) : board.chooseNone(changed)))),
  text: (text, name) => void takeText(text, name),
  endEntering: () => setter.finish(),
  undo: () => api.act((changed) => void board.undo(changed)),
  redo: () => api.act((changed) => void board.redo(changed)),
})

// The address stays free for puzzles.
document.querySelector('.skip')!.addEventListener('click', (event) => {
  event.preventDefault()
  if (api.isPlaying()) api.view.focus(state)
  else document.querySelector<HTMLElement>('main:not([hidden]) button')?.focus()
})
byId('go-home').addEventListener('click', () => screens.go('home'))
byId('open-new').addEventListener('click', () => openFresh(api))
byId('open-share').addEventListener('click', () => openShare(api))
byId('open-print').addEventListener('click', () => openPrint(api))
byId('open-keys').addEventListener('click', openKeys)
byId('open-more').addEventListener('click', openMore)
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
  } else if (api.isPlaying()) {
    board.startClock(state, Date.now())
  }
})
addEventListener('pagehide', () => {
  api.save()
  variants.save()
})

/** Takes the puzzle of the address, once: a reload then continues the game. */
function takeLink(): boolean {
  if (!location.hash) return false
  const link = location.hash
  history.replaceState(history.state, '', location.pathname + location.search)
  const variant = readVariantLink(link)
  if (variant) {
    // The screen is shown when the puzzle is read, and home until then.
    const refused = (reason: string): void => api.toast(`${t('link.bad')} ${reason}`)
    void api.openVariant(variant.text, variant.name, variant.author).then((opened) => opened === true || refused(opened || ''), api.failed)
    return false
  }
  const taken = api.startLink(link)
  if (!taken) api.toast(t('link.bad'))
  return taken
}
addEventListener('hashchange', takeLink)

api.applyLanguage()
if (restored) {
  api.askAboutPuzzle()
  api.games.put(state)
}
const current = variants.current()
if (current) api.games.putVariant(current.summary, current.text)
const linked = location.hash !== ''
if (!takeLink()) {
  screens.begin('home')
  // A visitor who has never been here sees what there is to do.
  if (!restored && !linked && screens.screen === 'home' && !isTourSeen()) openTour()
}
void api.engine.ready().then(() => (document.documentElement.dataset['ready'] = ''), api.failed)

// In development files change under their names, and nothing may be kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Where it is not allowed, as in a private window, the page works all the same.
  addEventListener('load', () => void navigator.serviceWorker.register('./offline.js').catch(() => undefined))
}
