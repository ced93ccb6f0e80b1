import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the version of the product from package.json. */
export function productVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string } // our own file
  return version
}
