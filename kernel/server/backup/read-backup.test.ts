import { zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../new-id.ts'
import { differences } from './compare.ts'
import { withDigest, withoutDigest } from './file-digest.ts'
import { RowHash } from './fingerprint.ts'
import {
  type BackupHeader,
  type BackupManifest,
  newBackupKey,
  publicKeyOf,
  sha256Of,
  signManifest,
} from './manifest.ts'
import { readBackup } from './read-backup.ts'
import { tarEnd, tarEntry } from './tar.ts'

/*
 * Archives made by hand, as somebody would who wants one to be believed: each is whole as a file, so that only what stands
 * inside can give it away.
 */

const key = newBackupKey()
const ROWS = Buffer.from('1\ta\n2\tb\n')

const HEADER: BackupHeader = {
  format: 1,
  id: newId(),
  app: '0.1.0',
  at: 1_790_000_000_000,
  engine: 'PostgreSQL 18.4',
  zone: 'Asia/Shanghai',
  database_bytes: 1,
  migrations: [{ id: '0001_kernel', hash: 'a'.repeat(64) }],
  tables: [
    { name: 'first', columns: ['n', 'word'] },
    { name: 'second', columns: ['n'] },
  ],
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), 'utf8')

function fingerprint(...blocks: Buffer[]) {
  const hash = new RowHash()
  for (const block of blocks) hash.add(block)
  return { ...hash.digest(), sums: {} }
}

const manifestOf = (header: unknown, over: Partial<BackupManifest> = {}): BackupManifest => ({
  header_sha256: sha256Of(json(header)),
  tables: { first: fingerprint(ROWS), second: fingerprint() },
  files: {},
  facts: {},
  key: publicKeyOf(key),
  ...over,
})

type Part = [name: string, body: Buffer]

