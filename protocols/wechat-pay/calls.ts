import {
  decoded,
  encoded,
  type JsonValue,
  parseForm,
  parseJson,
  PayError,
  readMessage,
  textOf,
  wireOf,
  writeForm,
} from '@wattyard/pay-frame'
import { z } from 'zod'
import { billAnswer, fundFlowBill, tradeBill } from './bill.ts'
import { certificatesAnswer } from './certificates.ts'
import { queryRefund, refund, refundAnswer } from './refund.ts'
import type { HttpCall, HttpRequest } from './request-signature.ts'
import {
  close,
  createJsapi,
  createNative,
  jsapiAnswer,
  nativeAnswer,
  queryByOutTradeNo,
  queryByTransactionId,
  transaction,
} from './transaction.ts'

interface CallShape {
  method: 'GET' | 'POST'
  /** `{name}` is a member of the call. */
  path: string
  /** Members that travel in the query; those neither in the path nor here are the body. */
  query: readonly string[]
  call: z.ZodType
  /** Null when the answer has no body (204). */
  answer: z.ZodType | null
}

/** Every call of this package. Members are named as on the wire. */
export const CALLS = {
  createNative: {
    method: 'POST',
    path: '/v3/pay/transactions/native',
    query: [],
    call: createNative,
    answer: nativeAnswer,
  },
  createJsapi: {
    method: 'POST',
    path: '/v3/pay/transactions/jsapi',
    query: [],
    call: createJsapi,
    answer: jsapiAnswer,
  },
  queryByOutTradeNo: {
    method: 'GET',
    path: '/v3/pay/transactions/out-trade-no/{out_trade_no}',
    query: ['mchid'],
    call: queryByOutTradeNo,
    answer: transaction,
  },
  queryByTransactionId: {
    method: 'GET',
    path: '/v3/pay/transactions/id/{transaction_id}',
    query: ['mchid'],
    call: queryByTransactionId,
    answer: transaction,
  },
  close: {
    method: 'POST',
    path: '/v3/pay/transactions/out-trade-no/{out_trade_no}/close',
    query: [],
    call: close,
    answer: null,
  },
  refund: { method: 'POST', path: '/v3/refund/domestic/refunds', query: [], call: refund, answer: refundAnswer },
  queryRefund: {
    method: 'GET',
    path: '/v3/refund/domestic/refunds/{out_refund_no}',
    query: [],
    call: queryRefund,
    answer: refundAnswer,
  },
  tradeBill: {
    method: 'GET',
    path: '/v3/bill/tradebill',
    query: ['bill_date', 'bill_type', 'tar_type'],
    call: tradeBill,
    answer: billAnswer,
  },
  fundFlowBill: {
    method: 'GET',
    path: '/v3/bill/fundflowbill',
    query: ['bill_date', 'account_type', 'tar_type'],
    call: fundFlowBill,
    answer: billAnswer,
  },
  certificates: { method: 'GET', path: '/v3/certificates', query: [], call: z.object({}), answer: certificatesAnswer },
} as const satisfies Record<string, CallShape>

type Calls = typeof CALLS
export type CallName = keyof Calls
export type Call<N extends CallName> = z.output<Calls[N]['call']>
export type Answer<N extends CallName> = Calls[N]['answer'] extends z.ZodType ? z.output<Calls[N]['answer']> : null
/** A call with its name. */
export type AnyCall = { [N in CallName]: { name: N; call: Call<N> } }[CallName]

type Wire = Record<string, JsonValue | undefined>

/** Writes a call; the result is what `signRequest` signs. @throws PayError `pay.bad-shape` */
export function writeCall<N extends CallName>(name: N, call: Call<N>): HttpCall {
  const shape: CallShape = CALLS[name]
  const wire = wireOf(shape.call, call) as Wire // every schema of a call is one of an object
  const inPath = namesIn(shape.path)
  const path = shape.path.replace(/\{(\w+)\}/g, (_whole, key: string) => encoded(textIn(wire, key)))
  const query = writeForm(
    shape.query.filter(key => wire[key] !== undefined).map(key => [key, textIn(wire, key)] as const),
  )
  const rest = Object.entries(wire).filter(([key]) => !inPath.includes(key) && !shape.query.includes(key))
  return {
    method: shape.method,
    path: query === '' ? path : `${path}?${query}`,
    body: shape.method === 'GET' ? '' : JSON.stringify(Object.fromEntries(rest)),
  }
}

/**
 * Reads a request, as the channel does after `verifyRequest`.
 * @throws PayError `pay.unknown-call`, `pay.bad-shape` and those of the readers of JSON, forms and texts
 */
export function readCall({ method, path, body }: HttpRequest): AnyCall {
  const [place = '', query = ''] = path.split(/\?(.*)/s, 2)
  for (const [name, shape] of Object.entries(CALLS) as [CallName, CallShape][]) {
    const inPath = shape.method === method ? matchPath(shape.path, place) : null
    if (inPath === null) continue
    const asked = parseForm(query)
    const wire = {
      ...bodyOf(shape, textOf(body)),
      ...Object.fromEntries(shape.query.flatMap(key => (asked.has(key) ? [[key, asked.get(key)]] : []))),
      ...inPath,
    }
    return { name, call: readMessage(shape.call, wire) } as AnyCall // name and schema come from the same entry
  }
  throw new PayError('pay.unknown-call')
}

/** Writes an answer; the result is what `signBody` signs. @throws PayError `pay.bad-shape` */
export function writeAnswer<N extends CallName>(name: N, answer: Answer<N>): string {
  const shape: CallShape = CALLS[name]
  return shape.answer === null ? '' : JSON.stringify(wireOf(shape.answer, answer))
}

/**
 * Reads the answer of a call that succeeded (200 or 204), after `verifyBody`.
 * @throws PayError `pay.bad-shape` and those of the readers of JSON and texts
 */
export function readAnswer<N extends CallName>(name: N, body: HttpRequest['body']): Answer<N> {
  const shape: CallShape = CALLS[name]
  const text = textOf(body)
  if (shape.answer !== null) return readMessage(shape.answer, parseJson(text).value) as Answer<N> // the schema of the entry
  if (text !== '') throw new PayError('pay.bad-shape')
  return null as Answer<N> // the entry has no answer
}

/** Members in paths and queries are texts on the wire. */
function textIn(wire: Wire, key: string): string {
  const value = wire[key]
  if (typeof value !== 'string') throw new PayError('pay.bad-shape', key)
  return value
}

function bodyOf(shape: CallShape, text: string): object {
  if (shape.method === 'GET') {
    if (text !== '') throw new PayError('pay.bad-shape', 'body')
    return {}
  }
  const { value } = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new PayError('pay.bad-shape', 'body')
  return value
}

function namesIn(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1] ?? '')
}

/** Returns the members in a path, or null when it is another call's. A plus sign stands for itself in a path. */
function matchPath(template: string, path: string): Record<string, string> | null {
  const [expected, found] = [template.split('/'), path.split('/')]
  if (expected.length !== found.length) return null
  const members: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const name = namesIn(part)[0]
    const given = found[index] ?? ''
    if (name !== undefined) members[name] = given
    else if (part !== given) return null
  }
  return Object.fromEntries(Object.entries(members).map(([key, part]) => [key, decoded(part.replaceAll('+', '%2B'))]))
}
