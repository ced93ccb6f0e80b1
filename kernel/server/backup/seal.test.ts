import { expect, test } from 'vitest'
import { ByteReader } from './byte-reader.ts'
import { LOG2_COST, seal, SEAL_CHUNK_BYTES, SEAL_MAGIC, unseal } from './seal.ts'

const PASSPHRASE = 'correct horse battery'
const HEAD = 64
const CHUNK = SEAL_CHUNK_BYTES + 16
/** What is said of chunks is true at any cost of a guess. */
const CHEAP = 4

async function* pieces(bytes: Buffer, size = 100_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function whole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

const sealed = (plain: Buffer, log2Cost = CHEAP) => whole(seal(pieces(plain), PASSPHRASE, log2Cost))

async function opened(bytes: Buffer, passphrase = PASSPHRASE, log2Cost = CHEAP): Promise<Buffer> {
  const reader = new ByteReader(pieces(bytes, 33_333))
  expect(await reader.take(SEAL_MAGIC.length)).toEqual(SEAL_MAGIC)
  return whole(unseal(reader, passphrase, log2Cost))
}

test('what is sealed opens again, of any length around a whole chunk', async () => {
  for (const length of [0, 1, SEAL_CHUNK_BYTES - 1, SEAL_CHUNK_BYTES, SEAL_CHUNK_BYTES + 1, 2 * SEAL_CHUNK_BYTES]) {
    const plain = Buffer.alloc(length, 'wattyard')
    const bytes = await sealed(plain)
    expect(bytes).toHaveLength(HEAD + length + 16 * Math.max(1, Math.ceil(length / SEAL_CHUNK_BYTES)))
    expect((await opened(bytes)).equals(plain)).toBe(true)
  }
})

test('chunks cannot be cut off, swapped, left out, doubled or brought from another file', async () => {
  const plain = Buffer.alloc(3 * SEAL_CHUNK_BYTES + 100, 'abc')
  const bytes = await sealed(plain)
  const other = await sealed(plain)
  const chunk = (from: Buffer, index: number) => from.subarray(HEAD + index * CHUNK, HEAD + (index + 1) * CHUNK)
  const head = bytes.subarray(0, HEAD)
  const made = (...indexes: number[]) => Buffer.concat([head, ...indexes.map(index => chunk(bytes, index))])
  expect((await opened(made(0, 1, 2, 3))).equals(plain)).toBe(true)
  for (const wrong of [
    made(0, 1, 2),
    made(0, 1),
    made(0),
    made(1, 0, 2, 3),
    made(0, 2, 3),
    made(0, 1, 1, 2, 3),
    made(3),
  ])
    await expect(opened(wrong)).rejects.toMatchObject({ code: 'damaged' })
  const mixed = Buffer.concat([head, chunk(bytes, 0), chunk(other, 1), chunk(bytes, 2), chunk(bytes, 3)])
  await expect(opened(mixed)).rejects.toMatchObject({ code: 'damaged' })
  await expect(opened(head)).rejects.toMatchObject({ code: 'damaged' })
})

test('two seals of the same bytes have nothing in common', async () => {
  const plain = Buffer.alloc(1_000, 'x')
  const [a, b] = [await sealed(plain), await sealed(plain)]
  expect(a.subarray(HEAD).equals(b.subarray(HEAD))).toBe(false)
})

test('distinguishes a wrong passphrase from a damaged file; composed and decomposed letters are equal', async () => {
  const bytes = await whole(seal(pieces(Buffer.from('x')), 'contraseña larga'.normalize('NFC'), CHEAP))
  expect((await opened(bytes, 'contraseña larga'.normalize('NFD'))).toString()).toBe('x')
  await expect(opened(bytes, 'contrasena larga')).rejects.toMatchObject({ code: 'wrongPassphrase' })
})

test('a guess costs what it must: 128 MiB each, written into the file, and nothing else is opened', async () => {
  const bytes = await whole(seal(pieces(Buffer.from('x')), PASSPHRASE))
  expect(LOG2_COST).toBe(17)
  expect(bytes[SEAL_MAGIC.length]).toBe(LOG2_COST)
  const plain = async (file: Buffer) => {
    const reader = new ByteReader(pieces(file))
    await reader.take(SEAL_MAGIC.length)
    return whole(unseal(reader, PASSPHRASE))
  }
  expect((await plain(bytes)).toString()).toBe('x')
  // Neither more memory than ours do, nor a cheaper seal than ours.
  for (const cost of [30, CHEAP, LOG2_COST - 1]) {
    const other = Buffer.from(bytes)
    other[SEAL_MAGIC.length] = cost
    await expect(plain(other)).rejects.toMatchObject({ code: 'damaged' })
  }
  await expect(plain(await sealed(Buffer.from('x')))).rejects.toMatchObject({ code: 'damaged' })
})
