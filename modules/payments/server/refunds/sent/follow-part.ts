import { emit, type Tx } from '@wattyard/server-kit'
import { PAYOUT_FAILED, type PayoutFailed } from '../../../contract/events.ts'
import {
  compareRefunded,
  isMoving,
  type PartEffect,
  type PartEvent,
  type PartState,
  partTransition,
  pauseBefore,
  refund,
  refundPart,
} from '../../../contract/index.ts'
import type { ChannelWorld } from '../../channel/channel-world.ts'
import type { RefundTold } from '../../channel/payment-channel.ts'
import { arrivalOf } from '../../channels/stored-channel.ts'
import { bookPayOut, writePart } from '../write-part.ts'
import { bookChargedBack, type Heir, noteCovered, readHeir } from './paid-late.ts'
import type { Sending, SendingLadder, SendingTask } from './stored-sending.ts'
import { followHearing } from './unheard-parts.ts'

/** What an event brings with it. */
export interface PartDetail {
  /** The channel's number of the refund. */
  refundNo?: string
  /** When the channel paid it, epoch ms; absent where it does not say. */
  paidAt?: number
  /** The channel's own word. */
  reason?: string | null
  /** A refusal that may also mean that it was done before. */
  isUnproved?: boolean
  /** Set where it is the answer to a call: the claim under which the call was made. */
  claim?: string
}

/** Answers to a question of ours: the next question follows on the same ladder. */
const ANSWERS: ReadonlySet<PartEvent> = new Set(['is-pending', 'is-abnormal', 'number-unknown', 'query-refused'])

/** A refusal of which the channel gave no word. */
const NO_WORD = 'REFUSED'

interface Course {
  task: SendingTask | null
  ladder: SendingLadder | null
  asked: number
  dueAt: number | null
}

const NOTHING_TO_DO: Course = { task: null, ladder: null, asked: 0, dueAt: null }

/** What an event came to. */
export type Followed = 'followed' | 'refused'

/**
 * Brings a locked part where an event leads: its state, that of its refund, the time of the next question, and the money, once. A success
 * after the money went another way is booked as well, and told.
 */
export async function followPart(
  tx: Tx,
  world: ChannelWorld,
  row: Sending,
  event: PartEvent,
  detail: PartDetail = {},
): Promise<Followed> {
  const now = world.clock.now()
  const unknownAnswers =
    event === 'number-unknown' ? row.unknown_answers + 1 : ANSWERS.has(event) ? 0 : row.unknown_answers
  const heir = await readHeir(tx, row)
  const next = partTransition(row.state, event, {
    isByHand: false,
    unknownAnswers,
    sinceSentMs: now - (row.sent_at ?? 0),
    heir: heir?.state ?? null,
    isUnproved: row.is_unproved || detail.isUnproved === true,
    isRefused: row.refusal !== null,
  })
  if (!next.ok) return 'refused'
  // What ended it is the refusal; that the channel does not know the number only proves it.
  const why = event === 'number-unknown' ? row.refusal : detail.reason
  if (next.state !== row.state)
    await writeState(tx, row, heir, next.state, next.effects, { ...detail, reason: why ?? null })
  await followHearing(tx, row, {
    event,
    reason: detail.reason ?? NO_WORD,
    state: next.state,
    effects: next.effects,
    at: now,
  })
  const isSent = row.state === 'sending'
  const isUnproved = row.is_unproved || (isSent && (event === 'said-unclear' || event === 'claim-lost'))
  const refusal =
    isSent && event === 'said-refused' && next.state === 'unclear' ? (detail.reason ?? NO_WORD) : row.refusal
  const course = courseAfter(row, next.state, next.effects, event, detail, now)
  await tx.execute(
    `update payments_refund_sending set task = $3, ladder = $4, asked = $5, due_at = $6, unknown_answers = $7,
       claim = case when not $8::boolean then claim end, is_unproved = $9, refusal = $10, version = version + 1, updated_at = now()
     where tenant_id = $1 and part_id = $2`,
    [
      row.tenant_id,
      row.id,
      course.task,
      course.ladder,
      course.asked,
      course.dueAt === null ? null : new Date(course.dueAt),
      unknownAnswers,
      isOwnAnswer(row, detail) || course.task !== row.task || course.dueAt !== row.due_at,
      isUnproved,
      refusal,
    ],
  )
  tx.afterCommit(() => {
    for (const { name } of [refund, refundPart])
      world.live?.publish({ tenantId: row.tenant_id, topic: name, stationId: null, data: null })
  })
  return 'followed'
}

