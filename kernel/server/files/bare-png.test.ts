import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { barePng } from './bare-png.ts'
import { redrawImage } from './redraw-image.ts'

const HEAD_BYTES = 33

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A picture with chunks behind its header. */
const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, HEAD_BYTES), ...chunks, png.subarray(HEAD_BYTES)])

/** Megabytes of nothing, packed without being held. */
async function packed(megabytes: number): Promise<Buffer> {
  const nothing = Buffer.alloc(1024 * 1024)
  const pieces = Readable.from(Array.from({ length: megabytes }, () => nothing))
  return buffer(pieces.pipe(createDeflate()))
}

const aPicture = () => Transformer.fromRgbaPixels(new Uint8Array(8 * 8 * 4).fill(200), 8, 8).png()

test('a PNG keeps what it is drawn from and how it was held', async () => {
  const png = await aPicture()
  const held = chunk('eXIf', Buffer.from('MM'))
  const odd = withChunks(png, chunk('iCCP', Buffer.from('k\0\0')), chunk('zTXt', Buffer.from('k\0\0')), held)
  expect(barePng(odd).equals(withChunks(png, held))).toBe(true)
  expect(barePng(Buffer.concat([odd, Buffer.from('MZ and more')])).includes('MZ')).toBe(false)
  for (const size of [8, 20, HEAD_BYTES + 3]) expect(barePng(png.subarray(0, size)).length).toBeLessThanOrEqual(size)
})

test('a colour profile that unpacks to much is never unpacked', async () => {
  const profile = await packed(400)
  const png = withChunks(await aPicture(), chunk('iCCP', Buffer.concat([Buffer.from('k\0\0'), profile])))
  const before_kb = process.resourceUsage().maxRSS
  expect(await redrawImage('png', png)).toMatchObject({ width: 8, height: 8 })
  expect(process.resourceUsage().maxRSS - before_kb).toBeLessThan(100 * 1024)
})
