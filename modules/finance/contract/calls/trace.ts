import { type CallAnswer, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { PERIOD_KINDS } from '@wattyard/time'
import { z } from 'zod'
import { PROOF_CHECKS } from '../prove-order.ts'

const frame = z.object({
  /** `<stream>:<seq>`, as facts refer to it. */
  frame: z.string(),
  receivedAt: instant,
  /** `in`: from the pile to the server; `out`: from the server to the pile. */
  direction: z.enum(['in', 'out']),
  protocol: z.string(),
  action: z.string(),
  messageId: z.string().nullable(),
  call: z.string(),
  answer: z.string().nullable(),
  mended: z.array(z.string()),
  problem: z.string().nullable(),
})
export type TracedFrame = z.output<typeof frame>

const line = z.object({
  seq: z.int(),
  period: z.enum(PERIOD_KINDS),
  from: instant,
  to: instant,
  energy: decimalText,
  electricityPrice: decimalText,
  servicePrice: decimalText,
  electricityExact: decimalText,
  serviceExact: decimalText,
  electricity: decimalText,
  service: decimalText,
})
export type TracedLine = z.output<typeof line>

const account = z.object({ id: idInput, code: z.string(), ownerType: z.string(), ownerId: z.string() })

const journal = z.object({
  id: idInput,
  kind: z.string(),
  effectiveAt: instant,
  bookedOn: z.string(),
  createdAt: instant,
  actor: z.string(),
  memo: z.string().nullable(),
  reversesId: idInput.nullable(),
  amount: decimalText,
  postings: z.array(z.object({ line: z.int(), debit: account, credit: account, amount: decimalText })),
})
export type TracedJournal = z.output<typeof journal>

const proof = z.object({
  check: z.enum(PROOF_CHECKS),
  /** `none`: there is nothing to prove yet, or a person has decided in place of a rule. */
  result: z.enum(['ok', 'wrong', 'none']),
  left: z.string(),
  right: z.string(),
  unit: z.enum(['yuan', 'kwh', 'count', 'text']),
  why: z.string().exactOptional(),
  differences: z.array(z.string()).exactOptional(),
})
export type TracedProof = z.output<typeof proof>

/**
 * Returns how every fen of an order was derived: frames, facts, session, price, lines and postings, with the proof of each step.
 */
export const traceOfOrder = defineCall({
  method: 'GET',
  path: '/api/finance/trace',
  access: 'finance.trace:read',
  summary: 'an order from frames to postings, with proofs',
  input: z.strictObject({ order: idInput }),
  output: z.object({
    order: idInput,
    orderNo: z.string(),
    state: z.string(),
    frames: z.array(frame),
    /** Facts as the gateway recorded them, each with its frame; energies in kWh. */
    facts: z.array(z.record(z.string(), z.unknown())),
    session: z.object({
      method: z.string().nullable(),
      confidence: z.string().nullable(),
      energy: decimalText.nullable(),
      billable: z.boolean(),
      startedAt: instant,
      endedAt: instant.nullable(),
      limits: z.object({ ratedPower: z.int().nullable(), lastRegister: decimalText.nullable() }),
      flags: z.array(
        z.object({
          rule: z.string(),
          code: z.string(),
          effect: z.string(),
          evidence: z.record(z.string(), z.string()),
        }),
      ),
      /** `power` in watts, `soc` per mille, `register` in kWh. */
      curve: z.array(
        z.object({
          at: instant,
          power: z.number().nullable(),
          soc: z.number().nullable(),
          register: decimalText.nullable(),
          frame: z.string(),
        }),
      ),
    }),
    price: z
      .object({
        hash: z.string().nullable(),
        versionId: idInput.nullable(),
        zone: z.string(),
        policy: z.object({ rounding: z.string(), energyDecimals: z.int() }),
      })
      .nullable(),
    lines: z.array(line),
    /** All but refunds. */
    journals: z.array(journal),
    hold: z
      .object({
        id: idInput,
        state: z.string(),
        principal: decimalText,
        gift: decimalText,
        usedPrincipal: decimalText,
        usedGift: decimalText,
        endJournalId: idInput.nullable(),
      })
      .nullable(),
    refunds: z.array(journal),
    proof: z.array(proof),
    /** No check is wrong. */
    proved: z.boolean(),
    asOf: instant,
  }),
})
export type OrderTraceAnswer = CallAnswer<typeof traceOfOrder>
