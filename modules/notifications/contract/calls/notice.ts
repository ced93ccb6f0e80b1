import { type CallAnswer, defineCall, flagInput, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { FILE_KINDS, LONGEST_FILE_NAME } from '../notice-file.ts'
import type { NoticeText } from '../rich-text.ts'

const byId = z.strictObject({ id: idInput })

const noticeToRead = z.object({
  id: z.string(),
  title: z.string(),
  /** Checked when it was written. */
  body: z.custom<NoticeText>(),
  isPinned: z.boolean(),
  mustConfirm: z.boolean(),
  publishedAt: instant,
  publishedBy: z.string(),
  readAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  files: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.int() })),
})

export const listNotices = defineCall({
  method: 'GET',
  path: '/api/msg/notice/list',
  access: 'signed-in',
  summary: 'notices in force for the caller, in their language',
  input: z.strictObject({}),
  output: z.object({ list: z.array(noticeToRead) }),
})
/** A notice as somebody reads it, in their language. */
export type NoticeToRead = CallAnswer<typeof listNotices>['list'][number]

export const readNotice = defineCall({
  method: 'POST',
  path: '/api/msg/notice/read',
  access: 'signed-in',
  summary: 'the caller has read a notice, or confirms that they have',
  input: z.strictObject({ id: idInput, confirm: flagInput.default(false) }),
  output: z.null(),
})

export const noticeReaders = defineCall({
  method: 'GET',
  path: '/api/activity/notice/readers',
  access: 'notifications.notice:read',
  summary: 'who has read a notice and who has not',
  input: byId,
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        office: z.string().nullable(),
        readAt: instant.nullable(),
        confirmedAt: instant.nullable(),
      }),
    ),
    read: z.int(),
    confirmed: z.int(),
  }),
})

/** Who has read a notice and who has not. */
export type NoticeReaders = CallAnswer<typeof noticeReaders>

export const noticeFiles = defineCall({
  method: 'GET',
  path: '/api/activity/notice/files',
  access: 'notifications.notice:read',
  summary: 'files of a notice, and what may be added',
  input: byId,
  output: z.object({
    list: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.int() })),
    limits: z.object({ files: z.int(), megabytes: z.int(), kinds: z.array(z.enum(FILE_KINDS)) }),
  }),
})
export type NoticeFiles = CallAnswer<typeof noticeFiles>

/** No separators, nothing that cannot be seen or turns the reading around: `gnp.exe` must not look like `exe.png`. */
const fileName = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_FILE_NAME)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+$/u)

export const attachNoticeFile = defineCall({
  method: 'POST',
  path: '/api/activity/notice/attach',
  access: 'notifications.notice:update',
  summary: 'adds a file, whose bytes are the body, to a notice that is not published',
  input: z.strictObject({ id: idInput, name: fileName }),
  output: z.object({ id: z.string(), name: z.string(), bytes: z.int() }),
})

export const detachNoticeFile = defineCall({
  method: 'POST',
  path: '/api/activity/notice/detach',
  access: 'notifications.notice:update',
  summary: 'removes a file from a notice that is not published',
  input: byId,
  output: z.null(),
})
