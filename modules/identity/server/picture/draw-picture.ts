import { createHmac } from 'node:crypto'
import { GLYPHS } from './picture-glyphs.ts'
import { type Paper, pngOf, type Point, rasterise, type Stroke } from './raster.ts'

export const PICTURE_LETTERS = 5
const LETTERS = Object.keys(GLYPHS)
const WIDTH = 180
const HEIGHT = 56
const PAPER: Paper = { width: WIDTH, height: HEIGHT, shade: 238, grain: 14 }
const CELL = 32
const NOISE_LINES = 5
const NOISE_DABS = 24
/** Points of a line are so near to each other that it has no gaps. */
const STEP = 1

/** Numbers from 0 to 1 that follow from a seed: the same picture for the same seed, and nothing to learn from a second look. */
function numbersOf(seed: Uint8Array): () => number {
  let block = Buffer.alloc(0)
  let counter = 0
  return () => {
    if (block.length < 4) {
      block = createHmac('sha256', seed).update(`draw ${counter}`).digest()
      counter += 1
    }
    const value = block.readUInt32BE(0) / 2 ** 32
    block = block.subarray(4)
    return value
  }
}

/** Returns the letters that belong to a seed. */
export function lettersOf(seed: Uint8Array): string {
  const next = numbersOf(Buffer.concat([Buffer.from('letters'), seed]))
  return Array.from({ length: PICTURE_LETTERS }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join('')
}

/** A hand's line: through the points, bent a little between them, and shaken by the wave of this picture. */
function line(points: readonly Point[], next: () => number, wave: (point: Point) => Point): Point[] {
  const [first = [0, 0], ...rest] = points
  let [fromX, fromY] = first
  const drawn: Point[] = []
  for (const [x, y] of rest) {
    const bendX = (fromX + x) / 2 + (next() - 0.5) * 4
    const bendY = (fromY + y) / 2 + (next() - 0.5) * 4
    const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / STEP))
    for (let i = 0; i <= steps; i++) {
      const t = i / steps
      const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
      drawn.push(wave([p * fromX + q * bendX + r * x, p * fromY + q * bendY + r * y]))
    }
    fromX = x
    fromY = y
  }
  return drawn
}

/** Moves points up and down along the picture, each picture otherwise. */
function waveOf(next: () => number): (point: Point) => Point {
  const [high, long, from] = [1.5 + next() * 2, 18 + next() * 22, next() * 6.3]
  const [aside, tall, begin] = [1 + next() * 1.5, 12 + next() * 14, next() * 6.3]
  return ([x, y]) => [x + aside * Math.sin(y / tall + begin), y + high * Math.sin(x / long + from)]
}

type Draw = (points: readonly Point[]) => Point[]

function letterLines(letter: string, place: number, next: () => number, draw: Draw): Point[][] {
  const turn = (next() - 0.5) * 0.7
  const [wide, high, lean] = [1.9 + next() * 0.6, 2 + next() * 0.6, (next() - 0.5) * 0.5]
  const [x0, y0] = [16 + place * CELL + CELL / 2 + (next() - 0.5) * 7, HEIGHT / 2 + (next() - 0.5) * 8]
  const put = (text: string): Point => {
    const [gx = 0, gy = 0] = text.split(',').map(Number)
    const [x, y] = [(gx - 5) * wide + (gy - 7) * lean + next() - 0.5, (gy - 7) * high + next() - 0.5]
    return [x0 + x * Math.cos(turn) - y * Math.sin(turn), y0 + x * Math.sin(turn) + y * Math.cos(turn)]
  }
  return (GLYPHS[letter] ?? '').split('|').map(part => draw(part.split(' ').map(put)))
}

function noiseLines(next: () => number, draw: Draw): Point[][] {
  const long = Array.from({ length: NOISE_LINES }, () =>
    draw(Array.from({ length: 4 }, (_, i): Point => [(i * WIDTH) / 3 + (next() - 0.5) * 40, next() * HEIGHT])),
  )
  const dabs = Array.from({ length: NOISE_DABS }, () => {
    const [x, y] = [next() * WIDTH, next() * HEIGHT]
    return draw([
      [x, y],
      [x + (next() - 0.5) * 16, y + (next() - 0.5) * 16],
    ])
  })
  return [...long, ...dabs]
}

/**
 * Returns the picture of a seed's letters, as a PNG. Lines of letters and of noise overlap in width and darkness, and
 * only pixels leave: a drawing in lines would hand each letter over as a line of its own.
 */
export function drawPicture(seed: Uint8Array): Buffer {
  const next = numbersOf(seed)
  const wave = waveOf(next)
  const draw: Draw = points => line(points, next, wave)
  const letters = Array.from(lettersOf(seed)).flatMap((letter, place) => letterLines(letter, place, next, draw))
  const inLetter = (points: Point[]): Stroke => ({ points, width: 2.1 + next() * 1.1, shade: 40 + next() * 50 })
  const inNoise = (points: Point[]): Stroke => ({ points, width: 1 + next() * 1.5, shade: 50 + next() * 80 })
  const strokes = [...letters.map(inLetter), ...noiseLines(next, draw).map(inNoise)]
  return pngOf(rasterise(PAPER, strokes, Math.floor(next() * 2 ** 32)), WIDTH, HEIGHT)
}
