import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupName, mustHaveSpace, pathOf, readPassphrase, writeWhole } from './backup-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattyard-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('names sort by time, say whether they are sealed, and are never the same', () => {
  const at = Date.UTC(2026, 10, 22, 2, 10, 5)
  expect(backupName(at, false)).toMatch(/^wattyard-20261122-021005-[0-9a-f]{6}\.tar\.zst$/)
  expect(backupName(at, true)).toMatch(/\.tar\.zst\.sealed$/)
  expect(new Set(Array.from({ length: 100 }, () => backupName(at, false))).size).toBeGreaterThan(95)
})

const NAME = 'wattyard-20261122-021005-0a1b2c.tar.zst'

test('only our own names in our own folders lead to a file', () => {
  expect(pathOf(['/srv/a', '/srv/b'], { folder: '/srv/b', file: NAME })).toBe(`/srv/b/${NAME}`)
  expect(pathOf(['/srv/a'], { folder: '/srv/a', file: `${NAME}.sealed` })).toBe(`/srv/a/${NAME}.sealed`)
})

test.each([
  ['/srv/a', '../../etc/passwd'],
  ['/srv/a', `../${NAME}`],
  ['/srv/a', `${NAME}/../../x`],
  ['/srv/a', 'secrets.json'],
  ['/srv/a', `${NAME}\n`],
  ['/srv/a', ''],
  ['/srv/c', NAME],
  ['/srv/a/../c', NAME],
  ['/srv/a/', NAME],
])('a row that names another place leads nowhere: %s %s', (where, file) => {
  expect(pathOf(['/srv/a', '/srv/b'], { folder: where, file })).toBeNull()
})

test('a file is there whole and for its owner alone, or not at all', async () => {
  const path = join(folder, 'deep', 'it')
  const written = await writeWhole(path, async sink => {
    await pipeline(Readable.from(['whole']), sink)
    return { rows: 3 }
  })
  expect(written).toEqual({ rows: 3, bytes: 5 })
  expect(readFileSync(path, 'utf8')).toBe('whole')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await expect(
    writeWhole(join(folder, 'broken'), async sink => {
      sink.write('half')
      throw new Error('the source failed')
    }),
  ).rejects.toThrow('the source failed')
  expect(readdirSync(folder)).toEqual(['deep'])
})

test('what a killed process left of a backup goes with the next one; what another is writing stays', async () => {
  const ours = [`${NAME}.999999999.part`, `${NAME}.${process.pid}.part`, 'notes.999999999.part']
  for (const name of ours) writeFileSync(join(folder, name), 'half')
  await writeWhole(join(folder, 'it'), async sink => {
    await pipeline(Readable.from(['whole']), sink)
    return {}
  })
  expect(readdirSync(folder).toSorted()).toEqual(['it', ...ours.slice(1)].toSorted())
})

test('nothing is written over', async () => {
  writeFileSync(join(folder, 'it'), 'before')
  await expect(writeWhole(join(folder, 'it'), async () => ({}))).rejects.toThrow('exists already')
  expect(readFileSync(join(folder, 'it'), 'utf8')).toBe('before')
})

test('a disk that fills up leaves nothing, and the fault says which', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const failing = writeWhole(join(folder, 'it'), async sink => {
    await pipeline(
      (async function* () {
        yield 'some'
        throw full
      })(),
      sink,
    )
    return {}
  })
  await expect(failing).rejects.toMatchObject({ code: 'noSpace', message: `${folder} is full; nothing was kept` })
  expect(readdirSync(folder)).toEqual([])
})

test('a backup that would fill the disk is not begun', () => {
  expect(() => mustHaveSpace(folder, 0)).not.toThrow()
  expect(() => mustHaveSpace(folder, 2 ** 60)).toThrow(/MiB are needed/)
  // A folder that the first backup will make has the space of where it will be.
  expect(() => mustHaveSpace(join(folder, 'missing', 'deeper'), 2 ** 60)).toThrow(/MiB are needed/)
})

test('a passphrase is the first line of its file, and long enough', () => {
  const file = join(folder, 'pass')
  writeFileSync(file, '  a long and quiet one  \r\nsecond line\n')
  expect(readPassphrase(file)).toBe('a long and quiet one')
  writeFileSync(file, 'short\n')
  expect(() => readPassphrase(file)).toThrow(/shorter than 12/)
  mkdirSync(join(folder, 'sub'))
  expect(existsSync(join(folder, 'sub'))).toBe(true)
})
