import { decimalText, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'
import { RESULTS, SIGNALS } from '../outcome.ts'
import { STORED_KINDS } from '../records/outcome.ts'

/** Items of several outcomes that may be one movement, as a screen shows them. */
export const proposalShape = z.object({
  id: z.string(),
  by: z.enum(['channelNo', 'sum', 'score']),
  /** Points of 1,000. */
  score: z.int(),
  signals: z.array(z.enum(SIGNALS)),
  /** Whether all three sides of its outcomes have the same sum: only then may they be matched. */
  agrees: z.boolean(),
  /** Outcomes that it would put together. */
  outcomes: z.array(
    z.object({
      id: idInput,
      day: z.string(),
      kind: z.enum(STORED_KINDS),
      result: z.enum(RESULTS),
      key: z.string(),
      party: z.string().nullable(),
      text: z.string().nullable(),
      amount: decimalText.nullable(),
      booked: decimalText.nullable(),
      told: decimalText.nullable(),
    }),
  ),
})
export type ShownProposal = z.output<typeof proposalShape>

/** Most proposals that are read at a time; a clerk who has worked through them reads the next. */
export const MAX_PROPOSALS_READ = 200

export const readProposals = defineCall({
  method: 'GET',
  path: '/api/reconciliation/outcome/proposals',
  access: 'reconciliation.outcome:read',
  summary: `open outcomes of a channel that may be one movement, the most likely first; at most ${MAX_PROPOSALS_READ}`,
  wholeTenant: true,
  input: z.strictObject({ channel: idInput }),
  output: z.object({ proposals: z.array(proposalShape) }),
})
