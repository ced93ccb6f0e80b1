import { type CallAnswer, dayInput, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { defineCommandAnswer } from '@wattyard/resource'
import { z } from 'zod'
import { monthClose } from '../month-close.ts'
import { isMonth, MONTH_CHECKS } from '../month-gate.ts'

const month = z.string().refine(isMonth, { error: 'notAMonth' })

export const monthCloseGate = defineCall({
  method: 'GET',
  path: '/api/finance/monthClose/gate',
  access: 'finance.monthClose:read',
  wholeTenant: true,
  summary: 'checks of a month that is to be closed',
  input: z.strictObject({ month: month.optional() }),
  output: z.object({
    month: z.string(),
    /** The one month that can be closed next. */
    nextMonth: z.string().nullable(),
    gate: z.array(
      z.object({
        check: z.enum(MONTH_CHECKS),
        state: z.enum(['ok', 'carry', 'blocked']),
        count: z.int(),
        why: z.string().exactOptional(),
        detail: z.record(z.string(), z.string()).exactOptional(),
      }),
    ),
    /** A second person has to approve the closing. */
    fourEyes: z.boolean(),
    debits: decimalText,
    credits: decimalText,
    asOf: instant,
  }),
})
export type MonthGateAnswer = CallAnswer<typeof monthCloseGate>

/** Closes a month, or proposes it to a second person where closing needs two. */
export const closeMonth = defineCommandAnswer(
  monthClose,
  'close',
  z.object({ id: idInput, month: z.string(), state: z.enum(['closed', 'proposed']) }),
)

/** Most days of vouchers in one file, a year. */
export const MAX_VOUCHER_DAYS = 366

/**
 * How an account that was debited and credited on a day stands in a voucher: with `both` sides, as the seal of the day has them, or with the
 * side on which more is (`net`).
 */
export const VOUCHER_SIDES = ['both', 'net'] as const

/** Input of the export of vouchers. */
export const voucherQuery = z.strictObject({
  from: dayInput,
  to: dayInput,
  sides: z.enum(VOUCHER_SIDES).default('both'),
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
})
