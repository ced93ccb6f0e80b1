import { type CallAnswer, dayInput, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { dayClose } from '../day-close.ts'
import { GATE_CHECKS } from '../gate.ts'

/** Sums of one or more bills. */
export const sums = z.object({
  orders: z.number(),
  energy: decimalText,
  energyJ: decimalText,
  energyF: decimalText,
  energyP: decimalText,
  energyG: decimalText,
  energyS: decimalText,
  electricity: decimalText,
  service: decimalText,
  discount: decimalText,
  total: decimalText,
  paidPrincipal: decimalText,
  paidGift: decimalText,
  receivable: decimalText,
  refunded: decimalText,
  reversed: decimalText,
  abnormalOpen: z.number(),
  abnormalSealed: z.number(),
})
export type Sums = z.output<typeof sums>

/** One account code up to the day. */
const trialRow = z.object({
  code: z.string(),
  currency: z.string(),
  debits: decimalText,
  credits: decimalText,
  balance: decimalText,
})
export type TrialRow = z.output<typeof trialRow>

export const dayCloseGate = defineCall({
  method: 'GET',
  path: '/api/finance/dayClose/gate',
  access: 'finance.dayClose:read',
  summary: 'gate of a day that is to be closed',
  input: z.strictObject({ day: dayInput.optional() }),
  output: z.object({
    day: z.string(),
    /** The one day that can be closed next. */
    nextDay: z.string().nullable(),
    closedUntil: z.string().nullable(),
    gate: z.array(
      z.object({
        check: z.enum(GATE_CHECKS),
        state: z.enum(['ok', 'carry', 'blocked']),
        count: z.number(),
        why: z.string().exactOptional(),
        detail: z.record(z.string(), z.string()).exactOptional(),
      }),
    ),
    /** A second person has to approve the closing. */
    fourEyes: z.boolean(),
    stations: z.number(),
    totals: sums,
    trialBalance: z.array(trialRow),
    asOf: instant,
  }),
})
export type GateAnswer = CallAnswer<typeof dayCloseGate>

export const verifyDays = defineCall({
  method: 'POST',
  path: '/api/finance/dayClose/verify',
  access: 'finance.dayClose:read',
  summary: 'verify closed days against the database',
  input: z.strictObject({ day: dayInput.optional() }),
  output: z.object({
    ok: z.boolean(),
    counted: z.object({
      records: z.number(),
      sealed: z.number(),
      /** Sealed by a lost key: all but the signature is checked. */
      unproved: z.number(),
      journals: z.number(),
      orders: z.number(),
      bills: z.number(),
    }),
    findings: z.array(
      z.object({ check: z.string(), id: z.string(), day: z.string(), seq: z.number(), detail: z.string() }),
    ),
    asOf: instant,
  }),
})
export type VerifyAnswer = CallAnswer<typeof verifyDays>

/**
 * Closes one day, or all days up to it. The close is sealed directly where the tenant allows that, otherwise proposed to a second
 * person.
 */
export const closeDays = defineCommandAnswer(
  dayClose,
  'close',
  z.object({
    id: idInput.optional(),
    day: z.string(),
    state: z.enum(['sealing', 'proposed']),
    days: z.int().optional(),
  }),
)

const finding = z.object({ check: z.string(), detail: z.string() })

/**
 * Runs the verifiers of ledger, orders, closed days and the running chain now. The gate of a day's closing needs the ledger's
 * result.
 */
export const verifyBooksNow = defineCall({
  method: 'POST',
  path: '/api/finance/books/verify',
  access: 'finance.books:verify',
  wholeTenant: true,
  summary: 'verify ledger and closed days',
  input: z.strictObject({}),
  output: z.object({
    ok: z.boolean(),
    ledger: z.object({
      ok: z.boolean(),
      at: instant,
      /** Number of things read, by kind. A verifier that has read nothing has proved nothing. */
      counted: z.record(z.string(), z.int()),
      findings: z.array(finding.extend({ tenantId: idInput, subject: z.string() })),
    }),
    days: z.object({
      ok: z.boolean(),
      counted: z.record(z.string(), z.int()),
      findings: z.array(finding.extend({ id: z.string(), day: z.string(), seq: z.int() })),
    }),
    months: z.object({
      ok: z.boolean(),
      counted: z.record(z.string(), z.int()),
      findings: z.array(finding.extend({ id: z.string(), month: z.string() })),
    }),
    orders: z.object({ ok: z.boolean(), orders: z.int(), findings: z.array(finding.extend({ id: z.string() })) }),
    anchors: z.object({
      ok: z.boolean(),
      entries: z.int(),
      journals: z.int(),
      /** Entries of a lost key, as above. */
      unproved: z.int(),
      /** Hash of the newest entry; null for an empty chain. */
      head: z.string().nullable(),
      findings: z.array(finding.extend({ seq: z.int() })),
    }),
  }),
})
