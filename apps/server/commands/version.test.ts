import { expect, test } from 'vitest'
import { versionText } from './version.ts'

const COMMIT = 'c0ffee00'.repeat(5)

test('a program reads every part of it, a person one line', () => {
  const facts = JSON.parse(versionText(['--json'], COMMIT)) as Record<string, unknown>
  expect(facts).toEqual({
    product: 'wattyard',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: COMMIT,
    licence: 'UNLICENSED',
    schema: expect.stringMatching(/^\d{4}_\w+$/),
    node: process.versions.node,
  })
  expect(versionText([], COMMIT)).toBe(
    `wattyard ${String(facts.version)} (c0ffee00c0ff), schema ${String(facts.schema)}, Node.js ${process.versions.node}`,
  )
})

test('what was packed wrongly names no commit', () => {
  expect(versionText([], 'HEAD')).toMatch(/^wattyard [\d.]+, schema /)
})
