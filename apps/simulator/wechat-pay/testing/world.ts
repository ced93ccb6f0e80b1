import { fen } from '@wattyard/money'
import type { Call } from '@wattyard/wechat-pay'
import type { MerchantText } from '../merchants.ts'
import { createPacedClock, type PacedClock } from '../paced-clock.ts'
import { type StandIn, type StandInOptions, startStandIn } from '../stand-in.ts'
import {
  aMerchant,
  APPID,
  createTestMerchant,
  KEYS,
  NOTIFY_ORIGIN,
  NOTIFY_URL,
  OPENID,
  openReceiver,
  START,
  type TestMerchant,
  type TestReceiver,
} from './test-merchant.ts'

/** A stand-in whose clock stands still, a merchant, and where its notifications arrive. */
export interface World {
  standIn: StandIn
  merchant: TestMerchant
  receiver: TestReceiver
  clock: PacedClock
  /** Tells the control door something; returns status and body. */
  tell(path: string, body: object): Promise<{ status: number; body: unknown }>
  /** Shows what the control door knows. */
  show(path: string): Promise<unknown>
  /** Creates an order and returns its prepay id. */
  order(outTradeNo: string, change?: Partial<Call<'createJsapi'>>): Promise<string>
  /** Creates an order that its payer pays at once. */
  paid(outTradeNo: string, total?: bigint): Promise<void>
  stop(): Promise<void>
}

/** Opens a world. @param options of the stand-in; the merchant is the first of its merchants */
export async function openWorld(options: Partial<StandInOptions> = {}): Promise<World> {
  const merchants: readonly MerchantText[] = options.merchants ?? [aMerchant()]
  const [own = aMerchant()] = merchants
  const { faults, ...rest } = options
  const clock = options.clock ?? createPacedClock({ stoppedAt: START })
  const errors: unknown[] = []
  let merchant: TestMerchant | null = null
  const receiver = await openReceiver(() => ({
    keys: merchant?.keys ?? [],
    apiV3Key: own.apiV3Key,
    now: clock.now(),
  }))
  const standIn = await startStandIn({
    keys: KEYS,
    clock,
    controlPort: 0,
    routes: { [NOTIFY_ORIGIN]: receiver.origin },
    ...rest,
    merchants,
    onError: error => errors.push(error),
  })
  merchant = createTestMerchant(standIn, own)
  if (own.mode === 'certificate') await merchant.fetchKeys()
  const known = merchant
  const tell = async (path: string, body: object) => {
    const answer = await fetch(`${standIn.controlUrl ?? ''}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  // The merchant has its keys before anything goes wrong.
  if (faults !== undefined) await tell('/faults', faults)
  const order = async (outTradeNo: string, change: Partial<Call<'createJsapi'>> = {}) => {
    const { prepay_id } = await known.call('createJsapi', { ...anOrder(outTradeNo, own.mchid), ...change })
    return prepay_id
  }
  return {
    standIn,
    merchant,
    receiver,
    clock,
    tell,
    show: async path => await (await fetch(`${standIn.controlUrl ?? ''}${path}`)).json(),
    order,
    paid: async (outTradeNo, total = 5_000n) => {
      const code = await order(outTradeNo, { amount: { total: fen(total), currency: 'CNY' } })
      const { status, body } = await tell('/payer', { code, does: 'pays' })
      if (status !== 200) throw new Error(`not paid: ${JSON.stringify(body)}`)
    },
    stop: async () => {
      await standIn.stop()
      await receiver.close()
      if (errors.length > 0) throw new AggregateError(errors, 'the stand-in did what nobody expected')
    },
  }
}

/** An order of 50.00 yuan. */
export function anOrder(outTradeNo: string, mchid = '1900009191'): Call<'createJsapi'> {
  return {
    appid: APPID,
    mchid,
    description: '充电预付款',
    out_trade_no: outTradeNo,
    notify_url: NOTIFY_URL,
    amount: { total: fen(5_000n), currency: 'CNY' },
    payer: { openid: OPENID },
  }
}

/** A refund of a part of an order of 50.00 yuan. */
export function aRefund(outTradeNo: string, outRefundNo: string, part: bigint, total = 5_000n): Call<'refund'> {
  return {
    out_trade_no: outTradeNo,
    out_refund_no: outRefundNo,
    notify_url: NOTIFY_URL,
    amount: { refund: fen(part), total: fen(total), currency: 'CNY' },
  }
}

/** Returns status and code of the failure of a call, `done` without one. */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'status' in error)) throw error
    return `${String(error.status)} ${String(error.code)}`
  }
}
