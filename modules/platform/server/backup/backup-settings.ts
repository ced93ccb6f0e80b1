import { z } from 'zod'
import { KEEP_BACKUPS } from '../../contract/keep-backups.ts'
import { declareSetting } from '../settings.ts'

const count = (least: number, most: number) => z.number().int().min(least).max(most)

/** How many stay, and in which of the installation's folders new ones are written; the first when it names none of them. */
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

/** The folder that is written to. A name that the installation does not offer is not followed: it is a path of the server. */
export const chosenFolder = (folders: readonly string[], wanted: string | null): string =>
  folders.find(folder => folder === wanted) ?? folders[0] ?? ''
