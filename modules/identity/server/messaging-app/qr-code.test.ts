import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { drawQrCode } from './qr-code.ts'

const LINK = 'https://charge.example/chg/pubapi/weixin/confirm?scene='
const PIXELS = 4

/** Read from the picture by another program than the one that drew it, as a camera does. */
function read(picture: string): string {
  const side = PIXELS * Number(/viewBox="0 0 (\d+) /.exec(picture)?.[1])
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y, run] of picture.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = PIXELS * Number(y); row < PIXELS * (Number(y) + 1); row++) {
      const from = row * side + PIXELS * Number(x)
      data.fill(0, 4 * from, 4 * (from + PIXELS * Number(run)))
    }
  // Its own limit is a frame of a camera, which a busy machine misses.
  return decodeQR({ width: side, height: side, data }, { timeLimit: 10_000 })
}

test('every length up to the most is read back, in every size of level M', () => {
  const sizes = new Set<number>()
  for (let length = 1; length <= 213; length++) {
    const text = LINK.padEnd(213, 'Zq3_-9').slice(-length)
    const picture = drawQrCode(text)
    sizes.add(Number(/viewBox="0 0 (\d+) /.exec(picture)?.[1]) - 8)
    expect(read(picture)).toBe(text)
  }
  expect([...sizes]).toEqual([21, 25, 29, 33, 37, 41, 45, 49, 53, 57])
})

test('bytes of other scripts, and no more than fits', () => {
  expect(read(drawQrCode('充电桩 🔌 ñ'))).toBe('充电桩 🔌 ñ')
  expect(() => drawQrCode('x'.repeat(214))).toThrow('too long')
})

test('the picture is strokes on white with the margin readers need, and nothing of the text', () => {
  const picture = drawQrCode('https://charge.example/secret')
  expect(picture).toMatch(
    /^<svg xmlns="[^"]+" viewBox="0 0 37 37" [^<]*<rect width="37" height="37" fill="#fff"\/><path d="[Mhvz\d -]+" fill="#000"\/><\/svg>$/,
  )
  expect(picture).not.toContain('secret')
  expect(picture).toContain('M4 4h7v1h-7z')
})