/** Holds what a channel says of a refund against the part, and follows it when it is about it. */
export async function followTold(
  tx: Tx,
  world: ChannelWorld,
  row: Sending,
  merchantNo: string,
  told: RefundTold,
  claim?: string,
): Promise<Followed | 'otherwise'> {
  const own = { number: row.number, amount: row.amount_fen, merchantNo, paymentChannelNo: row.payment_channel_no }
  if (compareRefunded(own, told.fact).length > 0) return 'otherwise'
  const { event, channelNo: refundNo, doneAt } = told
  const paid = doneAt === null ? {} : { paidAt: doneAt }
  return followPart(tx, world, row, event, { refundNo, ...paid, ...(claim === undefined ? {} : { claim }) })
}

const isOwnAnswer = (row: Sending, { claim }: PartDetail): boolean => claim !== undefined && claim === row.claim

async function writeState(
  tx: Tx,
  row: Sending,
  heir: Heir | null,
  state: PartState,
  effects: readonly PartEffect[],
  { refundNo, paidAt, reason }: PartDetail,
): Promise<void> {
  const { tenant_id: tenantId, channel_name: by, channel_id: byId } = row
  const writer = { tenantId, actor: by }
  // Keys of typed receipts are letters and digits alone: one that somebody typed never stands in the way of the channel's.
  const receipt = {
    ...(refundNo === undefined ? {} : { receipt: refundNo, receiptKey: `${byId}:${refundNo}` }),
    ...(paidAt === undefined ? {} : { paidAt }),
  }
  if (effects.includes('charge-back')) return bookChargedBack(tx, writer, row, heir, receipt)
  if (effects.includes('pay-out')) {
    const booked = await bookPayOut(tx, writer, row, { ...arrivalOf(row), tenantId })
    // Before its heir is dropped: until then one of the two counts.
    await writePart(tx, writer, row, state, { ...receipt, isPaid: true, ...booked })
    if (effects.includes('send-alarm')) await noteCovered(tx, writer, row, effects.includes('drop-heir') ? heir : null)
    return
  }
  const why = reason ?? null
  await writePart(tx, writer, row, state, why === null ? {} : { reason: why })
  if (state !== 'failed' && state !== 'abnormal') return
  const body: PayoutFailed = { number: row.number, amount_fen: String(row.amount_fen), state, reason: why, byId, by }
  await emit(tx, [{ tenantId, topic: PAYOUT_FAILED, key: row.id, body: { ...body } }])
}

function courseAfter(
  row: Sending,
  state: PartState,
  effects: readonly PartEffect[],
  event: PartEvent,
  detail: PartDetail,
  now: number,
): Course {
  const before: Course = { task: row.task, ladder: row.ladder, asked: row.asked, dueAt: row.due_at }
  if (!isMoving(state)) return courseAfterEnd(row, state, before, isOwnAnswer(row, detail), now)
  const rung = (ladder: SendingLadder) =>
    row.ladder === ladder && (ANSWERS.has(event) || ladder === 'again') ? row.asked + 1 : 0
  if (effects.includes('send')) return onLadder('send', 'again', rung('again'), now)
  if (effects.includes('ask-daily')) return onLadder('ask', 'abnormalPart', rung('abnormalPart'), now)
  if (effects.includes('ask')) return onLadder('ask', 'refundPart', rung('refundPart'), now)
  if (!isOwnAnswer(row, detail)) return before
  return row.ladder === null ? NOTHING_TO_DO : onLadder('ask', row.ladder, row.asked + 1, now)
}

/** What ended after it was sent is asked about again, whatever has become of its money. */
function courseAfterEnd(row: Sending, state: PartState, before: Course, isAnswer: boolean, now: number): Course {
  if (state === 'done' || row.sent_at === null) return NOTHING_TO_DO
  if (row.ladder !== 'endedPart') return onLadder('ask', 'endedPart', 0, now)
  return isAnswer ? onLadder('ask', 'endedPart', row.asked + 1, now) : before
}

function onLadder(task: SendingTask, ladder: SendingLadder, asked: number, now: number): Course {
  const pause = pauseBefore(ladder, asked)
  return pause === null ? NOTHING_TO_DO : { task, ladder, asked, dueAt: now + pause }
}
