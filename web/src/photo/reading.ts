/** A photograph as the engine reads it: pixels out of a file, and the answer of the worker. */

import type { CellName } from '../engine'
import type { PhotoRequest } from './photo-worker'

export type Point = [number, number]

export interface PhotoCell {
  cell: CellName
  content: 'empty' | 'printed' | 'written'
  digit?: number
  confidence: number
  second?: { content: 'empty' | 'printed' | 'written'; digit?: number; confidence: number }
}

/** What `ninefold read --json` prints about a photograph. */
export interface PhotoReading {
  puzzle?: string
  /** Digits written by hand, 81 characters. */
  written?: string
  corners?: [Point, Point, Point, Point]
  doubtful?: CellName[]
  cells?: PhotoCell[]
  error?: { kind: string; message: string }
}

/** More pixels than these do not help, and take longer. */
const MOST_PIXELS = 2_000_000

/** The picture in a file, upright and not too large. Fails if the browser cannot show the file. */
export async function decode(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  context(canvas).drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('this browser has no canvas')
  return drawing
}

/** The worker that reads. It starts with the first photograph, and one photograph is read at a time. */
export class PhotoEngine {
  private worker: Worker | null = null
  private stopWaiting: (() => void) | null = null

  /** Reads the puzzle in a picture. A question that is not answered yet is dropped: its answer is null. */
  read(canvas: HTMLCanvasElement, corners: readonly Point[] | null): Promise<PhotoReading | null> {
    // A busy worker would first finish what is no longer wanted.
    if (this.stopWaiting) this.end()
    const worker = (this.worker ??= new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' }))
    const { data, height, width } = context(canvas).getImageData(0, 0, canvas.width, canvas.height)
    return new Promise((resolve, reject) => {
      this.stopWaiting = () => resolve(null)
      worker.onmessage = ({ data: answer }: MessageEvent<{ reading?: PhotoReading; failure?: string }>) => {
        this.stopWaiting = null
        if (answer.reading) return resolve(answer.reading)
        this.end()
        reject(new Error(answer.failure))
      }
      worker.onerror = ({ message }) => {
        this.stopWaiting = null
        this.end()
        reject(new Error(message))
      }
      const request: PhotoRequest = { width, height, pixels: data, corners: corners ? corners.flat() : null }
      worker.postMessage(request, [data.buffer])
    })
  }

  /** Ends the worker. */
  end(): void {
    this.worker?.terminate()
    this.worker = null
    this.stopWaiting?.()
    this.stopWaiting = null
  }
}
