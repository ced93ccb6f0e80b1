import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

test.each(['--help', '-h'])('npm start -- %s tells ports and data folder, and starts nothing', asked => {
  const folder = mkdtempSync(join(tmpdir(), 'start-help-'))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', asked], {
    cwd: ROOT,
    env: { ...process.env, WATTYARD_DATA: folder },
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect([status, stderr]).toEqual([0, ''])
  for (const name of ['PORT', 'HOST', 'WATTYARD_DATA', 'WATTYARD_PROFILE', 'DATABASE_URL'])
    expect(stdout).toContain(name)
  expect(readdirSync(folder)).toEqual([])
})
