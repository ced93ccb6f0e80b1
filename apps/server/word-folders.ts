import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './open-database.ts'

/** Where words live: those of fields that many resources have, the kernel's server and every module. */
export function wordFolders(): string[] {
  return [
    join(ROOT, 'kernel/resource/locales'),
    join(ROOT, 'kernel/server/locales'),
    ...readdirSync(join(ROOT, 'modules')).map(name => join(ROOT, 'modules', name, 'locales')),
  ]
}
