import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flipped } from '../testing/properties.ts'
import { zipOf } from '../testing/zip.ts'
import { gunzip, UnpackError } from './unpack.ts'
import { listZip, readZipEntry } from './zip.ts'

const LIMITS = { maxBytes: 50_000_000 }
const FILE = Buffer.from('`1,`2\r\n'.repeat(5_000))

async function gathered(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Returns the code of the error with which unpacking ends, or its length. */
async function outcome(source: () => AsyncIterable<Uint8Array>): Promise<string> {
  try {
    return `${(await gathered(source())).length}`
  } catch (error) {
    return error instanceof UnpackError ? error.code : 'thrown otherwise'
  }
}

describe('gzip', () => {
  const packed = gzipSync(FILE)
  const sha1 = createHash('sha1').update(FILE).digest('hex')

  test('is unpacked in pieces, and its digest is checked', async () => {
    const pieces = [packed.subarray(0, 7), packed.subarray(7)]
    expect(await gathered(gunzip(pieces, LIMITS, sha1.toUpperCase()))).toEqual(FILE)
    expect(await outcome(() => gunzip([packed], LIMITS, '0'.repeat(40)))).toBe('digest-differs')
  })

  test('has limits', async () => {
    expect(await outcome(() => gunzip([packed], { maxBytes: FILE.length - 1 }))).toBe('too-large')
    expect(await outcome(() => gunzip([packed], { maxBytes: FILE.length }))).toBe(`${FILE.length}`)
    const zeros = gzipSync(Buffer.alloc(20_000_000))
    expect(await outcome(() => gunzip([zeros], LIMITS))).toBe('ratio-too-high')
    expect(await outcome(() => gunzip([packed.subarray(0, -9)], LIMITS))).toBe('damaged')
    expect(await outcome(() => gunzip([FILE], LIMITS))).toBe('damaged')
  })

  test('waiting for a full stream leaves no listeners behind', async () => {
    const warnings: string[] = []
    const note = (warning: Error) => warnings.push(warning.name)
    process.on('warning', note)
    // Bytes that do not pack: each piece fills the stream, which is waited for many times.
    const packed = gzipSync(randomBytes(2_000_000))
    const pieces = Array.from({ length: 31 }, (_, i) => packed.subarray(i * 65_536, (i + 1) * 65_536))
    expect((await gathered(gunzip(pieces, LIMITS))).length).toBe(2_000_000)
    // Warnings are told in a later turn.
    await new Promise(resolve => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  test('what the source throws comes through', async () => {
    // oxlint-disable-next-line require-yield -- a source that fails at once
    async function* broken(): AsyncGenerator<Uint8Array> {
      throw new RangeError('lost')
    }
    await expect(gathered(gunzip(broken(), LIMITS))).rejects.toThrow('lost')
  })
})

describe('ZIP', () => {
  const archive = zipOf({ '20887_业务明细.csv': FILE, '20887_业务明细(汇总).csv': Buffer.from('x') })

  test('entries are listed by name and read', async () => {
    const entries = listZip(archive)
    expect(entries.map(entry => [entry.name, entry.bytes])).toEqual([
      ['20887_业务明细.csv', FILE.length],
      ['20887_业务明细(汇总).csv', 1],
    ])
    const [first] = entries
    expect(first === undefined ? null : await gathered(readZipEntry(archive, first, LIMITS))).toEqual(FILE)
  })

  test('a bomb is stopped', async () => {
    const bomb = zipOf({ 'a.csv': new Uint8Array(20_000_000) })
    const read = async function* () {
      for (const entry of listZip(bomb)) yield* readZipEntry(bomb, entry, LIMITS)
    }
    expect(await outcome(read)).toBe('ratio-too-high')
  })

  test('changed bytes end in an error of ours or in the same file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), async (place, mask) => {
        const other = flipped(archive, place, mask)
        const read = async function* () {
          for (const entry of listZip(other).slice(0, 1)) yield* readZipEntry(other, entry, LIMITS)
        }
        expect(['damaged', 'too-large', 'ratio-too-high', '0', `${FILE.length}`, '1']).toContain(await outcome(read))
      }),
    )
  })
})
