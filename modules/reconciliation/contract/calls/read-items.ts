import { defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'
import { ITEM_KINDS, ITEM_STATES } from '../item.ts'
import { proposalShape } from './read-proposals.ts'

const item = z.object({
  id: z.string(),
  /** `paid` is what went out of a bank account or a cash desk and is no refund of ours. */
  kind: z.enum([...ITEM_KINDS, 'paid']),
  state: z.enum(ITEM_STATES),
  number: z.string().nullable(),
  channelNo: z.string().nullable(),
  amount: z.string(),
  fee: z.string().nullable(),
  at: z.int().nullable(),
  day: z.string(),
  party: z.string().nullable(),
  text: z.string().nullable(),
  /** The record that it is: a top-up, a payment by code, a part of a refund, a journal, a row of a file. */
  record: z.object({ resource: z.string(), id: z.string() }),
  /** Where a row of a file stands; null on the other sides. */
  place: z.object({ file: idInput, name: z.string(), row: z.int() }).nullable(),
})
export type ShownItem = z.output<typeof item>

export const readItems = defineCall({
  method: 'GET',
  path: '/api/reconciliation/outcome/items',
  access: 'reconciliation.outcome:read',
  summary: 'the items of one outcome on all three sides, and other outcomes that may be the same movement',
  wholeTenant: true,
  input: z.strictObject({ id: idInput }),
  output: z.object({
    orders: z.array(item),
    lines: z.array(item),
    rows: z.array(item),
    /** Proposals that name one of the items; this outcome is among theirs. */
    proposals: z.array(proposalShape),
  }),
})
