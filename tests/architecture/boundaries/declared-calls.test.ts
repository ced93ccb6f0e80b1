import { expect, test } from 'vitest'
import { readPackages, readSources } from './sources.ts'

/**
 * Calls of the console whose answers nobody declared: the type at the call is a wish. The figures only fall; at 0 the
 * clients' `get` and `post` go, and this test with them.
 */
const UNDECLARED: Readonly<Record<string, number>> = {
  charging: 12,
  gateway: 13,
  'kernel/console': 1,
  notifications: 4,
  platform: 5,
}

const ASKS = /\bapi\s*\.\s*(?:get|post)\s*[<(]/g

test('no further call of the console without a declaration', () => {
  const found: Record<string, number> = {}
  const sources = readSources(readPackages()).filter(
    ({ path, isTest }) => !isTest && /^(apps\/console|kernel\/console|modules\/\w+\/console)\//.test(path),
  )
  for (const { path, text } of sources) {
    const count = [...text.matchAll(ASKS)].length
    const home = path.startsWith('modules/') ? (path.split('/')[1] ?? path) : path.split('/').slice(0, 2).join('/')
    if (count > 0) found[home] = (found[home] ?? 0) + count
  }
  const total = Object.values(found).reduce((sum, one) => sum + one, 0)
  console.log(`declared calls: ${sources.length} files of the console, ${total} calls in them are not declared yet`)
  expect(sources.length).toBeGreaterThan(0)
  expect(found).toEqual(UNDECLARED)
})
