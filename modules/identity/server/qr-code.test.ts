import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawQrCode, type QrCode, qrCode } from './qr-code.ts'

/*
 * Read back as a camera program does, by the standard's tables for level M: blocks of each version as [how many, data,
 * correction], and where alignment patterns are.
 */
const BLOCKS: readonly (readonly (readonly [count: number, data: number, correction: number])[])[] = [
  [[1, 16, 10]],
  [[1, 28, 16]],
  [[1, 44, 26]],
  [[2, 32, 18]],
  [[2, 43, 24]],
  [[4, 27, 16]],
  [[4, 31, 18]],
  [
    [2, 38, 22],
    [2, 39, 22],
  ],
  [
    [3, 36, 22],
    [2, 37, 22],
  ],
  [
    [4, 43, 26],
    [1, 44, 26],
  ],
]
const ALIGNMENT = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]]

/** Powers of 2 in the field of the standard. */
const POWERS: number[] = []
for (let i = 0, value = 1; i < 255; i++) {
  POWERS.push(value)
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d
}
const product = (a: number, b: number) =>
  a === 0 || b === 0 ? 0 : (POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255] ?? 0)

function isFunction(size: number, version: number, y: number, x: number): boolean {
  if (y === 6 || x === 6) return true
  if ((y < 9 && (x < 9 || x > size - 9)) || (y > size - 9 && x < 9)) return true
  if (version >= 7 && ((y < 6 && x > size - 12) || (x < 6 && y > size - 12))) return true
  const centres = [6, ...(ALIGNMENT[version - 1] ?? [])]
  const isNear = (at: number, centre: number) => Math.abs(at - centre) <= 2
  const last = centres.at(-1)
  return centres.some(cy =>
    centres.some(
      cx => !(cy === 6 && (cx === 6 || cx === last)) && !(cy === last && cx === 6) && isNear(y, cy) && isNear(x, cx),
    ),
  )
}

const FLIPS: readonly ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  i => i % 2 === 0,
  (_i, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i * j) % 3) + ((i + j) % 2)) % 2 === 0,
]

function read(code: QrCode): string {
  const size = code.length
  const version = (size - 17) / 4
  const at = (y: number, x: number) => Number(code[y]?.[x] ?? false)
  // The format beside the upper left finder, from its highest bit.
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map(x => at(8, x)).concat([7, 5, 4, 3, 2, 1, 0].map(y => at(y, 8)))
  const copy = [1, 2, 3, 4, 5, 6, 7]
    .map(back => at(size - back, 8))
    .concat([8, 7, 6, 5, 4, 3, 2, 1].map(back => at(8, size - back)))
  expect(copy).toEqual(format)
  const plain = Number.parseInt(format.join(''), 2) ^ 0b101010000010010
  expect(plain >> 13, 'level M').toBe(0)
  const flip = FLIPS[(plain >> 10) & 7] ?? (() => false)
  const bits: number[] = []
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step
        if (!isFunction(size, version, y, x)) bits.push(at(y, x) ^ Number(flip(y, x)))
      }
  }
  const words = (bits.join('').match(/.{8}/g) ?? []).map(octet => Number.parseInt(octet, 2))
  const blocks = (BLOCKS[version - 1] ?? []).flatMap(([count, data, correction]) =>
    Array.from({ length: count }, () => ({ data, correction, words: [] as number[] })),
  )
  const take = (column: number, of: 'data' | 'correction') => {
    for (const block of blocks) if (column < block[of]) block.words.push(words.shift() ?? -1)
  }
  for (let i = 0; i < Math.max(...blocks.map(block => block.data)); i++) take(i, 'data')
  for (let i = 0; i < (blocks[0]?.correction ?? 0); i++) take(i, 'correction')
  for (const block of blocks)
    for (let root = 0; root < block.correction; root++) {
      // A word of the code is zero at every root of its divisor.
      const value = block.words.reduce((sum, word) => product(sum, POWERS[root] ?? 0) ^ word, 0)
      expect(value).toBe(0)
    }
  const data = blocks.flatMap(block => block.words.slice(0, block.data))
  const stream = data.map(word => word.toString(2).padStart(8, '0')).join('')
  expect(stream.slice(0, 4)).toBe('0100')
  const lengthBits = version < 10 ? 8 : 16
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2)
  const body = stream.slice(4 + lengthBits, 4 + lengthBits + length * 8)
  return Buffer.from((body.match(/.{8}/g) ?? []).map(octet => Number.parseInt(octet, 2))).toString('utf8')
}

test('every length up to the most is read back, in every version', () => {
  const sizes = new Set<number>()
  for (let length = 1; length <= 213; length++) {
    const text = 'https://charge.example/chg/pubapi/weixin/confirm?scene='.padEnd(213, 'Zq3_-9').slice(-length)
    const code = qrCode(text)
    sizes.add(code.length)
    expect(read(code)).toBe(text)
  }
  expect([...sizes]).toEqual([21, 25, 29, 33, 37, 41, 45, 49, 53, 57])
})

test('bytes of other scripts, and no more than fits', () => {
  expect(read(qrCode('充电桩 🔌 ñ'))).toBe('充电桩 🔌 ñ')
  expect(() => qrCode('x'.repeat(214))).toThrow('214 bytes')
})

// Compared cell by cell with another program's codes when this was written.
test('a code is drawn as other programs draw it', () => {
  const rows = qrCode('Wattyard').map(line => line.map(dark => (dark ? '#' : '.')).join(''))
  expect(createHash('sha256').update(rows.join('\n')).digest('hex')).toBe(
    '21518b773338dabf6523af8ecf090962e39f81cb899a88df4863930f19d9aaa5',
  )
  expect(rows[0]?.slice(0, 8)).toBe('#######.')
})

test('the picture is strokes on white with the margin readers need, and nothing of the text', () => {
  const picture = drawQrCode('https://charge.example/secret')
  expect(picture).toMatch(
    /^<svg xmlns="[^"]+" viewBox="0 0 37 37" [^<]*<rect width="37" height="37" fill="#fff"\/><path d="[Mhvz\d -]+" fill="#000"\/><\/svg>$/,
  )
  expect(picture).not.toContain('secret')
  expect(picture).toContain('M4 4h7v1h-7z')
})
