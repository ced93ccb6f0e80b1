import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderInUse, lockDataFolder } from './lock-folder.ts'
import { startOf } from './process-start.ts'

let folder: string
const file = () => join(folder, 'wattyard.lock')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattyard-lock-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a lock is held by one living process and given back', async () => {
  const other = spawn('sleep', ['60'])
  try {
    const pid = other.pid ?? 0
    for (const text of [`${pid} ${startOf(pid)}`, String(pid)]) {
      writeFileSync(file(), text)
      expect(() => lockDataFolder(folder), text).toThrow(DataFolderInUse)
      expect(readFileSync(file(), 'utf8')).toBe(text)
    }
  } finally {
    other.kill('SIGKILL')
  }
  rmSync(file())
  const lock = lockDataFolder(folder)
  expect(readFileSync(file(), 'utf8')).toBe(lock.text)
  expect(lock.text).toMatch(new RegExp(`^${process.pid} \\S+$`))
  lock.release()
  expect(existsSync(file())).toBe(false)
})

test('the lock of a process that is gone is taken, also when its number is another’s by now', () => {
  const dead = spawnSync('true').pid
  const other = spawn('sleep', ['60'])
  try {
    const start = startOf(other.pid ?? 0) ?? ''
    for (const text of [`${dead} ${start}`, `${dead}`, `${other.pid} ${start}0`, `${process.pid}`, 'nonsense', '']) {
      writeFileSync(file(), text)
      expect(lockDataFolder(folder).text, text).toBe(readFileSync(file(), 'utf8'))
    }
  } finally {
    other.kill('SIGKILL')
  }
})
