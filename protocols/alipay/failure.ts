import { type CallName, shapeOf } from './calls.ts'

/**
 * What to do after a call that failed. `retry`: the same call again later, with the same numbers. `query`: find out first what
 * happened. `give-up`: nothing happened, and the same call will fail again. `done`: what was asked for is the case already.
 */
export type Advice = 'retry' | 'query' | 'give-up' | 'done'

export interface Failure {
  advice: Advice
  /** Gateway code: `20000`, `40004`, … */
  code: string
  /** Reason within the code: `ACQ.TRADE_NOT_EXIST`. */
  subCode: string | null
  /** The channel's words for developers. */
  message: string
}

type Rule = Partial<Record<CallName, Advice>> & { other: Advice }
const always = (other: Advice): Rule => ({ other })

/** By sub_code, as documented with each method on opendocs.alipay.com. */
const RULES: Readonly<Record<string, Rule>> = {
  // Whether the order exists is unknown; the other calls are repeated with the same numbers.
  'ACQ.SYSTEM_ERROR': { other: 'retry', precreate: 'query', create: 'query' },
  // As some methods spell it.
  'AQC.SYSTEM_ERROR': { other: 'retry', precreate: 'query', create: 'query' },
  'aop.ACQ.SYSTEM_ERROR': { other: 'retry', precreate: 'query', create: 'query' },
  'isp.unknow-error': { other: 'query', query: 'retry', queryRefund: 'retry', bill: 'retry' },
  'ACQ.TRADE_HAS_SUCCESS': always('query'),
  'ACQ.TRADE_HAS_CLOSE': { other: 'give-up', close: 'done', cancel: 'done' },
  'ACQ.TRADE_HAS_FINISHED': { other: 'give-up', close: 'query' },
  // Of a payment by QR code also before the payer has scanned it: nothing is there to close.
  'ACQ.TRADE_NOT_EXIST': { other: 'give-up', close: 'done', cancel: 'done' },
  // Paid, closed or refunded: only a query tells.
  'ACQ.TRADE_STATUS_ERROR': always('query'),
  'ACQ.REASON_TRADE_STATUS_INVALID': always('query'),
  // The same number with another amount or buyer: the number is taken.
  'ACQ.CONTEXT_INCONSISTENT': always('query'),
  'ACQ.DISCORDANT_REPEAT_REQUEST': always('query'),
  'ACQ.TRADE_BUYER_NOT_MATCH': always('give-up'),
  // Succeeds once the merchant's account has money.
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': always('retry'),
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': always('query'),
  'ACQ.REASON_TRADE_REFUND_FEE_ERR': always('query'),
  'ACQ.REASON_TRADE_BEEN_FREEZEN': always('give-up'),
  'ACQ.TRADE_NOT_ALLOW_REFUND': always('give-up'),
  'ACQ.TRADE_CANCEL_TIME_OUT': always('give-up'),
  'ACQ.CANCEL_NOT_ALLOWED': always('give-up'),
  'ACQ.INVALID_PARAMETER': always('give-up'),
  'ACQ.ACCESS_FORBIDDEN': always('give-up'),
  'ACQ.PARTNER_ERROR': always('give-up'),
  'ACQ.EXIST_FORBIDDEN_WORD': always('give-up'),
  'ACQ.TOTAL_FEE_EXCEED': always('give-up'),
  'ACQ.BUYER_SELLER_EQUAL': always('give-up'),
  'ACQ.BUYER_ENABLE_STATUS_FORBID': always('give-up'),
  'ACQ.BUYER_PAYMENT_AMOUNT_DAY_LIMIT_ERROR': always('give-up'),
  'ACQ.BEYOND_PAY_RESTRICTION': always('give-up'),
  // A day without payments, or without movements, has no file. The gateway spells it differently from its documents.
  'isp.bill_not_exist': always('done'),
  BILL_NOT_EXIST: always('done'),
}

/** By code, when the sub_code has no rule: documented common codes of the gateway. */
const COMMON: Readonly<Record<string, Advice>> = {
  // Authorisation, missing and wrong parameters, permissions: refused before anything happened.
  '20001': 'give-up',
  '40001': 'give-up',
  '40002': 'give-up',
  '40003': 'give-up',
  '40006': 'give-up',
  // Too many calls.
  '40005': 'retry',
}

/** Every sub_code that has a rule. */
export const KNOWN_SUB_CODES: readonly string[] = Object.keys(RULES)

/**
 * Returns what to do after a call that failed.
 * @param said codes of a signed answer; null when there was no answer or nobody signed it: then nothing is known, a change is
 * looked up and a question asked again
 */
export function adviceOf(name: CallName, said: { code: string; subCode: string | null } | null): Advice {
  const unknown: Advice = shapeOf(name).isQuestion ? 'retry' : 'query'
  if (said === null) return unknown
  const key = said.subCode ?? ''
  const rule = Object.hasOwn(RULES, key) ? RULES[key] : undefined
  if (rule !== undefined) return rule[name] ?? rule.other
  return Object.hasOwn(COMMON, said.code) ? (COMMON[said.code] ?? unknown) : unknown
}
