import { decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { ACCOUNT_CODES } from '../chart.ts'
import { JOURNAL_KINDS } from '../journal-kinds.ts'
import { OWNER_TYPES } from '../chart.ts'

const account = z.object({
  id: z.string(),
  code: z.enum(ACCOUNT_CODES),
  ownerType: z.enum(OWNER_TYPES),
  ownerId: z.string(),
})

const journal = z.object({
  id: z.string(),
  kind: z.enum(JOURNAL_KINDS),
  /** Record that caused the journal. */
  source: z.object({ type: z.string(), id: z.string() }),
  effectiveAt: instant,
  /** `YYYY-MM-DD` in the tenant's zone. */
  bookedOn: z.string(),
  createdAt: instant,
  actor: z.string(),
  memo: z.string().nullable(),
  /** The journal that this one reverses. */
  reversesId: z.string().nullable(),
  amount: decimalText,
  postings: z.array(z.object({ line: z.int(), debit: account, credit: account, amount: decimalText })),
})

export const listJournalsOfSource = defineCall({
  method: 'GET',
  path: '/api/ledger/journal/of',
  access: 'ledger.journal:read',
  summary: 'journals of one source with their postings, oldest first',
  input: z.strictObject({ type: z.string().min(1).max(60), id: z.string().min(1).max(120) }),
  output: z.object({ list: z.array(journal) }),
})

export const readPostings = defineCall({
  method: 'GET',
  path: '/api/ledger/journal/postings',
  access: 'ledger.journal:read',
  summary: 'postings of one journal',
  input: z.strictObject({ id: idInput }),
  output: journal,
})
