import { crc32, deflateSync } from 'node:zlib'

export type Point = readonly [x: number, y: number]

/** A line of constant width and shade through points. */
export interface Stroke {
  points: readonly Point[]
  /** Pixels. */
  width: number
  /** 0 is black, 255 white. */
  shade: number
}

export interface Paper {
  width: number
  height: number
  shade: number
  /** Largest random deviation of a pixel from its shade. */
  grain: number
}

/** Returns a cheap generator for the grain, which needs no security (xorshift32). */
function grainOf(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

function dab(
  pixels: Uint8Array,
  { width, height, shade: paper }: Paper,
  [x, y]: Point,
  radius: number,
  shade: number,
): void {
  const reach = radius + 0.5
  for (let py = Math.max(0, Math.floor(y - reach)); py <= Math.min(height - 1, Math.ceil(y + reach)); py++)
    for (let px = Math.max(0, Math.floor(x - reach)); px <= Math.min(width - 1, Math.ceil(x + reach)); px++) {
      const covered = Math.min(1, Math.max(0, reach - Math.sqrt((px - x) ** 2 + (py - y) ** 2)))
      const drawn = paper + (shade - paper) * covered
      const at = py * width + px
      // The darker value wins, so that the drawing order cannot be recovered.
      if (drawn < (pixels[at] ?? 0)) pixels[at] = drawn
    }
}

/** Draws strokes pixel by pixel, so that the result contains no data about its lines. */
export function rasterise(paper: Paper, strokes: readonly Stroke[], seed: number): Uint8Array {
  const pixels = new Uint8Array(paper.width * paper.height).fill(paper.shade)
  for (const { points, width, shade } of strokes)
    for (const point of points) dab(pixels, paper, point, width / 2, shade)
  const grain = grainOf(seed)
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = Math.min(255, Math.max(0, (pixels[at] ?? 0) + (grain() - 0.5) * 2 * paper.grain))
  return pixels
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Returns grey pixels, one byte each, as a PNG file (ISO/IEC 15948). */
export function pngOf(pixels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey; deflate, no interlacing.
  header[8] = 8
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
