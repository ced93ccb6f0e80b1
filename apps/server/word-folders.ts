import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

/**
 * Returns the folders of words: those of shared fields, of the kernel's server, of every module, and of the console, whose titles
 * of pages stand in messages.
 */
export function wordFolders(): string[] {
  return [
    join(ROOT, 'kernel/resource/locales'),
    join(ROOT, 'kernel/server/locales'),
    join(ROOT, 'apps/console/locales'),
    ...readdirSync(join(ROOT, 'modules')).map(name => join(ROOT, 'modules', name, 'locales')),
  ]
}
