import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from '../environment.ts'
import { freshSecrets } from '../secrets.ts'
import { createBackupService } from './backup-service.ts'

const NAME = 'wattyard-20261122-021000-0a1b2c.tar.zst'
const kept = (folder: string, file = NAME) => ({ id: 'x', file, folder })
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattyard-desk-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const desk = () =>
  createBackupService(readEnvironment({ WATTYARD_BACKUPS: `${folder}, ${folder}/nas` }), freshSecrets())

test('it reads and removes backups in its folders, and nothing else', async () => {
  writeFileSync(join(folder, NAME), 'whole')
  writeFileSync(join(folder, 'secrets.json'), 'secret')
  const opened = desk().open(kept(folder))
  expect([opened?.size, opened && (await text(opened.bytes))]).toEqual([5, 'whole'])
  for (const other of [
    kept(folder, 'secrets.json'),
    kept(join(folder, '..')),
    kept('/etc', 'passwd'),
    kept(`${folder}/nas`),
  ])
    expect(desk().open(other)).toBeNull()
  desk().remove(kept(folder, 'secrets.json'))
  expect(existsSync(join(folder, 'secrets.json'))).toBe(true)
  desk().remove(kept(folder))
  expect(existsSync(join(folder, NAME))).toBe(false)
  desk().remove(kept(folder))
})

test('a backup outside its folders is not verified', async () => {
  await expect(desk().verify(kept('/etc', NAME), new AbortController().signal)).rejects.toThrow('none of the folders')
})

test('what a command says when it fails is what the job says', { timeout: 30_000 }, async () => {
  writeFileSync(join(folder, NAME), 'no backup at all')
  await expect(desk().verify(kept(folder), new AbortController().signal)).rejects.toThrow('not a backup of Wattyard')
})
