// The programs of a PostgreSQL server that is not ours, where Debian puts them.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const HOME = '/usr/lib/postgresql'

/** @returns {{ version: string, bin: string } | null} the newest that is there; Debian 12 has the oldest that we take */
export function oldestServer() {
  const versions = existsSync(HOME)
    ? readdirSync(HOME).filter(version => existsSync(join(HOME, version, 'bin/postgres')))
    : []
  const version = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  return version ? { version, bin: join(HOME, version, 'bin') } : null
}
