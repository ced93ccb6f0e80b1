import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from '@wattyard/help/server'
import { readMigrations } from '@wattyard/server-kit'
import { readCommit } from './read-commit.ts'

/** What the running program knows of itself. @param startedAt milliseconds since 1970 */
export function runningProduct(root: string, version: string, commit: string | undefined, startedAt: number): Running {
  const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { license: string } // our own file
  return {
    version,
    commit: readCommit(root, commit),
    startedAt,
    licence: license,
    schema: readMigrations(join(root, 'migrations')).at(-1)?.id ?? '',
  }
}
