import { type Beat, newId, type Tx } from '@wattyard/server-kit'
import { BETWEEN_PARTS_MS, pauseBefore } from '../../../contract/index.ts'
import { askAllDue, askingBeat, CLAIM_MS, isDue } from '../../channel/ask-due.ts'
import type { ChannelDoors, OpenedDoor } from '../../channel/channel-doors.ts'
import { type ChannelWorld, noticeUrl } from '../../channel/channel-world.ts'
import { followPart, followTold } from './follow-part.ts'
import {
  beginSendings,
  dueSendings,
  lastSentOf,
  lockSending,
  type Sending,
  type SendingTask,
} from './stored-sending.ts'

interface Claimed {
  row: Sending
  task: SendingTask
  claim: string
  opened: OpenedDoor
  notifyUrl: string
}

async function postpone(tx: Tx, row: Sending, until: number): Promise<null> {
  await tx.execute(
    `update payments_refund_sending set due_at = $3, claim = null, version = version + 1, updated_at = now()
     where tenant_id = $1 and part_id = $2`,
    [row.tenant_id, row.id, new Date(until)],
  )
  return null
}

/** Ends the sending of a part that somebody has called off. One that was sent before is asked about again, as others that ended. */
async function rest(tx: Tx, row: Sending, now: number): Promise<null> {
  const pause = row.sent_at === null ? null : pauseBefore('endedPart', 0)
  await tx.execute(
    `update payments_refund_sending set task = $3, ladder = $4, asked = 0, due_at = $5, claim = null, version = version + 1, updated_at = now()
     where tenant_id = $1 and part_id = $2`,
    pause === null
      ? [row.tenant_id, row.id, null, null, null]
      : [row.tenant_id, row.id, 'ask', 'endedPart', new Date(now + pause)],
  )
  return null
}

/** Takes a part that is due; null when there is nothing to ask. It is marked before it is sent, so that a crash is seen. */
async function claimOne(tx: Tx, world: ChannelWorld, doors: ChannelDoors, id: string): Promise<Claimed | null> {
  const { tenantId } = tx
  const now = world.clock.now()
  if (tenantId === null) throw new Error('a part is claimed within its tenant')
  const row = await lockSending(tx, tenantId, id)
  if (!isDue(row, now) || row.task === null) return null
  if (row.state === 'sending' && row.claim !== null) {
    await followPart(tx, world, row, 'claim-lost', { claim: row.claim })
    return null
  }
  const opened = await doors.open(tx, tenantId, row.channel_id)
  const origin = world.places.ownOrigin
  if (opened === null || origin === null) return postpone(tx, row, now + CLAIM_MS)
  if (row.task === 'send') {
    const last = await lastSentOf(tx, row)
    if (last !== null && last + BETWEEN_PARTS_MS > now) return postpone(tx, row, last + BETWEEN_PARTS_MS)
    // Somebody has called it off meanwhile: there is nothing left to send.
    if ((await followPart(tx, world, row, 'claimed')) !== 'followed') return rest(tx, row, now)
  }
  const claim = newId()
  const isSend = row.task === 'send'
  await tx.execute(
    `update payments_refund_sending set task = $3, claim = $4, due_at = $5, sent_at = case when $6 then $7 else sent_at end,
       unknown_answers = case when $6 then 0 else unknown_answers end, refusal = case when not $6 then refusal end, version = version + 1, updated_at = now()
     where tenant_id = $1 and part_id = $2`,
    [tenantId, id, row.task, claim, new Date(now + CLAIM_MS), isSend, new Date(now)],
  )
  return { row, task: row.task, claim, opened, notifyUrl: noticeUrl(origin, tenantId, row.channel_id) }
}

/** Asks the channel, and returns what to do with the answer under the lock of the part. No transaction is open meanwhile. */
async function askChannel(
  world: ChannelWorld,
  { row, task, claim, opened, notifyUrl }: Claimed,
): Promise<(tx: Tx, now: Sending) => Promise<unknown>> {
  const { door, merchantNo } = opened
  const said =
    task === 'send'
      ? await door.refund({
          number: row.number,
          paymentNumber: row.payment_number,
          paid: row.paid_fen,
          amount: row.amount_fen,
          notifyUrl,
        })
      : await door.queryRefund(row.number)
  if ('fact' in said)
    return async (tx, now) => {
      const came = await followTold(tx, world, now, merchantNo, said, claim)
      // An answer about something else says nothing about this part.
      if (came === 'otherwise') await askAgain(tx, world, now, claim)
    }
  if (said.event === 'no-answer') return (tx, now) => askAgain(tx, world, now, claim)
  const { event, reason } = said
  const isUnproved = 'isUnproved' in said && said.isUnproved === true
  // The answer to a call counts only while its claim stands, so that it is never taken for that of a later call.
  return async (tx, now) => {
    if (now.claim === claim) await followPart(tx, world, now, event, { reason, claim, isUnproved })
  }
}

/** Asks the same again after a pause: the channel said nothing. */
async function askAgain(tx: Tx, world: ChannelWorld, row: Sending, claim: string): Promise<void> {
  if (row.claim !== claim || row.ladder === null) return
  // The last question of a ladder is asked until it is answered.
  const pause = pauseBefore(row.ladder, row.asked + 1) ?? pauseBefore(row.ladder, row.asked) ?? CLAIM_MS
  await postpone(tx, row, world.clock.now() + pause)
}

/**
 * Sends the parts of refunds that go back to payments by code, and asks what became of them.
 * @returns number of parts that were asked about
 */
export async function sendDue(world: ChannelWorld, doors: ChannelDoors, signal?: AbortSignal): Promise<number> {
  const { db } = world
  return askAllDue<Claimed, Sending>(
    world,
    {
      async due(at, ofOne, busy) {
        await db.platform(tx => beginSendings(tx, at))
        return db.platform(tx => dueSendings(tx, at, ofOne, busy), { readOnly: true })
      },
      claim: (tx, id) => claimOne(tx, world, doors, id),
      ask: claimed => askChannel(world, claimed),
      lock: lockSending,
    },
    signal,
  )
}

/** Returns the beat of refunds: a channel that is slow with codes does not hold them up. */
export const sendBeat = (world: ChannelWorld, doors: ChannelDoors): Beat =>
  askingBeat('payments.sendRefunds', signal => sendDue(world, doors, signal))
