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

/** The board as it is on the screen. */
export async function boardPicture(): Promise<string> {
  const frame = byId('board-box').getBoundingClientRect()
  const scale = SIDE / frame.width
  const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `${-MARGIN} ${-MARGIN} ${SIDE + 2 * MARGIN} ${SIDE + 2 * MARGIN}`, width: 1200, height: 1200 })
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

/** The empty puzzle, its name and the time it took. */
export async function cardPicture(puzzle: string, name: string, time: string): Promise<string> {
  const drawing = new DOMParser().parseFromString(puzzle, 'image/svg+xml').documentElement
  const look = getComputedStyle(document.documentElement)
  const colour = (property: string, otherwise: string): string => {
    const probe = byId('live')
    probe.style.color = `var(${property})`
    const value = getComputedStyle(probe).color
    probe.style.color = ''
    return value || otherwise
  }
  const family = look.fontFamily.replaceAll('"', "'")
  for (const element of [drawing, ...drawing.querySelectorAll('[font-family]')]) element.setAttribute('font-family', family)
  drawing.setAttribute('x', '50')
  drawing.setAttribute('y', '150')
  drawing.setAttribute('width', '900')
  drawing.setAttribute('height', '900')
  const write = (x: number, y: number, size: number, anchor: string, weight: number, words: string): SVGElement => {
    const text = svg('text', { x, y, 'font-size': size, 'font-weight': weight, 'text-anchor': anchor, 'font-family': family, fill: colour('--ink', '#000') })
    text.textContent = words
    return text
  }
  const card = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 1000 1180', width: 1000, height: 1180 })
  card.append(await typeface(), svg('rect', { x: 0, y: 0, width: 1000, height: 1180, fill: colour('--page', '#fff') }), svg('rect', { x: 50, y: 150, width: 900, height: 900, rx: 14, fill: '#fff' }), document.importNode(drawing, true))
  card.append(write(50, 105, 52, 'start', 700, name), write(950, 105, 52, 'end', 500, time), write(500, 1125, 34, 'middle', 500, 'Ninefold'))
  return new XMLSerializer().serializeToString(card)
}
