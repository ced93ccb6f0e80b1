import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from '@wattyard/help/server'
import { readMigrations } from '@wattyard/server-kit/migrations'
import { readCommit } from './read-commit.ts'

/**
 * Returns facts about the running program.
 * @param startedAt epoch ms
 */
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
