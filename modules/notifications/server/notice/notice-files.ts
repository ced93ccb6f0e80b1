import { declareSetting, settingOf } from '@wattyard/platform/server'
import { USUAL_TYPES, MEGABYTE, MOST_MEGABYTES } from '@wattyard/resource'
import { invalid, type SaveChange, serveCall, storedFiles, type Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import { MOST_FILES, NOTICE_FILES, type NoticeFileLimits, noticeFileRules } from '../../contract/index.ts'
import type { notice } from '../../contract/index.ts'

export const noticeFileLimits = declareSetting<NoticeFileLimits>({
  key: NOTICE_FILES,
  schema: z.strictObject({
    files: z.number().int().min(0).max(MOST_FILES),
    megabytes: z.number().int().min(1).max(MOST_MEGABYTES),
    kinds: z.array(z.enum(USUAL_TYPES)).max(USUAL_TYPES.length),
  }),
  initial: { files: 10, megabytes: MOST_MEGABYTES, kinds: USUAL_TYPES },
})

/**
 * Checks the files added to a notice against the tenant's rules. Files that it already has are accepted, even when the rules have
 * changed.
 *
 * @throws Refusal `kernel.invalid` naming `attachments`
 */
export async function mustFollowFileRules(tx: Tx, { input, before }: SaveChange<typeof notice>): Promise<void> {
  const held = before?.attachments_file_ids ?? []
  const ids = input.attachments ?? []
  const added = ids.filter(id => !held.includes(id))
  if (added.length === 0) return
  const limits = await settingOf(tx, noticeFileLimits)
  const wrong = (key: string, params: Record<string, number | string>) =>
    invalid({ attachments: { key: `notifications.field.${key}`, params } })
  if (ids.length > limits.files) throw wrong('tooManyFiles', { max: limits.files })
  for (const { name, type, bytes } of await storedFiles(tx, added)) {
    if (bytes > limits.megabytes * MEGABYTE) throw wrong('fileTooLarge', { name, max: limits.megabytes })
    if (!(limits.kinds as readonly string[]).includes(type)) throw wrong('fileType', { name })
  }
}

/** Serves the rules for the files of a notice. */
export const noticeFileRulesRoute = serveCall(noticeFileRules, {
  work: 'read',
  handle: ({ tx }) => settingOf(tx, noticeFileLimits),
})
