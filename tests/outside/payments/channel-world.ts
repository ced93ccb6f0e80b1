import { once } from 'node:events'
import { createServer } from 'node:http'
import { aTenant } from '@wattyard/identity/testing'
import { verifyLedger } from '@wattyard/ledger/server'
import { walletsOf } from '@wattyard/members/server'
import type { FaultPlan } from '@wattyard/app-simulator/wechat-pay'
import { openWorld, type World } from '@wattyard/app-simulator/wechat-pay/testing'
import { aMerchant, APPID, KEYS, NOTIFY_ORIGIN, START } from '@wattyard/app-simulator/wechat-pay/testing/merchant'
import {
  createPacedClock,
  type KeptKeys,
  makePrivateKey,
  publicPemOf,
  type StandInOptions,
} from '@wattyard/app-simulator/wechat-pay'
import {
  askDue,
  type ChannelDoors,
  type ChannelWorld,
  createChannelDoors,
  LOT_CHECKS,
  sendDue,
} from '@wattyard/payments/server'
import { aPayingMember, paymentsServer, paymentsWorld } from '@wattyard/payments/testing'
import { reconciliationModule } from '@wattyard/reconciliation/server'
import { businessDayOf } from '@wattyard/time'
import { type Caller, internetReach, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'

export const MCHID = '1900009191'
/** Merchant of a second channel of the same company. */
const OTHER_MCHID = '1900009192'
const SERIAL = '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C'
const PRIVATE_KEY = makePrivateKey()
const apiV3KeyOf = (mchid: string): string => `${mchid}abcdefghijklmnopqrstuv`
export const API_V3_KEY = apiV3KeyOf(MCHID)

export interface Wishes extends Partial<Omit<StandInOptions, 'merchants' | 'routes' | 'clock'>> {
  mode?: 'certificate' | 'publicKey'
  keys?: KeptKeys
}

/** The product over a database, and a stand-in of WeChat Pay that speaks with it; both have the clock of the stand-in. */
export class PaymentWorld {
  readonly server: TestServer
  readonly channels: ChannelWorld
  readonly doors: ChannelDoors
  readonly wechat: World
  readonly tenantId: string
  readonly as: Caller
  channel = ''
  private readonly front: ReturnType<typeof createServer>

  private constructor(parts: {
    server: TestServer
    channels: ChannelWorld
    wechat: World
    tenantId: string
    front: ReturnType<typeof createServer>
  }) {
    this.server = parts.server
    this.channels = parts.channels
    this.doors = createChannelDoors(parts.channels)
    this.wechat = parts.wechat
    this.tenantId = parts.tenantId
    this.front = parts.front
    this.as = callerWith({ tenantId: parts.tenantId })
  }

  static async open({ mode = 'certificate', ...wishes }: Wishes = {}): Promise<PaymentWorld> {
    const clock = createPacedClock({ stoppedAt: START })
    let server: TestServer | null = null
    // Stands before the product as a proxy does: takes the encryption away, and brings nothing else.
    const front = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        void server?.app.fastify
          .inject({
            method: 'POST',
            url: request.url ?? '',
            headers: request.headers as Record<string, string>,
            payload: Buffer.concat(pieces),
          })
          .then(answer => response.writeHead(answer.statusCode).end(answer.rawPayload))
      })
    })
    front.listen(0, '127.0.0.1')
    await once(front, 'listening')
    const address = front.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const certificates = [{ serial: SERIAL, publicKey: publicPemOf(PRIVATE_KEY) }]
    const [merchant, other] = [MCHID, OTHER_MCHID].map(mchid => ({ ...aMerchant(mchid, mode), certificates }))
    if (!merchant || !other) throw new Error('no merchants')
    const wechat = await openWorld({
      keys: KEYS,
      ...wishes,
      merchants: [aMerchant('1900000999', mode), merchant, other],
      clock,
      routes: { [NOTIFY_ORIGIN]: `http://127.0.0.1:${port}` },
    })
    const places = {
      wechatPay: wechat.standIn.url,
      reach: internetReach([new URL(wechat.standIn.url).host]),
      ownOrigin: NOTIFY_ORIGIN,
    }
    const dayOf = async (_tx: Tx, _tenant: string, at: number) => businessDayOf(at, 'Asia/Shanghai')
    server = await paymentsServer({ clock, places, more: [reconciliationModule({ clock, dayOf })] })
    const { tenantId } = await aTenant(server.db)
    const channels = paymentsWorld(server.db, { clock, places })
    const world = new PaymentWorld({ server, channels, wechat, tenantId, front })
    world.channel = await world.connect(mode)
    return world
  }

  /** Opens a channel of another merchant of the company; returns its id. */
  secondChannel(): Promise<string> {
    return this.connect('certificate', OTHER_MCHID)
  }

  /** Makes a channel, enters its keys and opens it, as people do. */
  private async connect(mode: 'certificate' | 'publicKey', mchid = MCHID): Promise<string> {
    const made = await this.call('/api/payments/channel/save', {
      code: `WX${mchid}`,
      name: '微信支付',
      kind: 'wechat',
      merchantNo: mchid,
      appNo: APPID,
    })
    const { id, pem } = this.wechat.standIn.keys.publicKey()
    const entered = await this.call('/api/payments/channel/connect', {
      id: made.data.id,
      serial: SERIAL,
      // As a field of one line gives it.
      privateKey: PRIVATE_KEY.replaceAll('\n', ' '),
      apiV3Key: apiV3KeyOf(mchid),
      ...(mode === 'publicKey' ? { publicKeyId: id, publicKey: pem } : {}),
    })
    if (!entered.success) throw new Error(`keys were refused: ${entered.msg} ${JSON.stringify(entered.data)}`)
    const opened = await this.call('/api/payments/channel/open', { id: made.data.id })
    if (!opened.success) throw new Error(`not opened: ${opened.msg}`)
    return made.data.id
  }

  get db() {
    return this.server.db
  }

  in<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.tenant(this.tenantId, work)
  }

  call(path: string, input: Record<string, unknown>, key: string = newId(), as: Caller = this.as) {
    return this.server.call(path, input, { as, language: 'en', key })
  }

  async member(): Promise<string> {
    return (await this.in(tx => aPayingMember(tx, this.tenantId))).memberId
  }

  /** Asks for a code, as a person does. */
  async collect(member: string, amount = '50', key: string = newId(), channel = this.channel) {
    const asked = await this.call('/api/payments/codePayment/collect', { member, amount, channel }, key)
    if (asked.status >= 500) throw new Error(`not asked for: ${asked.text}`)
    return asked
  }

  /** Does what is due now. */
  async ask(): Promise<number> {
    return (await askDue(this.channels, this.doors)) + (await sendDue(this.channels, this.doors))
  }

  /** Moves the clock in steps, and does what falls due. */
  async pass(seconds: number, step = 5): Promise<void> {
    for (let at = 0; at < seconds; at += step) {
      await this.wechat.clock.advance(Math.min(step, seconds - at) * 1_000)
      await this.ask()
    }
  }

  /** Moves only the clock and the channel: nothing of ours runs. */
  wait(seconds: number): Promise<void> {
    return this.wechat.clock.advance(seconds * 1_000)
  }

  async codeOf(id: string) {
    return (await this.call('/api/payments/codePayment/get', { id })).data
  }

  async pay(code: string, does = 'pays') {
    const said = await this.wechat.tell('/payer', { code, does })
    return said.status
  }

  faults(plan: Omit<FaultPlan, 'seed'>, seed = 1) {
    return this.wechat.tell('/faults', { seed, ...plan })
  }

  failures(call: string, ...codes: string[]) {
    return this.wechat.tell('/failures', { call, failures: codes.map(code => ({ code })) })
  }

  /** A code that is there and can be paid. */
  async openCode(member: string, amount = '50'): Promise<{ id: string; number: string; code: string }> {
    const { data } = await this.collect(member, amount)
    await this.ask()
    const { code, state } = await this.codeOf(data.id)
    if (typeof code !== 'string') throw new Error(`no code: ${state}`)
    return { ...data, code }
  }

  async principalOf(memberId: string): Promise<bigint> {
    const { tenantId } = this
    const wallets = await this.in(tx => walletsOf(tx, [{ tenantId, memberId }]))
    return wallets.get(memberId)?.principal ?? 0n
  }

  /** A refund of a wallet that a second person has granted; returns its id. */
  async granted(member: string, amount: string): Promise<string> {
    const asked = { member, amount, cause: 'consumer', reason: '不再使用' }
    const { data } = await this.call('/api/wallet/refundBill/ask', asked)
    const other = callerWith({ tenantId: this.tenantId, displayName: 'Bob' })
    const approved = await this.call('/api/wallet/refundBill/approve', { id: data.id }, newId(), other)
    if (!approved.success) throw new Error(`not granted: ${approved.msg}`)
    return data.id
  }

  async partsOf(refund: string) {
    const input = { sort: 'createdAt', pageSize: 100, filter: { refund } }
    return (await this.call('/api/payments/refundPart/list', input)).data.list
  }

  async refundOf(id: string) {
    return (await this.call('/api/wallet/refundBill/get', { id })).data
  }

  /** The channel ends a refund. */
  end(number: string, ends: 'SUCCESS' | 'ABNORMAL' | 'CLOSED') {
    return this.wechat.tell('/refund', { mchid: MCHID, out_refund_no: number, ends })
  }

  async topUps() {
    return (await this.call('/api/wallet/buyBill/list', { pageSize: 200 })).data.list
  }

  async findings() {
    const { tenantId } = this
    return (await this.in(tx => verifyLedger(tx, { tenantId, now: 0, checks: LOT_CHECKS }))).findings
  }

  async close(): Promise<void> {
    await this.wechat.stop()
    this.front.closeAllConnections()
    this.front.close()
    await this.server.close()
  }
}
