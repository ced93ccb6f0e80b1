import { type CallAnswer, defineCall, fileInfo, flagInput, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { USUAL_TYPES, type RichText } from '@wattyard/resource'

const byId = z.strictObject({ id: idInput })

const noticeToRead = z.object({
  id: z.string(),
  title: z.string(),
  /** Checked when it was saved. */
  body: z.custom<RichText>(),
  isPinned: z.boolean(),
  mustConfirm: z.boolean(),
  publishedAt: instant,
  publishedBy: z.string(),
  readAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  files: z.array(fileInfo),
})

export const listNotices = defineCall({
  method: 'GET',
  path: '/api/msg/notice/list',
  access: 'signed-in',
  summary: 'notices in force for the caller, in their language',
  input: z.strictObject({}),
  output: z.object({ list: z.array(noticeToRead) }),
})
/** A notice in its reader's language. */
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

/** Readers of a notice, and people who have not read it. */
export type NoticeReaders = CallAnswer<typeof noticeReaders>

export const noticeFileRules = defineCall({
  method: 'GET',
  path: '/api/activity/notice/fileRules',
  access: 'notifications.notice:read',
  summary: 'how many files a notice may have, how large each and of which types',
  input: z.strictObject({}),
  output: z.object({ files: z.int(), megabytes: z.int(), kinds: z.array(z.enum(USUAL_TYPES)) }),
})
