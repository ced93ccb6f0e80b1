import { type CallAnswer, dayInput, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { businessDay, isBusinessDay } from '@wattyard/time'
import { z } from 'zod'
import { ACCOUNT_CODES, ACCOUNT_KINDS, OWNER_TYPES } from '../chart.ts'
import { JOURNAL_KINDS } from '../journal-kinds.ts'

const day = dayInput.transform(businessDay)
const days = { from: day, to: day }

/** Balances before and after some days and the movements within; a balance stands on one side, the other is zero. */
const sides = {
  openingDebit: decimalText,
  openingCredit: decimalText,
  debits: decimalText,
  credits: decimalText,
  closingDebit: decimalText,
  closingCredit: decimalText,
}

export const readTrialBalance = defineCall({
  method: 'GET',
  path: '/api/ledger/books/trial',
  access: 'ledger.account:read',
  wholeTenant: true,
  summary: 'trial balance of some days: opening, movements and closing of every account code',
  input: z.strictObject(days),
  output: z.object({
    list: z.array(
      z.object({
        code: z.enum(ACCOUNT_CODES),
        kind: z.enum(ACCOUNT_KINDS),
        currency: z.string(),
        /** Number in the company's books, and its own name of the account; null keeps the code's. */
        number: z.string(),
        name: z.string().nullable(),
        /** Whether the number is the company's own. */
        isOwnNumber: z.boolean(),
        ...sides,
        /** Accounts of the code; one for codes without owners. */
        accounts: z.int(),
        /** The account, where there is one alone. */
        account: z.string().nullable(),
      }),
    ),
    /** First and last day with a journal; null for empty books. */
    firstDay: z.string().nullable(),
    lastDay: z.string().nullable(),
    /** Up to here the days are closed and their figures final. */
    closedUntil: z.string().nullable(),
    asOf: instant,
  }),
})
export type TrialBalanceAnswer = CallAnswer<typeof readTrialBalance>

/** Most accounts of a code that are told at a time, those with the largest closing balance. */
export const MAX_ACCOUNTS = 200

export const listAccountsOfCode = defineCall({
  method: 'GET',
  path: '/api/ledger/books/accounts',
  access: 'ledger.account:read',
  wholeTenant: true,
  summary: 'accounts of one code with their balances over some days, largest first',
  input: z.strictObject({ code: z.enum(ACCOUNT_CODES), ...days }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        currency: z.string(),
        ownerType: z.enum(OWNER_TYPES),
        ownerId: z.string(),
        /** What the owner is called; null where its own module knows no name. */
        owner: z.string().nullable(),
        ...sides,
      }),
    ),
    total: z.int(),
  }),
})

/** Most lines of a statement's page. */
export const MAX_STATEMENT_LINES = 200

/** Where a page of a statement begins: behind a line, by day, journal and line. */
export const statementPlace = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}~\d{1,4}$/, { error: 'notAPlace' })
  .refine(place => isBusinessDay(place.slice(0, 10)), { error: 'notAPlace' })

export const readStatement = defineCall({
  method: 'GET',
  path: '/api/ledger/books/statement',
  access: 'ledger.account:read',
  wholeTenant: true,
  summary: 'statement of one account: opening, lines with the balance after each, closing',
  input: z.strictObject({ account: idInput, ...days, after: statementPlace.optional() }),
  output: z.object({
    account: z.object({
      id: z.string(),
      code: z.enum(ACCOUNT_CODES),
      kind: z.enum(ACCOUNT_KINDS),
      currency: z.string(),
      ownerType: z.enum(OWNER_TYPES),
      ownerId: z.string(),
      owner: z.string().nullable(),
      number: z.string(),
      name: z.string().nullable(),
    }),
    /** Balances on the account's normal side. */
    opening: decimalText,
    debits: decimalText,
    credits: decimalText,
    closing: decimalText,
    lines: z.array(
      z.object({
        /** Names the line. */
        place: statementPlace,
        journal: z.string(),
        bookedOn: z.string(),
        effectiveAt: instant,
        kind: z.enum(JOURNAL_KINDS),
        source: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }),
        memo: z.string().nullable(),
        /** The other account of the line. */
        other: z.enum(ACCOUNT_CODES),
        debit: decimalText.nullable(),
        credit: decimalText.nullable(),
        balance: decimalText,
      }),
    ),
    /** Place of the last line, where more follow. */
    next: statementPlace.nullable(),
  }),
})
export type StatementAnswer = CallAnswer<typeof readStatement>
