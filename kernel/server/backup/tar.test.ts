import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ByteReader } from './byte-reader.ts'
import { readTarEntry, tarEnd, tarEntry } from './tar.ts'

async function* one(bytes: Buffer) {
  yield bytes
}

const reader = (...parts: Buffer[]) => new ByteReader(one(Buffer.concat(parts)))

test('an entry comes back as it was, of any length around a whole block', async () => {
  for (const length of [0, 1, 511, 512, 513, 70_000]) {
    const body = Buffer.alloc(length, 7)
    const bytes = reader(...tarEntry('tables/a_b/000001', body, 0), tarEnd())
    expect(await readTarEntry(bytes)).toEqual({ name: 'tables/a_b/000001', body })
    expect(await readTarEntry(bytes)).toBeNull()
  }
})

test('the tools of every system read it', () => {
  const archive = Buffer.concat([...tarEntry('header.json', Buffer.from('{}'), 1_700_000_000_000), tarEnd()])
  expect(execFileSync('tar', ['-tvf', '-'], { input: archive, encoding: 'utf8' })).toMatch(
    /-rw------- .* 2 .*header\.json/,
  )
})

test.each(['../../etc/passwd', '/etc/passwd', 'files/..', 'a/b/c/d', 'files/.hidden', 'C:\\x', 'files//x', ''])(
  'a name that leads elsewhere is neither written nor read: %s',
  async name => {
    expect(() => tarEntry(name, Buffer.alloc(0), 0)).toThrow('cannot be named')
    const [header = Buffer.alloc(0)] = tarEntry('files/x', Buffer.alloc(0), 0)
    header.fill(0, 0, 100)
    header.write(name, 0)
    header.fill(' ', 148, 156)
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    )
    await expect(readTarEntry(reader(header, tarEnd()))).rejects.toMatchObject({ code: 'damaged' })
  },
)

test.each([
  ['a link', (header: Buffer) => header.write('2', 156)],
  ['a name with a further beginning', (header: Buffer) => header.write('etc', 345)],
  ['an impossible size', (header: Buffer) => header.write('77777777777', 124)],
])('%s is refused', async (_name, change) => {
  const [header = Buffer.alloc(0)] = tarEntry('files/x', Buffer.alloc(0), 0)
  change(header)
  header.fill(' ', 148, 156)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  await expect(readTarEntry(reader(header, tarEnd()))).rejects.toMatchObject({ code: 'damaged' })
})

test('refuses a truncated archive and data after its end', async () => {
  const parts = tarEntry('files/x', Buffer.alloc(600, 1), 0)
  const whole = Buffer.concat(parts)
  for (const length of [0, 100, 512, 900, 1_200])
    await expect(readTarEntry(reader(whole.subarray(0, length)))).rejects.toMatchObject({ code: 'damaged' })
  await expect(readTarEntry(reader(tarEnd(), Buffer.from('more')))).rejects.toMatchObject({ code: 'damaged' })
  await expect(readTarEntry(reader(tarEnd().subarray(0, 600)))).rejects.toMatchObject({ code: 'damaged' })
})