async function archive(parts: readonly Part[]): Promise<Buffer> {
  const tar = Buffer.concat([...parts.flatMap(([name, body]) => tarEntry(name, body, 0)), tarEnd()])
  return whole(withDigest(once(zstdCompressSync(tar))))
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

function parts(
  over: { header?: unknown; manifest?: BackupManifest; signature?: string; between?: Part[] } = {},
): Part[] {
  const header = over.header ?? HEADER
  const manifest = json(over.manifest ?? manifestOf(header))
  return [
    ['header.json', json(header)],
    ...(over.between ?? [['tables/first/000001', ROWS] as Part]),
    ['manifest.json', manifest],
    ['manifest.sig', Buffer.from(over.signature ?? signManifest(manifest, key))],
  ]
}
const read = async (list: readonly Part[]) => readBackup(once(await archive(list)))

test('a whole one is read, table by table, and its files are given', async () => {
  const file = Buffer.from('{}')
  const seen: [string, readonly string[], string][] = []
  const list = parts({
    manifest: manifestOf(HEADER, {
      files: { 'secrets.json': { bytes: 2, sha256: sha256Of(file) } },
      facts: { root: '1 a' },
    }),
    between: [
      ['tables/first/000001', ROWS.subarray(0, 5)],
      ['tables/first/000002', ROWS.subarray(5)],
      ['files/secrets.json', file],
    ],
  })
  const found = await readBackup(once(await archive(list)), {
    visitor: {
      async table(name, columns, blocks) {
        const text = (await whole(blocks)).toString()
        seen.push([name, columns, text])
        return text.split('\n').length - 1
      },
    },
  })
  expect(seen).toEqual([
    ['first', ['n', 'word'], '1\ta\n2\tb\n'],
    ['second', ['n'], ''],
  ])
  expect(found.files.get('secrets.json')).toEqual(file)
  expect(found.manifest.facts).toEqual({ root: '1 a' })
})

describe('what was put together by somebody else is refused', () => {
  const more: Part = ['tables/first/000002', Buffer.from('3\tc\n')]
  const plain: Part = ['tables/first/000001', ROWS]
  test.each<[string, () => Part[]]>([
    ['a row more', () => parts({ between: [plain, more] })],
    ['a row less', () => parts({ between: [['tables/first/000001', ROWS.subarray(0, 4)]] })],
    ['another value', () => parts({ between: [['tables/first/000001', Buffer.from('1\ta\n2\tc\n')]] })],
    ['rows in another order', () => parts({ between: [['tables/first/000001', Buffer.from('2\tb\n1\ta\n')]] })],
    ['rows under another table', () => parts({ between: [['tables/second/000001', ROWS]] })],
    ['a table that the header does not name', () => parts({ between: [plain, ['tables/third/000001', ROWS]] })],
    ['a part left out', () => parts({ between: [['tables/first/000002', ROWS]] })],
    ['a file that nobody promised', () => parts({ between: [plain, ['files/x.json', ROWS]] })],
    [
      'a file that is missing',
      () => parts({ manifest: manifestOf(HEADER, { files: { x: { bytes: 1, sha256: 'a'.repeat(64) } } }) }),
    ],
    [
      'a file with other bytes',
      () =>
        parts({
          manifest: manifestOf(HEADER, { files: { 'x.json': { bytes: 8, sha256: 'a'.repeat(64) } } }),
          between: [plain, ['files/x.json', ROWS]],
        }),
    ],
    ['another header', () => parts({ header: { ...HEADER, app: '9.9.9' }, manifest: manifestOf(HEADER) })],
    [
      'a header that names a table twice',
      () => {
        const header = { ...HEADER, tables: [...HEADER.tables, { name: 'first', columns: ['n'] }] }
        return parts({ header, manifest: manifestOf(header) })
      },
    ],
    [
      'a table without its promise',
      () => parts({ manifest: manifestOf(HEADER, { tables: { first: fingerprint(ROWS) } }) }),
    ],
    ['no manifest', () => parts().slice(0, 2)],
    ['no signature', () => parts().slice(0, 3)],
    ['something behind the signature', () => [...parts(), ['files/x', ROWS]]],
    ['no header', () => parts().slice(1)],
    ['nothing', () => []],
    ['a signature of another key', () => parts({ signature: signManifest(json(manifestOf(HEADER)), newBackupKey()) })],
    ['a signature of something else', () => parts({ signature: signManifest(json({}), key) })],
    ['no signature in its file', () => parts({ signature: 'zz' })],
    ['a key that is none', () => parts({ manifest: manifestOf(HEADER, { key: 'AAAA' }) })],
  ])('%s', async (_name, list) => {
    await expect(read(list())).rejects.toMatchObject({ code: 'damaged' })
  })

  test.each<[string, unknown]>([
    ['a table with a name that is code', { ...HEADER, tables: [{ name: 'first"; drop table x', columns: ['n'] }] }],
    ['a column with a name that is code', { ...HEADER, tables: [{ name: 'first', columns: ['n) from stdin; --'] }] }],
    ['a migration that is no name', { ...HEADER, migrations: [{ id: '../x', hash: 'a'.repeat(64) }] }],
    ['no tables at all', { ...HEADER, tables: undefined }],
    ['no object', []],
  ])('a header with %s', async (_name, header) => {
    await expect(read(parts({ header, manifest: manifestOf(header) }))).rejects.toMatchObject({ code: 'damaged' })
  })
})

test('a format of tomorrow is named as such, whatever else has changed in it', async () => {
  const header = { format: 2, everything: 'else' }
  await expect(read(parts({ header, manifest: manifestOf(HEADER) }))).rejects.toMatchObject({ code: 'newerFormat' })
})

test('what a visitor throws ends the reading with its own word', async () => {
  const visitor = { table: async () => Promise.reject(new Error('the database is gone')) }
  await expect(readBackup(once(await archive(parts())), { visitor })).rejects.toThrow('the database is gone')
  const fewer = {
    table: async (_name: string, _columns: readonly string[], blocks: AsyncIterable<Buffer>) => (
      await whole(blocks), 1
    ),
  }
  await expect(readBackup(once(await archive(parts())), { visitor: fewer })).rejects.toMatchObject({ code: 'damaged' })
})

describe('the digest behind the file', () => {
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await whole(withDigest(once(Buffer.from('some bytes'))))
  })

  test('goes as it came, in blocks of any size', async () => {
    for (const size of [1, 7, 40, 1_000]) {
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      }
      expect((await whole(withoutDigest(pieces()))).toString()).toBe('some bytes')
    }
  })

  test('every byte counts', async () => {
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(whole(withoutDigest(once(changed)))).rejects.toMatchObject({ code: 'damaged' })
    }
    await expect(whole(withoutDigest(once(bytes.subarray(0, 20))))).rejects.toMatchObject({ code: 'damaged' })
    await expect(whole(withoutDigest(once(Buffer.alloc(0))))).rejects.toMatchObject({ code: 'damaged' })
  })
})

test('differences are said in the order that helps: tables, rows, money, then bytes', () => {
  const one = { rows: 2, bytes: 8, sha256: 'a'.repeat(64), sums: { amount_fen: '300' } }
  expect(differences({ a: one }, { a: one })).toEqual([])
  expect(differences({ a: one, b: one }, { a: one, c: one })).toEqual([
    'b is only in the backup',
    'c is only in the database',
  ])
  expect(differences({ a: one }, { a: { ...one, rows: 3, sums: { amount_fen: '301' } } })).toEqual([
    'a: 2 rows in the backup, 3 in the database',
  ])
  expect(differences({ a: one }, { a: { ...one, sums: { amount_fen: '301' } } })).toEqual(['a.amount_fen: 300 / 301'])
  expect(differences({ a: one }, { a: { ...one, sha256: 'b'.repeat(64) } })).toEqual([
    'a: other rows than in the backup',
  ])
})
