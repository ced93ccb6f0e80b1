import { type CallAnswer, decimalText, defineCall, idInput } from '@wattyard/calls'
import { PERIOD_KINDS } from '@wattyard/time'
import { z } from 'zod'

/** Commands of an order whose consequences can be asked for beforehand. */
export const PLANNED_COMMANDS = ['settleByHand', 'assignMember', 'acceptEstimate', 'refund', 'waive'] as const
export type PlannedCommand = (typeof PLANNED_COMMANDS)[number]

const amount = z.string().trim().min(1).max(30)

const parts = z.object({ principal: decimalText, gift: decimalText })

/**
 * Tells what a decision about an order would do, by the plan that the command itself follows: the bill, what is taken from which
 * wallet, and whether a second person has to agree. Nothing is changed; values that the command would refuse are refused alike.
 */
export const planDecision = defineCall({
  method: 'GET',
  path: '/api/charging/order/plan',
  access: 'charging.order:read',
  summary: 'what a decision about an order would bill and take, and whether a second person has to agree',
  input: z.strictObject({
    id: idInput,
    command: z.enum(PLANNED_COMMANDS),
    /** Energy in kWh for a manual settlement. */
    energy: amount.optional(),
    /** Member to be assigned. */
    member: idInput.optional(),
    /** Amount of a refund. */
    amount: amount.optional(),
  }),
  output: z.object({
    /** Null for a refund and a waiver, and while something else keeps the order from being billed. */
    bill: z
      .object({
        energy: decimalText,
        total: decimalText,
        lines: z.array(
          z.object({
            period: z.enum(PERIOD_KINDS),
            energy: decimalText,
            /** Electricity and service together, per kWh. */
            price: decimalText,
            amount: decimalText,
          }),
        ),
      })
      .nullable(),
    /** Who pays; null when nobody is known. */
    payer: z.object({ name: z.string(), code: z.string() }).nullable(),
    /** How the bill is paid; null without one. */
    payment: z
      .object({
        /** From the money held for the order. */
        held: parts,
        /** From the rest of the wallet. */
        wallet: parts,
        /** Stays owed. */
        owed: decimalText,
      })
      .nullable(),
    /** Most energy in kWh that the pile could deliver in the time, where a person states the energy. */
    most: decimalText.nullable(),
    /** What a waiver gives up; null for other commands, and where energy has no price. */
    waived: decimalText.nullable(),
    second: z.object({
      /** Amount from which a second person has to agree; null when never. */
      from: decimalText.nullable(),
      /** The command would wait for a second person now. */
      waits: z.boolean(),
    }),
    /** Requests on the order that wait for a second person: the command ends them, or cannot be asked for beside one of its own. */
    waiting: z.array(
      z.object({
        command: z.string(),
        askedBy: z.string(),
        /** Asked by the caller. */
        isOwn: z.boolean(),
        amount: decimalText.nullable(),
      }),
    ),
  }),
})
export type DecisionPlan = CallAnswer<typeof planDecision>
