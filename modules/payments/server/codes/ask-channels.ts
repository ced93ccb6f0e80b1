import { type Beat, newId, type Tx } from '@wattyard/server-kit'
import { isPaymentEnded, pauseBefore } from '../../contract/index.ts'
import { askAllDue, askingBeat, CLAIM_MS, isDue } from '../channel/ask-due.ts'
import type { ChannelDoors, OpenedDoor } from '../channel/channel-doors.ts'
import type { ChannelWorld } from '../channel/channel-world.ts'
import { followCode, followPaid } from './follow-code.ts'
import { type CodeTask, dueCodes, lockCode, type StoredCode } from './stored-codes.ts'

interface Claimed {
  row: StoredCode
  task: CodeTask
  claim: string
  opened: OpenedDoor | null
}

/** Takes a payment that is due; null when there is nothing to ask. What must be marked before a call is marked here. */
async function claimOne(tx: Tx, world: ChannelWorld, doors: ChannelDoors, id: string): Promise<Claimed | null> {
  const { tenantId } = tx
  const now = world.clock.now()
  if (tenantId === null) throw new Error('a payment is claimed within its tenant')
  let row = await lockCode(tx, tenantId, id)
  if (!isDue(row, now)) return null
  // A call for a code that was never answered: another one may be on its way, so only a query tells.
  if (row.claim !== null && row.task === 'create')
    await followCode(tx, world, row, 'create-unclear', { claim: row.claim })
  else if (row.given_up_at === null && !isPaymentEnded(row.state) && now >= row.expires_at)
    await followCode(tx, world, row, 'expired')
  row = await lockCode(tx, tenantId, id)
  if (!isDue(row, now) || row.task === null) return null
  const claim = newId()
  const isCreate = row.task === 'create'
  await tx.execute(
    `update payments_code_payment set claim = $3, due_at = $4, sent_at = case when $5 then $6 else sent_at end,
       unknown_answers = case when $5 then 0 else unknown_answers end, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, id, claim, new Date(now + CLAIM_MS), isCreate, new Date(now)],
  )
  const opened = await doors.open(tx, tenantId, row.channel_id)
  return { row, task: row.task, claim, opened }
}

/** Asks the channel, and returns what to do with the answer under the lock of the payment. No transaction is open meanwhile. */
async function askChannel(
  world: ChannelWorld,
  { row, task, claim, opened }: Claimed,
): Promise<(tx: Tx, now: StoredCode) => Promise<unknown>> {
  if (opened === null) return (tx, now) => askAgain(tx, world, now, claim)
  const { door } = opened
  if (task === 'create') {
    const { number, amount_fen: amount, description, expires_at: expiresAt, notify_url: notifyUrl } = row
    const said = await door.requestCode({ number, amount, description, expiresAt, notifyUrl })
    const detail = said.event === 'create-done' ? { code: said.code } : { reason: said.reason }
    return (tx, now) => followCode(tx, world, now, said.event, { ...detail, claim })
  }
  if (task === 'close') {
    const said = await door.close(row.number)
    return (tx, now) => followCode(tx, world, now, said.event, { reason: said.reason, claim })
  }
  const said = await door.query(row.number)
  if (said.event === 'no-answer') return (tx, now) => askAgain(tx, world, now, claim)
  if (said.event === 'told')
    return (tx, now) => followPaid(tx, world, now, opened, { fact: said.fact, at: said.paidAt })
  const reason = 'reason' in said ? said.reason : null
  return (tx, now) => followCode(tx, world, now, said.event, { reason, claim })
}

/** Asks the same again after a pause: the channel said nothing. */
async function askAgain(tx: Tx, world: ChannelWorld, row: StoredCode, claim: string): Promise<void> {
  if (row.claim !== claim || row.ladder === null) return
  const pause = pauseBefore(row.ladder, row.asked + 1)
  const due = world.clock.now() + (pause ?? CLAIM_MS)
  await tx.execute(
    `update payments_code_payment set claim = null, asked = asked + 1, due_at = $3, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [row.tenant_id, row.id, new Date(due)],
  )
}

/**
 * Asks channels whatever is due: codes, queries on the ladder of pauses, closings.
 * @returns number of payments that were asked about
 */
export const askDue = (world: ChannelWorld, doors: ChannelDoors, signal?: AbortSignal): Promise<number> =>
  askAllDue<Claimed, StoredCode>(
    world,
    {
      due: (at, ofOne, busy) => world.db.platform(tx => dueCodes(tx, at, ofOne, busy), { readOnly: true }),
      claim: (tx, id) => claimOne(tx, world, doors, id),
      ask: claimed => askChannel(world, claimed),
      lock: lockCode,
    },
    signal,
  )

/** Returns the beat that asks channels about payments by code. */
export const askBeat = (world: ChannelWorld, doors: ChannelDoors): Beat =>
  askingBeat('payments.askChannels', signal => askDue(world, doors, signal))
