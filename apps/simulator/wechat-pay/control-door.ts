import type { IncomingMessage, ServerResponse } from 'node:http'
import { fen, negFen } from '@wattyard/money'
import { CALLS } from '@wattyard/wechat-pay'
import { z } from 'zod'
import { type Desk, nowOf } from './desk.ts'
import { ANSWER_FAULTS, areShares, type FaultPlan, NOTICE_FAULTS } from './faults.ts'
import { balanceOf, bookFlow } from './flows.ts'
import { readBody } from './http-body.ts'
import { actAsPayer, DEEDS } from './orders.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { endRefund } from './refunds.ts'
import { ChannelRefusal, isRefusalCode, refusal } from './refusals.ts'

interface Controls {
  desk: Desk
  keys: PlatformKeys
  /** Puts a new certificate in the place of the newest; returns its serial. */
  rotate(): string
  setFaults(plan: FaultPlan): void
  /** Orders failures of the next calls of a name. */
  order(call: string, failures: ChannelRefusal[]): void
}

const share = z.number().min(0).max(1)
const sharesOf = <N extends string>(names: readonly [N, ...N[]]) =>
  z
    .partialRecord(z.enum(names), share)
    .refine(shares => areShares(Object.values<number | undefined>(shares)), 'more than 1 together')
    .optional()

/** What the door takes, by path. None of this exists at WeChat Pay. */
const ORDERS = {
  /** The payer who has this prepay id or code_url open pays, fails, or leaves. */
  '/payer': z.strictObject({ code: z.string(), does: z.enum(DEEDS) }),
  '/refund': z.strictObject({
    mchid: z.string(),
    out_refund_no: z.string(),
    ends: z.enum(['SUCCESS', 'ABNORMAL', 'CLOSED']),
  }),
  /** The merchant takes money out of its account. */
  '/withdraw': z.strictObject({ mchid: z.string(), amount_fen: z.int().min(1) }),
  /** A new platform certificate signs from now on. */
  '/rotate': z.strictObject({}),
  '/faults': z.strictObject({
    seed: z.int(),
    answers: sharesOf(ANSWER_FAULTS),
    notices: sharesOf(NOTICE_FAULTS),
    late_ms: z.int().min(0).max(600_000).optional(),
  }),
  /** The next calls of this name fail with these codes, one after the other. */
  '/failures': z.strictObject({
    call: z.enum(Object.keys(CALLS) as [keyof typeof CALLS, ...(keyof typeof CALLS)[]]),
    failures: z.array(z.strictObject({ code: z.string(), status: z.int().min(400).max(599).optional() })).max(100),
  }),
  /** Moves the stand-in's clock, and what is due with it. */
  '/clock': z.strictObject({ advance_ms: z.int().min(0) }),
} as const
type Path = keyof typeof ORDERS
type Asked = { [P in Path]: { path: P; asked: z.output<(typeof ORDERS)[P]> } }[Path]
type Result = { status: number; body: unknown }

const refused = (reason: string): Result => ({ status: 409, body: { reason } })
const unknown = (what: string): Result => ({ status: 404, body: { reason: `no such ${what}` } })
const done = (body: object = {}): Result => ({ status: 200, body })

/** Creates the control door: plain JSON for the test bed and the demo, without any signature, so it belongs on loopback alone. */
export function createControlDoor(
  controls: Controls,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const result = await answerTo(controls, request)
    response.writeHead(result.status, { 'Content-Type': 'application/json; charset=utf-8' })
    response.end(`${JSON.stringify(result.body, writeBigint)}\n`)
  }
}

/** Amounts leave as numbers of fen. */
const writeBigint = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)

