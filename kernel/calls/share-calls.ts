import { z } from 'zod'
import { type CallAnswer, defineCall } from './define-call.ts'
import { idInput, instant, wholeInput } from './wire.ts'

/** Days after which a link opens nothing any more, unless its maker says otherwise; and the most that they may say. */
export const SHARE_DAYS = 7
export const MOST_SHARE_DAYS = 90

/** A sheet of a record: which resource, which of its sheets, which record. */
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
  /** How often the sheet was handed out, as page or as PDF. */
  openings: z.int(),
  lastOpenedAt: instant.nullable(),
  /** Neither run out nor withdrawn. Whether its maker still may show the sheet is asked when it is opened. */
  isLive: z.boolean(),
})
/** A link as its tenant's people see it; the address is told once, to its maker. */
export type ShareLink = z.output<typeof shareLink>

export const makeShareLink = defineCall({
  method: 'POST',
  path: '/api/platform/shareLink/make',
  access: 'platform.shareLink:make',
  summary: 'makes a link that opens one sheet without signing in; its address is told this once',
  input: z.strictObject({ ...sheetName, days: wholeInput(1, MOST_SHARE_DAYS).default(SHARE_DAYS) }),
  output: z.object({
    id: idInput,
    /** Path with the secret, to be put behind the address of the product. */
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
