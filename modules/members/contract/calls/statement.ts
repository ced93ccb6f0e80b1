import { dayInput, decimalText, defineCall, idInput, instant, momentInput } from '@wattyard/calls'
import { JOURNAL_KINDS } from '@wattyard/ledger/contract'
import { z } from 'zod'

/** Longest period of a statement, in days. */
export const MAX_STATEMENT_DAYS = 366
/** Movements of one page of a statement. */
export const STATEMENT_PAGE = 100

/** Period of a statement: accounting days, both included. */
export const statementPeriod = z.strictObject({ id: idInput, from: dayInput, to: dayInput })

/** A wallet at one moment, in yuan. */
const balances = z.object({ principal: decimalText, gift: decimalText, frozen: decimalText, owed: decimalText })

export const readStatement = defineCall({
  method: 'GET',
  path: '/api/member/member/statement',
  access: 'members.wallet:read',
  summary: 'movements of a wallet with the balances after each, newest first, and those at both ends of the period',
  wholeTenant: true,
  input: statementPeriod.extend({
    /** Continues after this movement: its day and its journal. */
    afterDay: dayInput.optional(),
    after: idInput.optional(),
  }),
  output: z.object({
    opening: balances,
    closing: balances,
    /** What came in and what went out in the whole period, in yuan; the latter is negative. */
    moved: z.object({ in: decimalText, out: decimalText }),
    movements: z.array(
      z.object({
        journal: z.string(),
        kind: z.enum(JOURNAL_KINDS),
        /** When it happened; a late fact is booked on a later day. */
        at: instant,
        bookedOn: z.string(),
        /** Record that caused it; its type names a resource. */
        source: z.object({ type: z.string(), id: z.string() }),
        /** Name of that record; null where the reader may not see such records. */
        label: z.string().nullable(),
        actor: z.string(),
        memo: z.string().nullable(),
        /** What it changed of all that the member has, frozen money included, less what is owed, in yuan: what came in or went out. */
        net: decimalText,
        /** What it changed, in yuan; negative amounts left. */
        change: balances,
        /** After it. */
        balances,
      }),
    ),
    /** Whether older movements of the period follow. */
    hasMore: z.boolean(),
  }),
})

export const readBalanceAt = defineCall({
  method: 'GET',
  path: '/api/member/member/balanceAt',
  access: 'members.wallet:read',
  summary: 'a wallet at a moment in the past: all that had happened by then, as far as it is booked today',
  wholeTenant: true,
  input: z.strictObject({ id: idInput, at: momentInput }),
  output: balances,
})
