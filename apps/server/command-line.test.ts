import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SESSION_FORMATS } from '@wattyard/charging/server'
import { expect, test } from 'vitest'
import { USAGES } from './commands/usages.ts'
import { ROOT } from './root.ts'

/** Imports that loading a file carries out, types apart. */
function loadedBy(path: string): string[] {
  const found = readFileSync(path, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*? from '([^']+)'|^import '([^']+)'/gm,
  )
  return [...found].map(([, from, bare]) => from ?? bare ?? '')
}

/** Files and packages that this file loads, over all between. */
function reached(path: string, seen = new Set<string>()): Set<string> {
  for (const name of loadedBy(path)) {
    const target = name.startsWith('.') ? join(dirname(path), name) : name
    if (seen.has(target)) continue
    seen.add(target)
    if (existsSync(target)) reached(target, seen)
  }
  return seen
}

test('help and version load nothing of the server', () => {
  const packages = (file: string) => [...reached(join(ROOT, file))].filter(one => !one.startsWith('/'))
  expect(packages('apps/server/cli.ts')).toEqual([])
  expect(packages('apps/server/commands/version.ts').toSorted()).toEqual([
    '@wattyard/server-kit/migrations',
    'node:fs',
    'node:path',
  ])
  expect(packages('kernel/server/database/migrate.ts').toSorted()).toEqual(['node:crypto', 'node:fs', 'node:path'])
})

test('the usage of imports names every format', () => {
  expect(USAGES.importSessions.usage).toContain(`<${SESSION_FORMATS.map(({ id }) => id).join('|')}>`)
})
