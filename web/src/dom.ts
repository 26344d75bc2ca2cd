/**
 * Building elements. Text goes in as text nodes only: whatever a person pastes stays data.
 */

type Child = Node | string | null | undefined | false

/** Properties and attributes of an element; `on` holds listeners, `data` data attributes. */
export interface Props {
  readonly class?: string
  readonly id?: string
  readonly on?: { readonly [name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[name]) => void }
  readonly data?: Readonly<Record<string, string>>
  /** Any other attribute; `false` and `undefined` leave it out, `true` sets it empty. */
  readonly [attribute: string]: unknown
}

/** An element with its children. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false || value === null) continue
    if (name === 'on') {
      for (const [type, listener] of Object.entries(value as object)) element.addEventListener(type, listener as EventListener)
    } else if (name === 'data') {
      Object.assign(element.dataset, value)
    } else {
      element.setAttribute(name, value === true ? '' : String(value))
    }
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false))
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** An element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Readonly<Record<string, string | number>> = {}, ...children: Node[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

/** One of the icons that the page holds. */
export function icon(name: string): SVGSVGElement {
  return svg('svg', { class: 'icon', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }))
}

/** The element with this id, which the page holds. */
export function byId<T extends Element = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element as unknown as T
}

/** A button with an icon, a text, or both. */
export function button(text: string, options: Props & { readonly icon?: string } = {}): HTMLButtonElement {
  const { icon: name, ...props } = options
  return el('button', { type: 'button', ...props }, name ? icon(name) : null, text ? el('span', {}, text) : null)
}

/**
 * Replaces the children that differ from the new ones: laying out what is new takes the browser longer than comparing.
 * Equal ones stay, so their listeners must do the same as those of the new ones.
 */
export function replaceChanged(parent: Element, ...children: Node[]): void {
  const old = [...parent.childNodes]
  if (old.length !== children.length) return parent.replaceChildren(...children)
  for (const [at, child] of children.entries()) if (!old[at]!.isEqualNode(child)) old[at]!.replaceWith(child)
}

/**
 * Draws a view anew and keeps the keyboard in it: on the same command; where that is gone, on the place that now shows
 * what it did, on what is to be done next, or on the view itself.
 */
export function redraw(view: HTMLElement, ...contents: Node[]): void {
  const active = document.activeElement
  const inside = active instanceof HTMLElement && view.contains(active)
  const name = inside ? (active.dataset['command'] ?? active.dataset['place']) : undefined
  view.replaceChildren(...contents)
  if (!inside) return
  const escaped = name && CSS.escape(name)
  const again = escaped ? (view.querySelector<HTMLElement>(`[data-command="${escaped}"]`) ?? view.querySelector<HTMLElement>(`[data-place="${escaped}"]`)) : null
  const next = again ?? view.querySelector<HTMLElement>('button.primary') ?? view
  next.focus({ preventScroll: next === view })
}

/** A hand is never quite still: so many pixels are no movement. */
const SAME_PLACE = 8

/**
 * Keeps a press from being lost when its view is drawn anew before the mouse button is released, as happens when the
 * engine answers in that moment: the view's button with the same command is then the one that was pressed. Fingers need
 * no help: where they lift, the browser looks for the button again.
 */
export function keepPresses(): void {
  let pressed: { element: HTMLElement; view: HTMLElement; x: number; y: number } | null = null
  addEventListener(
    'pointerdown',
    ({ button, clientX, clientY, pointerType, target }) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('button[data-command]') : null
      const view = element?.closest<HTMLElement>('[role="tabpanel"]')
      pressed = element && view && button === 0 && pointerType !== 'touch' ? { element, view, x: clientX, y: clientY } : null
    },
    { capture: true },
  )
  addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      const press = pressed
      pressed = null
      if (!press || press.element.isConnected || Math.hypot(clientX - press.x, clientY - press.y) > SAME_PLACE) return
      press.view.querySelector<HTMLElement>(`button[data-command="${CSS.escape(press.element.dataset['command']!)}"]`)?.click()
    },
    { capture: true },
  )
}

/** Sets an attribute that is not so already: even the same value again would cost the browser work. */
export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** Sets a text that is not so already. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
