import { type CallAnswer, defineCall, flagInput, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { FILE_KINDS } from '../notice-file.ts'

const byId = z.strictObject({ id: idInput })

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

export const detachNoticeFile = defineCall({
  method: 'POST',
  path: '/api/activity/notice/detach',
  access: 'notifications.notice:update',
  summary: 'removes a file from a notice that is not published',
  input: byId,
  output: z.null(),
})
