import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fen } from '@wattyard/money'
import { MINUTE_MS, systemClock } from '@wattyard/time'
import { aMerchant, CallFailed, createTestMerchant } from '@wattyard/app-simulator/wechat-pay/testing/merchant'
import { anOrder, aRefund, openWorld, type World } from '@wattyard/app-simulator/wechat-pay/testing'
import {
  comparePaid,
  PART_FACTS,
  type PartEvent,
  PAYMENT_FACTS,
  type PaymentEvent,
  type PaymentState,
  paymentTransition,
  type PartState,
  partTransition,
} from '@wattyard/payments/contract'
import { ROOT } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const MCHID = '1900009191'
const APPID = 'wx8888888888888888'
const WITNESS = { isWanted: true, isByHand: false, isWhole: true, unknownAnswers: 2, sinceCreateMs: MINUTE_MS }
const PART_WITNESS = {
  isByHand: false,
  unknownAnswers: 2,
  sinceSentMs: MINUTE_MS,
  heir: null,
  isUnproved: false,
  isRefused: false,
}

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())

const failures = (call: string, ...codes: string[]) =>
  world.tell('/failures', { call, failures: codes.map(code => ({ code })) })
const faults = (answers: Record<string, number>) => world.tell('/faults', { seed: 1, answers })
const calm = () => faults({})

/** What a product makes of the end of a call: the table's word for the protocol's advice. */
async function eventOf<E extends string>(
  call: Promise<unknown>,
  words: { done: (answer: unknown) => E; retry: E; query: E; refused: E },
): Promise<E> {
  try {
    return words.done(await call)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.advice === 'done') return words.done(null)
    if (error.advice === 'retry') return words.retry
    return error.advice === 'query' ? words.query : words.refused
  }
}

describe('every fact of a payment can be had from the stand-in', () => {
  const seen = new Set<PaymentEvent>()
  let states: PaymentState[] = []
  const note = (event: PaymentEvent) => {
    seen.add(event)
    const last = states.at(-1) ?? 'created'
    states.push(paymentTransition(last, event, WITNESS).state)
  }
  const create = async (number: string, change: object = {}) =>
    note(
      await eventOf<PaymentEvent>(world.order(number, change), {
        done: () => 'create-done',
        retry: 'create-later',
        query: 'create-unclear',
        refused: 'create-refused',
      }),
    )
  const close = async (out_trade_no: string) =>
    note(
      await eventOf<PaymentEvent>(world.merchant.call('close', { out_trade_no, mchid: MCHID }), {
        done: () => 'close-done',
        retry: 'close-later',
        query: 'close-unclear',
        refused: 'close-unclear',
      }),
    )
  const ask = async (out_trade_no: string, expected = 5_000n) => {
    try {
      const found = await world.merchant.call('queryByOutTradeNo', { out_trade_no, mchid: MCHID })
      const { trade_state: state, transaction_id: channelNo = '', amount, mchid, appid = '' } = found
      if (state === 'NOTPAY') return note('still-open')
      if (state === 'CLOSED') return note('is-closed')
      if (state === 'PAYERROR') return note('has-failed')
      const fact = {
        number: out_trade_no,
        channelNo,
        amount: amount?.total ?? fen(0n),
        merchantNo: mchid,
        appNo: appid,
      }
      const own = { number: out_trade_no, channelNo: null, amount: fen(expected), merchantNo: MCHID, appNo: APPID }
      return note(comparePaid(own, fact).event)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      return note(error.code === 'ORDER_NOT_EXIST' ? 'number-unknown' : 'query-refused')
    }
  }
  const through = async (...steps: (() => Promise<unknown>)[]): Promise<PaymentState[]> => {
    states = []
    for (const step of steps) await step()
    return states
  }

  test('paid after a limited, a lost and a repeated request', async () => {
    const number = 'P-FACT-0001'
    const course = await through(
      () => faults({ limited: 1 }),
      () => create(number),
      () => faults({ 'done-later': 1 }),
      () => create(number),
      calm,
      () => ask(number),
      () => create(number),
      () => ask(number),
      async () => world.tell('/payer', { code: await world.order(number), does: 'pays' }),
      () => ask(number),
    )
    expect(course).toEqual(['created', 'unclear', 'created', 'open', 'open', 'paid'])
  })

  test('refused, and closed, failed or paid otherwise', async () => {
    expect(await through(() => create('P-FACT-0002', { appid: 'wx0' }))).toEqual(['refused'])
    const [closed, failed, paid] = ['P-FACT-0003', 'P-FACT-0004', 'P-FACT-0005'] as const
    const course = await through(
      () => create(closed),
      () => failures('close', 'FREQUENCY_LIMITED'),
      () => close(closed),
      () => faults({ 'bad-gateway': 1 }),
      () => close(closed),
      calm,
      () => close(closed),
      () => close(closed),
      () => ask(closed),
    )
    expect(course).toEqual(['open', 'open', 'open', 'closed', 'closed', 'closed'])
    const other = await through(
      () => create(failed),
      async () => world.tell('/payer', { code: await world.order(failed), does: 'fails-for-good' }),
      () => ask(failed),
    )
    expect(other).toEqual(['open', 'refused'])
    const otherwise = await through(
      () => create(paid),
      () => failures('queryByOutTradeNo', 'NO_AUTH'),
      () => ask(paid),
      async () => world.tell('/payer', { code: await world.order(paid), does: 'pays' }),
      () => ask(paid, 4_999n),
      () => close(paid),
      () => ask(paid),
    )
    expect(otherwise).toEqual(['open', 'open', 'open', 'open', 'paid'])
  })

  test('none is missing', () => {
    expect([...seen].toSorted()).toEqual([...PAYMENT_FACTS].toSorted())
  })
})