async function answerTo(controls: Controls, request: IncomingMessage): Promise<Result> {
  // A foreign name that leads to this machine is how a page elsewhere would read what is here.
  if (!/^(127\.0\.0\.1|localhost):\d+$/.test(request.headers.host ?? ''))
    return { status: 421, body: { reason: 'ask 127.0.0.1 or localhost' } }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (request.method === 'GET') return show(controls, pathname, searchParams.get('mchid') ?? undefined)
  // A page in a browser of this machine may post forms anywhere; it may not send JSON without being asked.
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
    return { status: 415, body: { reason: 'POST with Content-Type application/json' } }
  const given = readJson(await readBody(request))
  if (!isPath(pathname)) return unknown('path')
  const read = ORDERS[pathname].safeParse(given)
  if (!read.success) return { status: 400, body: { reason: z.prettifyError(read.error) } }
  return await carryOut(controls, { path: pathname, asked: read.data } as Asked) // path and schema belong together
}

const isPath = (path: string): path is Path => Object.hasOwn(ORDERS, path)

function readJson(body: Buffer | null): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? '')
  } catch {
    return undefined
  }
}

function show({ desk: { book, clock }, keys }: Controls, path: string, mchid?: string): Result {
  switch (path) {
    case '/orders':
      return done([...book.orders(mchid)])
    case '/refunds':
      return done([...book.refunds(mchid)])
    case '/notices':
      return done([...book.notices()].filter(one => mchid === undefined || one.mchid === mchid))
    case '/account':
      return mchid === undefined
        ? unknown('merchant')
        : done({ balance_fen: balanceOf(book, mchid), flows: book.flows(mchid) })
    case '/keys':
      return done({ publicKey: keys.publicKey(), certificates: keys.listedAt(clock.now()) })
    case '/clock':
      return done({ now: clock.now() })
    default:
      return unknown('path')
  }
}

async function carryOut({ desk, rotate, setFaults, order }: Controls, { path, asked }: Asked): Promise<Result> {
  const { book, clock } = desk
  switch (path) {
    case '/payer': {
      const found = book.orderBy(asked.code)
      if (found === undefined) return unknown('code')
      const obstacle = actAsPayer(desk, found, asked.code, asked.does)
      if (obstacle !== null) return refused(obstacle)
      return done(book.order(found.mchid, found.out_trade_no))
    }
    case '/refund': {
      const refund = book.refund(asked.mchid, asked.out_refund_no)
      if (refund === undefined) return unknown('refund')
      return endRefund(desk, refund, asked.ends)
        ? done(book.refund(refund.mchid, refund.out_refund_no))
        : refused(refund.state)
    }
    case '/withdraw': {
      const amount = fen(BigInt(asked.amount_fen))
      if (balanceOf(book, asked.mchid) < amount) return refused('NOT_ENOUGH')
      const number = `T${String(book.nextSerial()).padStart(12, '0')}`
      const named = { mchid: asked.mchid, at: nowOf(desk), channel_no: number, voucher: number }
      bookFlow(book, { ...named, kind: '提现', amount_fen: negFen(amount), remark: '' })
      return done({ balance_fen: balanceOf(book, asked.mchid) })
    }
    case '/rotate':
      return done({ serial: rotate() })
    case '/faults':
      setFaults(planOf(asked))
      return done()
    case '/failures':
      order(
        asked.call,
        asked.failures.map(({ code, status }) => failureOf(code, status)),
      )
      return done()
    case '/clock':
      await clock.advance(asked.advance_ms)
      return done({ now: clock.now() })
  }
}

/** Also codes that the stand-in never gives of itself. */
function failureOf(code: string, status?: number): ChannelRefusal {
  if (status === undefined && isRefusalCode(code)) return refusal(code)
  return new ChannelRefusal(status ?? 400, code, code)
}

function planOf({ seed, answers, notices, late_ms }: z.output<(typeof ORDERS)['/faults']>): FaultPlan {
  return {
    seed,
    ...(answers === undefined ? {} : { answers }),
    ...(notices === undefined ? {} : { notices }),
    ...(late_ms === undefined ? {} : { late_ms }),
  }
}
