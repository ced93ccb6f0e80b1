import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-help-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const start = (...words: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/start.mjs', ...words], {
    cwd: ROOT,
    env: { ...process.env, WATTYARD_DATA: folder },
    encoding: 'utf8',
    timeout: 20_000,
  })

test.each(['--help', '-h'])('npm start -- %s tells ports and data folder, and starts nothing', asked => {
  const { status, stdout, stderr } = start(asked)
  expect([status, stderr]).toEqual([0, ''])
  for (const name of ['PORT', 'HOST', 'WATTYARD_DATA', 'WATTYARD_PROFILE', 'DATABASE_URL'])
    expect(stdout).toContain(name)
  expect(readdirSync(folder)).toEqual([])
})

test('npm start refuses words that it does not know, and names where the data folder is set', () => {
  const { status, stdout, stderr } = start('--data', '/elsewhere')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('--data /elsewhere')
  expect(stderr).toContain('WATTYARD_DATA')
  expect(readdirSync(folder)).toEqual([])
})
