import { createHmac } from 'node:crypto'
import { GLYPHS } from './picture-glyphs.ts'

export const PICTURE_LETTERS = 5
const LETTERS = Object.keys(GLYPHS)
const WIDTH = 180
const HEIGHT = 56
const CELL = 32
const NOISE_LINES = 4
const NOISE_DABS = 24

type Point = readonly [x: number, y: number]

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

/** The letters that a seed stands for. */
export function lettersOf(seed: Uint8Array): string {
  const next = numbersOf(Buffer.concat([Buffer.from('letters'), seed]))
  return Array.from({ length: PICTURE_LETTERS }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join('')
}

const round = (value: number): string => (Math.round(value * 10) / 10).toString()

/** A hand's line: through the points, bent a little between them. */
function stroke(points: readonly Point[], next: () => number): string {
  const [first = [0, 0], ...rest] = points
  let [fromX, fromY] = first
  let path = `M${round(fromX)} ${round(fromY)}`
  for (const [x, y] of rest) {
    const bendX = (fromX + x) / 2 + (next() - 0.5) * 4
    const bendY = (fromY + y) / 2 + (next() - 0.5) * 4
    path += `Q${round(bendX)} ${round(bendY)} ${round(x)} ${round(y)}`
    fromX = x
    fromY = y
  }
  return path
}

function letterStrokes(letter: string, place: number, next: () => number): string[] {
  const turn = (next() - 0.5) * 0.7
  const [wide, high, lean] = [1.9 + next() * 0.6, 2 + next() * 0.6, (next() - 0.5) * 0.5]
  const [x0, y0] = [16 + place * CELL + CELL / 2 + (next() - 0.5) * 7, HEIGHT / 2 + (next() - 0.5) * 8]
  const put = (text: string): Point => {
    const [gx = 0, gy = 0] = text.split(',').map(Number)
    const [x, y] = [(gx - 5) * wide + (gy - 7) * lean + next() - 0.5, (gy - 7) * high + next() - 0.5]
    return [x0 + x * Math.cos(turn) - y * Math.sin(turn), y0 + x * Math.sin(turn) + y * Math.cos(turn)]
  }
  return (GLYPHS[letter] ?? '').split('|').map(line => stroke(line.split(' ').map(put), next))
}

function noiseStrokes(next: () => number): string[] {
  const long = Array.from({ length: NOISE_LINES }, () =>
    stroke(
      Array.from({ length: 4 }, (_, i): Point => [(i * WIDTH) / 3 + (next() - 0.5) * 40, next() * HEIGHT]),
      next,
    ),
  )
  const dabs = Array.from({ length: NOISE_DABS }, () => {
    const [x, y] = [next() * WIDTH, next() * HEIGHT]
    return stroke(
      [
        [x, y],
        [x + (next() - 0.5) * 14, y + (next() - 0.5) * 14],
      ],
      next,
    )
  })
  return [...long.map(path => `${path}|thin`), ...dabs.map(path => `${path}|thin`)]
}

/**
 * The picture of a seed's letters: strokes only. Those of the letters and of the noise are shuffled, so that the order
 * of the file says nothing.
 */
export function drawPicture(seed: Uint8Array): string {
  const next = numbersOf(seed)
  const letters = Array.from(lettersOf(seed)).flatMap((letter, place) => letterStrokes(letter, place, next))
  const all = [...letters, ...noiseStrokes(next)].map(path => ({ path, order: next() }))
  const drawn = all
    .toSorted((a, b) => a.order - b.order)
    .map(({ path }) => {
      const [d = '', thin] = path.split('|')
      const width = thin ? 1 + next() * 1.2 : 2.2 + next() * 0.9
      const colour = `hsl(${Math.floor(next() * 360)} ${30 + Math.floor(next() * 40)}% ${24 + Math.floor(next() * 14)}%)`
      return `<path d="${d}" stroke="${colour}" stroke-width="${round(width)}"/>`
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f2f4f8"/>${drawn.join('')}</svg>`
}
