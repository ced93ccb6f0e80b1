import { type Body, matching, parseJson, PayError, text, textOf } from '@wattyard/pay-frame'
import { z } from 'zod'
import { CALLS, type CallName } from './calls.ts'

/**
 * What to do after a call that failed. `retry`: the same call again later, with the same numbers. `query`: find out first what
 * happened. `give-up`: nothing happened, and the same call will fail again. `unless-done`: the same, unless what was asked for was done
 * before, which a query tells. `done`: what was asked for is the case already.
 */
export type Advice = 'retry' | 'query' | 'give-up' | 'unless-done' | 'done'

export interface Failure {
  advice: Advice
  /** Null when the answer is none of the channel's. */
  code: string | null
  /** The channel's words for developers. */
  message: string
}

type Rule = Partial<Record<CallName, Advice>> & { other: Advice }
const always = (other: Advice): Rule => ({ other })

/**
 * By the channel's code. Codes as documented with each call (see transaction.ts, refund.ts, bill.ts); some have an older spelling that still occurs.
 */
const RULES: Readonly<Record<string, Rule>> = {
  // It says nothing about what was done. Money that may be on its way back must not go another way meanwhile.
  SYSTEM_ERROR: { other: 'retry', refund: 'query' },
  FREQUENCY_LIMITED: always('retry'),
  FREQUENCY_LIMIT_EXCEED: always('retry'),
  RATELIMIT_EXCEEDED: always('retry'),
  BANK_ERROR: always('query'),
  USERPAYING: always('query'),
  // The number exists, perhaps paid.
  OUT_TRADE_NO_USED: always('query'),
  ORDERPAID: always('query'),
  ORDER_PAID: always('query'),
  ORDER_CLOSED: { other: 'give-up', close: 'done' },
  // An order whose creation is still on its way can appear later, so a close without an order is not done.
  ORDER_NOT_EXIST: always('give-up'),
  ORDERNOTEXIST: always('give-up'),
  RESOURCE_NOT_EXISTS: always('give-up'),
  // Of a refund it also means that the payment is refunded already.
  INVALID_REQUEST: { other: 'give-up', refund: 'unless-done' },
  // The merchant's balance is short: the same refund succeeds once there is money.
  NOT_ENOUGH: always('retry'),
  NOTENOUGH: always('retry'),
  USER_ACCOUNT_ABNORMAL: always('give-up'),
  TRADE_OVERDUE: always('give-up'),
  TRADE_ERROR: always('give-up'),
  ACCOUNT_ERROR: always('give-up'),
  RULE_LIMIT: always('give-up'),
  REQUEST_BLOCKED: always('give-up'),
  NO_AUTH: always('give-up'),
  PARAM_ERROR: always('give-up'),
  SIGN_ERROR: always('give-up'),
  MCH_NOT_EXISTS: always('give-up'),
  APPID_MCHID_NOT_MATCH: always('give-up'),
  OPENID_MISMATCH: always('give-up'),
  INVALID_TRANSACTIONID: always('give-up'),
  STATEMENT_CREATING: always('retry'),
  // A day without payments, or without movements, has no file.
  NO_STATEMENT_EXIST: always('done'),
}

/** Every code that has a rule. */
export const KNOWN_CODES: readonly string[] = Object.keys(RULES)

const errorAnswer = z.object({ code: matching(/[A-Z][A-Z0-9_]{0,63}/), message: text(1_024) })

/**
 * Reads the answer of a call that failed and says what to do. Never throws: an answer that cannot be read, or that nobody
 * verified (a proxy, a broken connection), tells nothing about what happened.
 * @param status HTTP status, or null when there was no answer
 * @param isVerified whether `verifyBody` accepted the answer
 */
export function readFailure(
  name: CallName,
  { status, body, isVerified }: { status: number | null; body: Body; isVerified: boolean },
): Failure {
  const unknown: Advice = CALLS[name].method === 'GET' ? 'retry' : 'query'
  const answer = isVerified ? parsed(body) : null
  if (answer === null) return { advice: unknown, code: null, message: '' }
  const rule = Object.hasOwn(RULES, answer.code) ? RULES[answer.code] : undefined
  return { ...answer, advice: rule?.[name] ?? rule?.other ?? adviceOf(status, unknown) }
}

/** What a failure says of the place that is wrong (pay.weixin.qq.com/doc/v3/merchant/4012081709); for developers only. */
export interface FailureDetail {
  location?: string
  field?: string
  issue?: string
  sign_information?: Readonly<Record<string, string | number>>
}

/** Writes the answer to a call that fails, as the channel does. */
export function writeFailure(code: string, message: string, detail?: FailureDetail): string {
  return JSON.stringify({ code, message, ...(detail === undefined ? {} : { detail }) })
}

/** Of a code without a rule. */
function adviceOf(status: number | null, unknown: Advice): Advice {
  if (status === 429) return 'retry'
  return status !== null && status >= 400 && status < 500 ? 'give-up' : unknown
}

function parsed(body: Body): { code: string; message: string } | null {
  try {
    const result = errorAnswer.safeParse(parseJson(textOf(body)).value)
    return result.success ? result.data : null
  } catch (error) {
    if (error instanceof PayError) return null
    throw error
  }
}
