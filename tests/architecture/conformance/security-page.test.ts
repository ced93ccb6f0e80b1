import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')

test('every test that the security page leans on is there', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
})
