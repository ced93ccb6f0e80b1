import { z } from 'zod'
import { type CallAnswer, defineCall } from './define-call.ts'
import { idInput, instant, wholeInput } from './wire.ts'

/** Days until a link expires: the default, and the most that its maker may choose. */
export const SHARE_DAYS = 7
export const MOST_SHARE_DAYS = 90

/** One sheet of a record: resource, kind of sheet, id of the record. */
const sheetName = {
  resource: z.string().min(1).max(80),
  kind: z.string().min(1).max(40),
  id: z.string().min(1).max(60),
}

const shareLink = z.object({
  id: idInput,
  resource: z.string(),
  kind: z.string(),
  recordId: z.string(),
  title: z.string(),
  makerName: z.string(),
  madeAt: instant,
  expiresAt: instant,
  withdrawnAt: instant.nullable(),
  withdrawnBy: z.string().nullable(),
  /** Number of times that the sheet was opened, as page or as PDF. */
  openings: z.int(),
  lastOpenedAt: instant.nullable(),
  /** Neither expired nor withdrawn. Whether the maker still may show the sheet is checked when the link is opened. */
  isLive: z.boolean(),
})
/** A link as people of its tenant see it. Its address is shown once, to its maker. */
export type ShareLink = z.output<typeof shareLink>

export const makeShareLink = defineCall({
  method: 'POST',
  path: '/api/platform/shareLink/make',
  access: 'platform.shareLink:make',
  summary: 'makes a link that opens one sheet without signing in; its address is told this once',
  input: z.strictObject({ ...sheetName, days: wholeInput(1, MOST_SHARE_DAYS).default(SHARE_DAYS) }),
  output: z.object({
    id: idInput,
    /** Path with the secret, relative to the product's address. */
    path: z.string(),
    expiresAt: instant,
  }),
})

export const listShareLinks = defineCall({
  method: 'GET',
  path: '/api/platform/shareLink/list',
  access: 'platform.shareLink:read',
  summary: 'links to sheets within reach, the newest first; of one resource or one record',
  input: z.strictObject({
    page: wholeInput(1, 100).default(1),
    pageSize: wholeInput(1, 100).default(20),
    resource: z.string().max(80).optional(),
    recordId: z.string().max(60).optional(),
  }),
  output: z.object({ list: z.array(shareLink), total: z.int(), asOf: instant }),
})
export type ShareLinks = CallAnswer<typeof listShareLinks>

export const withdrawShareLink = defineCall({
  method: 'POST',
  path: '/api/platform/shareLink/withdraw',
  access: 'platform.shareLink:make',
  summary: 'withdraws a link within reach: from now on it opens nothing',
  input: z.strictObject({ id: idInput }),
  output: z.null(),
})
