import {
  col,
  createPlaces,
  emit,
  type InterfaceCall,
  isId,
  logInterfaceCall,
  type RawCall,
  Refusal,
  type Route,
  route,
  type Tx,
  whenOver,
} from '@wattyard/server-kit'
import { ACCEPTED_STATUS, writeRefusal } from '@wattyard/wechat-pay'
import { z } from 'zod'
import { NOTICE_UNKNOWN, type NoticeUnknown, PAYOUT_TROUBLED, type PayoutTroubled } from '../../contract/events.ts'
import { readNumber } from '../../contract/index.ts'
import { followPaid } from '../codes/follow-code.ts'
import { lockCode } from '../codes/stored-codes.ts'
import { followTold } from '../refunds/sent/follow-part.ts'
import { beginSendings, lockSending } from '../refunds/sent/stored-sending.ts'
import type { ChannelDoors, OpenedDoor } from './channel-doors.ts'
import { type ChannelWorld, NOTICE_PATH } from './channel-world.ts'
import { type ChannelNotice, NoticeRefused, type RefundTold } from './payment-channel.ts'
import type { RefusedNotices } from './refused-notices.ts'

/** A notification of WeChat Pay has one to four kilobytes. */
const MAX_BODY_BYTES = 64 * 1024
/** Notifications that are read at once: of all channels, of one channel, from one address. The others come again. */
const PLACES = { all: 64, group: 48, name: 32 }

// A refusal of the input would be answered with 200, which says yes.
const input = z.strictObject({ tenant: z.string().max(64), channel: z.string().max(64) })
type Place = z.infer<typeof input>

/**
 * What a notification came to. `applied`: a payment was credited or a refund went on; `known`: we knew it; `otherwise`: it does not fit what
 * it names; `unknown`: we never asked for it.
 */
type Outcome = 'applied' | 'known' | 'otherwise' | 'unknown'

/** Follows a notification, with what it names locked. */
async function follow(
  tx: Tx,
  world: ChannelWorld,
  { tenant, channel }: Place,
  opened: OpenedDoor,
  notice: ChannelNotice,
) {
  const { told } = notice
  const named = readNumber(told.fact.number)
  if (told.about === 'refund')
    return named?.kind === 'refundPart'
      ? followRefund(tx, world, { tenant, channel }, opened, named.id, told)
      : 'unknown'
  if (named?.kind !== 'payment') return 'unknown'
  const row = await lockCode(tx, tenant, named.id)
  if (!row || row.channel_id !== channel) return 'unknown'
  const was = row.state
  if ((await followPaid(tx, world, row, opened, { fact: told.fact, at: told.paidAt })) !== 'paid') return 'otherwise'
  return was === 'paid' ? 'known' : 'applied'
}

async function followRefund(
  tx: Tx,
  world: ChannelWorld,
  { tenant, channel }: Place,
  opened: OpenedDoor,
  partId: string,
  told: RefundTold,
): Promise<Outcome> {
  // After a restored backup a part can be told of that nobody has begun to send.
  await beginSendings(tx, world.clock.now(), partId)
  const row = await lockSending(tx, tenant, partId)
  if (!row) return (await partOf(tx, tenant, partId)) ? 'otherwise' : 'unknown'
  if (row.channel_id !== channel) return 'otherwise'
  const came = await followTold(tx, world, row, opened.merchantNo, told)
  if (came !== 'followed') return 'otherwise'
  return (await lockSending(tx, tenant, partId))?.state === row.state ? 'known' : 'applied'
}

/** Writes down that a notification came, and what it came to; a repetition is counted. Returns whether it is new. */
async function writeNotice(
  tx: Tx,
  { tenant, channel }: Place,
  { noticeNo, told }: ChannelNotice,
  outcome: Outcome,
  now: number,
): Promise<boolean> {
  const isPayment = told.about === 'payment'
  const [row] = await tx.query(
    { times: col.integer },
    `insert into payments_notice as n (tenant_id, channel_id, notice_no, number, event, amount_fen, channel_no, outcome, first_at, last_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (tenant_id, channel_id, notice_no) do update set times = n.times + 1, last_at = excluded.last_at
     returning times`,
    [
      tenant,
      channel,
      noticeNo,
      told.fact.number,
      isPayment ? 'paid' : told.event,
      told.fact.amount,
      isPayment ? told.fact.channelNo : told.channelNo,
      outcome,
      new Date(now),
    ],
  )
  return row?.times === 1
}

/** Returns a part as people know it, whether it is sent or not; null for none. */
async function partOf(tx: Tx, tenant: string, id: string): Promise<{ number: string; amount_fen: bigint } | null> {
  const [row] = await tx.query(
    { number: col.text, amount_fen: col.bigint },
    'select number, amount_fen from payments_refund_part where tenant_id = $1 and id = $2',
    [tenant, id],
  )
  return row ?? null
}

