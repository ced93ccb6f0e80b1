import { z } from 'zod'
import { KEEP_BACKUPS } from '../../contract/keep-backups.ts'
import { declareSetting } from '../settings.ts'

const count = (least: number, most: number) => z.number().int().min(least).max(most)

/**
 * Setting: numbers of backups kept, and the folder for new ones out of the installation's folders. An unknown folder means the
 * first one.
 */
export const backupSettings = declareSetting({
  key: 'platform.backups',
  schema: z.strictObject({
    daily: count(1, 60),
    weekly: count(0, 60),
    monthly: count(0, 120),
    folder: z.string().max(500).nullable(),
  }),
  initial: { ...KEEP_BACKUPS, folder: null },
})

/** Returns the folder to write to. A path that the installation does not offer is ignored, because it is a path on the server. */
export const chosenFolder = (folders: readonly string[], wanted: string | null): string =>
  folders.find(folder => folder === wanted) ?? folders[0] ?? ''
