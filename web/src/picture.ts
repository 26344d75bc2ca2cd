/**
 * Pictures of what the board shows: the same shapes in the same colours, with every note and digit where it is.
 *
 * The two drawn layers are copied with the colours they have on the screen. Digits and notes are text in cells; each
 * becomes a text of the picture at the place where the browser has put it.
 */

import digitsFont from '../fonts/digits.woff2?url'
import { byId, svg } from './dom'

/** What of a shape's look comes from the style sheet. */
const LOOKS = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity'] as const

const SIDE = 540
/** Room around the board for its frame. */
const MARGIN = 6

/** The typeface of the digits, to travel with a picture: outside the page it is not known. */
async function typeface(): Promise<SVGElement> {
  const bytes = new Uint8Array(await (await fetch(digitsFont)).arrayBuffer())
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const style = svg('style')
  style.textContent = `@font-face{font-family:Figtree;font-weight:400 700;src:url(data:font/woff2;base64,${base64})}`
  return style
}

/** Room below the board for a title. */
const CAPTION = 34

/** The board as it is on the screen, with a title below it where there is one. */
export async function boardPicture(title: string): Promise<string> {
  const frame = byId('board-box').getBoundingClientRect()
  const scale = SIDE / frame.width
  const [w, h] = [SIDE + 2 * MARGIN, SIDE + 2 * MARGIN + (title ? CAPTION : 0)]
  const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `${-MARGIN} ${-MARGIN} ${w} ${h}`, width: 1200, height: Math.round((1200 * h) / w) })
  picture.append(await typeface(), svg('rect', { x: 0, y: 0, width: SIDE, height: SIDE, rx: 10, fill: getComputedStyle(byId('board-box')).backgroundColor }))
  // What is chosen belongs to the player, not to the picture.
  picture.append(...copyOf(byId<SVGSVGElement>('under'), scale, ['u-house', 'u-chosen', 'u-equal']))
  for (const element of byId('board').querySelectorAll<HTMLElement>('.face span')) {
    if (element.childElementCount > 0 || !element.textContent) continue
    const box = element.getBoundingClientRect()
    const look = getComputedStyle(element)
    const [x, y] = [(box.left + box.width / 2 - frame.left) * scale, (box.top + box.height / 2 - frame.top) * scale]
    if (look.backgroundColor !== 'rgba(0, 0, 0, 0)' && /paint-/.test(element.className)) {
      picture.append(svg('rect', { x: x - (box.width * scale) / 2, y: y - (box.height * scale) / 2, width: box.width * scale, height: box.height * scale, rx: 4, fill: look.backgroundColor }))
    }
    const size = parseFloat(look.fontSize) * scale
    const text = svg('text', { x: x.toFixed(1), y: (y + size * 0.36).toFixed(1), 'font-size': size.toFixed(1), 'font-weight': look.fontWeight, 'font-family': look.fontFamily.replaceAll('"', "'"), 'text-anchor': 'middle', fill: look.color })
    text.textContent = element.textContent
    picture.append(text)
  }
  picture.append(...copyOf(byId<SVGSVGElement>('over'), scale, ['choice-edge', 'active-edge', 'line-name']))
  if (title) {
    // On paper of its own: outside the page nothing is known about what is behind the picture.
    picture.prepend(svg('rect', { x: -MARGIN, y: -MARGIN, width: w, height: h, fill: colourOf('--page', '#fff') }))
    picture.append(written(SIDE / 2, SIDE + 26, 20, SIDE, 'middle', 500, title))
  }
  return new XMLSerializer().serializeToString(picture)
}

/** The shapes of a layer with the looks they have on the screen, without those of some kinds. */
function copyOf(layer: SVGSVGElement, scale: number, without: readonly string[]): SVGElement[] {
  return [...layer.children].flatMap((shape) => {
    const look = getComputedStyle(shape)
    if (without.some((kind) => shape.classList.contains(kind)) || look.display === 'none') return []
    const copy = shape.cloneNode(true) as SVGElement
    copy.removeAttribute('class')
    for (const name of LOOKS) copy.setAttribute(name, look.getPropertyValue(name))
    // Lines that keep their width on the screen keep it in the picture.
    if (look.getPropertyValue('vector-effect') === 'non-scaling-stroke') copy.setAttribute('stroke-width', (parseFloat(look.strokeWidth) * scale).toFixed(2))
    return [copy]
  })
}

/** The colour that a property of the style sheet has. */
function colourOf(property: string, otherwise: string): string {
  const probe = byId('live')
  probe.style.color = `var(${property})`
  const value = getComputedStyle(probe).color
  probe.style.color = ''
  return value || otherwise
}

const fontFamily = (): string => getComputedStyle(document.documentElement).fontFamily.replaceAll('"', "'")

/** A line of text, smaller if it is longer than its room. */
function written(x: number, y: number, size: number, room: number, anchor: string, weight: number, words: string): SVGElement {
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `${weight} ${size}px ${fontFamily()}`
  const width = context?.measureText(words).width ?? 0
  const text = svg('text', { x, y, 'font-size': (size * Math.min(1, room / Math.max(width, 1))).toFixed(1), 'font-weight': weight, 'text-anchor': anchor, 'font-family': fontFamily(), fill: colourOf('--ink', '#000') })
  text.textContent = words
  return text
}

/** The empty puzzle, its name, its author, and the time it took. */
export async function cardPicture(puzzle: string, name: string, author: string, time: string): Promise<string> {
  const drawing = new DOMParser().parseFromString(puzzle, 'image/svg+xml').documentElement
  const family = fontFamily()
  for (const element of [drawing, ...drawing.querySelectorAll('[font-family]')]) element.setAttribute('font-family', family)
  drawing.setAttribute('x', '50')
  drawing.setAttribute('y', '150')
  drawing.setAttribute('width', '900')
  drawing.setAttribute('height', '900')
  const card = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 1000 1180', width: 1000, height: 1180 })
  card.append(await typeface(), svg('rect', { x: 0, y: 0, width: 1000, height: 1180, fill: colourOf('--page', '#fff') }), svg('rect', { x: 50, y: 150, width: 900, height: 900, rx: 14, fill: '#fff' }), document.importNode(drawing, true))
  card.append(written(50, author ? 88 : 105, 52, 680, 'start', 700, name), written(950, author ? 88 : 105, 52, 200, 'end', 500, time), written(500, 1125, 34, 900, 'middle', 500, 'Ninefold'))
  if (author) card.append(written(50, 132, 30, 900, 'start', 500, author))
  return new XMLSerializer().serializeToString(card)
}
