import { join } from 'node:path'

/** Folder of the product: the one with `migrations` and the package.json of all. */
export const ROOT = join(import.meta.dirname, '../..')
