import type { z } from 'zod'
import {
  bill,
  billAnswer,
  cancel,
  cancelAnswer,
  close,
  closeAnswer,
  create,
  createAnswer,
  precreate,
  precreateAnswer,
  query,
  queryAnswer,
  queryRefund,
  queryRefundAnswer,
  refund,
  refundAnswer,
} from './trade.ts'

interface CallShape {
  /** Name on the wire. */
  method: string
  call: z.ZodType
  answer: z.ZodType
  /** Whether asking again can change nothing. */
  isQuestion: boolean
}

/** Every call of this package. Members are named as on the wire. */
export const CALLS = {
  precreate: { method: 'alipay.trade.precreate', call: precreate, answer: precreateAnswer, isQuestion: false },
  create: { method: 'alipay.trade.create', call: create, answer: createAnswer, isQuestion: false },
  query: { method: 'alipay.trade.query', call: query, answer: queryAnswer, isQuestion: true },
  close: { method: 'alipay.trade.close', call: close, answer: closeAnswer, isQuestion: false },
  cancel: { method: 'alipay.trade.cancel', call: cancel, answer: cancelAnswer, isQuestion: false },
  refund: { method: 'alipay.trade.refund', call: refund, answer: refundAnswer, isQuestion: false },
  queryRefund: {
    method: 'alipay.trade.fastpay.refund.query',
    call: queryRefund,
    answer: queryRefundAnswer,
    isQuestion: true,
  },
  bill: {
    method: 'alipay.data.dataservice.bill.downloadurl.query',
    call: bill,
    answer: billAnswer,
    isQuestion: true,
  },
} as const satisfies Record<string, CallShape>

type Calls = typeof CALLS
export type CallName = keyof Calls
export type Call<N extends CallName> = z.output<Calls[N]['call']>
export type Answer<N extends CallName> = z.output<Calls[N]['answer']>
/** A call with its name. */
export type AnyCall = { [N in CallName]: { name: N; call: Call<N> } }[CallName]

/** Returns the parts of a call with their general types. */
export const shapeOf = (name: CallName): CallShape => CALLS[name]

/** Returns the call with a method of the wire. */
export function callOf(method: string): CallName | null {
  const names = Object.keys(CALLS) as CallName[] // the keys of the table
  return names.find(name => CALLS[name].method === method) ?? null
}