/** Tells those who pay out of a refund that does not fit the part that it names, which has no record of its own to look at. */
async function tellTroubled(tx: Tx, { tenant, channel }: Place, number: string): Promise<void> {
  const key = readNumber(number)?.id ?? ''
  const part = await partOf(tx, tenant, key)
  if (!part) return
  const body: PayoutTroubled = {
    number: part.number,
    amount_fen: String(part.amount_fen),
    channel: await nameOf(tx, tenant, channel),
  }
  await emit(tx, [{ tenantId: tenant, topic: PAYOUT_TROUBLED, key, body: { ...body } }])
}

async function nameOf(tx: Tx, tenant: string, channel: string): Promise<string> {
  const [row] = await tx.query(
    { name: col.text },
    'select name from payments_channel where tenant_id = $1 and id = $2',
    [tenant, channel],
  )
  return row?.name ?? ''
}

/** Tells whoever sets up channels of money that nobody asked for. */
async function tellUnknown(tx: Tx, { tenant, channel }: Place, { told }: ChannelNotice): Promise<void> {
  const body: NoticeUnknown = {
    number: told.fact.number,
    amount_fen: String(told.fact.amount),
    channel: await nameOf(tx, tenant, channel),
  }
  await emit(tx, [{ tenantId: tenant, topic: NOTICE_UNKNOWN, key: channel, body: { ...body } }])
}

/** Reads a notification, signature first, and writes down what it says. @throws NoticeRefused */
async function receive(world: ChannelWorld, doors: ChannelDoors, place: Place, call: RawCall<Place>): Promise<void> {
  const { tenant, channel } = place
  if (!isId(tenant) || !isId(channel)) throw new NoticeRefused('payments.noSuchChannel')
  // Nobody knows yet who calls: the line of strangers is the right one until the signature is seen to be right.
  const opened = await call.db.tenant(tenant, tx => doors.open(tx, tenant, channel), { readOnly: true })
  if (!opened) throw new NoticeRefused('payments.noSuchChannel')
  const { body, headers } = call.request
  if (!Buffer.isBuffer(body)) throw new NoticeRefused('payments.noBody')
  const notice = await opened.door.readNotice({ headers, body })
  await world.db.tenant(tenant, async tx => {
    const outcome = await follow(tx, world, place, opened, notice)
    const isNew = await writeNotice(tx, place, notice, outcome, world.clock.now())
    if (!isNew) return
    if (outcome === 'unknown') await tellUnknown(tx, place, notice)
    else if (outcome === 'otherwise' && notice.told.about === 'refund')
      await tellTroubled(tx, place, notice.told.fact.number)
  })
}

/** Does the work of a notification and has it written into the log of calls, however it ends. */
async function noted(
  world: ChannelWorld,
  refused: RefusedNotices,
  call: RawCall<Place>,
  work: () => Promise<void>,
): Promise<string | null> {
  const at = world.clock.now()
  const begun = performance.now()
  const { body, method } = call.request
  const line = (status: number, outcome: InterfaceCall['outcome'], reason: string | null): InterfaceCall => ({
    tenantId: call.input.tenant,
    at,
    direction: 'in',
    peer: 'wechatPay',
    host: call.ip,
    method,
    path: NOTICE_PATH,
    status,
    outcome,
    reason,
    took_ms: performance.now() - begun,
    sent_bytes: Buffer.isBuffer(body) ? body.length : 0,
    correlationId: call.requestId,
  })
  try {
    await work()
    await logInterfaceCall(world.db, line(ACCEPTED_STATUS, 'ok', null))
    return null
  } catch (error) {
    if (error instanceof NoticeRefused) {
      // Strangers who invent addresses would fill the log of a tenant that is not there.
      if (error.code !== 'payments.noSuchChannel')
        await refused.note(call.input.channel, line(REFUSED_STATUS, 'refused', error.code))
      return error.code
    }
    await logInterfaceCall(world.db, line(500, 'failed', error instanceof Error ? error.name : 'unknown'))
    // Refusals, and what the database refuses, are answered with 200 and a code, which the channel takes for a yes.
    const why = error instanceof Refusal ? error.code : error instanceof Error ? error.message : 'unknown'
    throw new Error(`a notification could not be followed: ${why}`, { cause: error })
  }
}

const REFUSED_STATUS = 401

/**
 * Returns the route to which channels tell of payments and refunds. Public: whoever calls shows by the signature who they are. It is
 * answered with yes only after what it says has been written down; everything else is sent again by the channel.
 */
export function noticeRoute(world: ChannelWorld, doors: ChannelDoors, refusals: RefusedNotices): Route {
  const places = createPlaces(PLACES)
  return route({
    method: 'POST',
    path: NOTICE_PATH,
    access: 'public',
    input,
    work: 'raw',
    bytes: true,
    bodyLimit: MAX_BODY_BYTES,
    summary: 'a payment channel tells of a payment or a refund',
    async handle(call: RawCall<Place>) {
      whenOver(call.request, call.reply, places.take({ kind: 'people', group: call.input.channel, name: call.ip }))
      const refused = await noted(world, refusals, call, () => receive(world, doors, call.input, call))
      if (refused === null) return call.reply.code(ACCEPTED_STATUS).send()
      return call.reply.code(REFUSED_STATUS).type('application/json').send(writeRefusal(refused))
    },
  })
}
