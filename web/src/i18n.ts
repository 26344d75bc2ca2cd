/**
 * The page's own words in the player's language. What the engine says comes in that language already.
 *
 * A message may have named arguments, `{name}`, and forms for one and for several, `{count|step|steps}`. Elements of the
 * page name their message in `data-t` (text), `data-t-label` (for screen readers), `data-t-title` and `data-t-hint`.
 */

import { en } from './i18n/en'
import { zh } from './i18n/zh'

export type Key = keyof typeof en
export type Catalogue = Readonly<Record<Key, string>>
export type Language = 'en' | 'zh'

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, zh }
let current: Language = 'en'

export function setLanguage(language: Language): void {
  current = language
}

export const language = (): Language => current

/** A message with its arguments put in. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return fillIn(CATALOGUES[current][key], values)
}

/** Puts arguments into a message. */
export function fillIn(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, several?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return one === undefined ? String(value) : `${value === 1 ? one : several}`
  })
}

/** A number as people of the language write it. */
export const number = (value: number): string => value.toLocaleString(current === 'zh' ? 'zh-CN' : 'en')

/** Writes the messages that the elements of the page name. */
export function translate(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-t]')) element.textContent = t(element.dataset['t'] as Key)
  for (const element of root.querySelectorAll<HTMLElement>('[data-t-label]')) {
    element.setAttribute('aria-label', t(element.dataset['tLabel'] as Key))
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-t-title]')) element.title = t(element.dataset['tTitle'] as Key)
  for (const element of root.querySelectorAll<HTMLElement>('[data-t-hint]')) {
    element.setAttribute('placeholder', t(element.dataset['tHint'] as Key))
  }
}