describe('every fact of a refund can be had from the stand-in', () => {
  const seen = new Set<PartEvent>()
  const course: PartState[] = []
  const FACT_OF = {
    PROCESSING: 'is-pending',
    SUCCESS: 'is-done',
    ABNORMAL: 'is-abnormal',
    CLOSED: 'is-closed',
  } as const
  const note = (event: PartEvent) => {
    seen.add(event)
    course.push(partTransition(course.at(-1) ?? 'waiting', event, PART_WITNESS).state)
  }
  const factOf = (answer: unknown): PartEvent => FACT_OF[(answer as { status: keyof typeof FACT_OF }).status]
  const send = async (number: string, part: string, amount = 100n) => {
    note('claimed')
    note(
      await eventOf<PartEvent>(world.merchant.call('refund', aRefund(number, part, amount)), {
        done: factOf,
        retry: 'said-later',
        query: 'said-unclear',
        refused: 'said-refused',
      }),
    )
  }
  const ask = async (out_refund_no: string) => {
    try {
      note(factOf(await world.merchant.call('queryRefund', { out_refund_no })))
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      note(error.code === 'RESOURCE_NOT_EXISTS' ? 'number-unknown' : 'query-refused')
    }
  }
  const end = (out_refund_no: string, ends: string) => world.tell('/refund', { mchid: MCHID, out_refund_no, ends })

  test('later, unclear, unknown, pending, abnormal, done; closed; refused', async () => {
    await world.paid('P-PART-0001')
    await failures('refund', 'FREQUENCY_LIMITED')
    await send('P-PART-0001', 'R-1')
    await faults({ failed: 1 })
    await send('P-PART-0001', 'R-1')
    await calm()
    await ask('R-1')
    await send('P-PART-0001', 'R-1')
    await ask('R-1')
    await end('R-1', 'ABNORMAL')
    await ask('R-1')
    await failures('queryRefund', 'SIGN_ERROR')
    await ask('R-1')
    await end('R-1', 'SUCCESS')
    await ask('R-1')
    expect(course.splice(0)).toEqual([
      'sending',
      'waiting',
      'sending',
      'unclear',
      'waiting',
      'sending',
      'accepted',
      'accepted',
      'abnormal',
      'abnormal',
      'done',
    ])
    await send('P-PART-0001', 'R-2')
    await end('R-2', 'CLOSED')
    await ask('R-2')
    expect(course.splice(0)).toEqual(['sending', 'accepted', 'failed'])
    await send('P-NOBODY-0001', 'R-3')
    expect(course.splice(0)).toEqual(['sending', 'failed'])
  })

  test('none is missing but what the product says itself', () => {
    const ours: readonly PartEvent[] = ['claimed', 'claim-lost']
    const facts = PART_FACTS.filter(fact => !ours.includes(fact))
    expect([...seen].filter(event => !ours.includes(event)).toSorted()).toEqual(facts.toSorted())
  })
})

describe('a process that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wechat-pay-'))
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const known = aMerchant(MCHID, 'publicKey')

  /** Starts the stand-in as people do, with the merchant of the tests. */
  const start = async () => {
    const args = ['apps/simulator/main.ts', 'wechat', '--folder', folder, '--port', '0', '--control', '0', '--keep']
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    let printed = ''
    for await (const piece of child.stdout) {
      printed += String(piece)
      if (/control door: \S+\n/.test(printed)) break
    }
    const [url = '', door = ''] = printed.match(/http:\S+/g) ?? []
    const { publicKey } = (await (await fetch(`${door}/keys`)).json()) as { publicKey: { id: string; pem: string } }
    const channel = { url, clock: systemClock, keys: { publicKey: () => publicKey } }
    const pay = (code: string) =>
      fetch(`${door}/payer`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code, does: 'pays' }),
      })
    const stop = async (signal: NodeJS.Signals) => {
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    }
    const notices = async () => (await (await fetch(`${door}/notices`)).json()) as object[]
    return { merchant: createTestMerchant(channel, known), id: publicKey.id, pay, notices, stop }
  }

  test('has kept what it told, and a signal ends it at once', async () => {
    const { rate, ...merchant } = known
    writeFileSync(join(folder, 'merchants.json'), JSON.stringify([{ ...merchant, rate_ppm: Number(rate) }]))
    const first = await start()
    const { prepay_id } = await first.merchant.call('createJsapi', anOrder('P-KILLED-0001'))
    expect((await first.pay(prepay_id)).status).toBe(200)
    await first.merchant.call('refund', aRefund('P-KILLED-0001', 'R-KILLED', 1_000n))
    expect(await first.stop('SIGKILL')).toBeNull()
    const second = await start()
    expect(second.id).toBe(first.id)
    const asked = { out_trade_no: 'P-KILLED-0001', mchid: MCHID }
    expect(await second.merchant.call('queryByOutTradeNo', asked)).toMatchObject({ trade_state: 'REFUND' })
    expect(await second.merchant.call('queryRefund', { out_refund_no: 'R-KILLED' })).toMatchObject({
      status: 'PROCESSING',
    })
    expect(await second.notices()).toMatchObject([{ out_trade_no: 'P-KILLED-0001', state: 'waiting' }])
    expect(await second.stop('SIGTERM')).toBe(0)
  })
})
