// Reads photographs, away from the page. The module with the network is loaded when the worker starts.

import init, { PhotoReader } from '../../pkg/ninefold_photo'

export interface PhotoRequest {
  width: number
  height: number
  /** Four bytes a pixel: red, green, blue, alpha. */
  pixels: Uint8ClampedArray
  /** Eight coordinates, if a person has set the corners. */
  corners: number[] | null
}

const reader = init().then(() => new PhotoReader())

addEventListener('message', async (event: MessageEvent<PhotoRequest>) => {
  const { width, height, pixels, corners } = event.data
  try {
    const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength)
    const answer = (await reader).read(width, height, bytes, corners ? Float32Array.from(corners) : undefined)
    postMessage({ reading: JSON.parse(answer) })
  } catch (error) {
    postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})
