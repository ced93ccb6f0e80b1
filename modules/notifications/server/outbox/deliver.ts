import { type Recipient, recipients, tenantById } from '@wattyard/identity/server'
import { type Beat, type Database, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { type DeliveryState, OUTSIDE_CHANNELS } from '../../contract/index.ts'
import { transportOf } from '../channels/stored-channel.ts'
import { MESSAGE_COLUMNS, type MessageRow, MESSAGE_ROW } from '../inbox/render-message.ts'
import type { NotifyWorld } from '../world.ts'
import { openLetter, renderLetter, veiled } from './letter.ts'
import { addressOf, momentText, type RenderedDelivery, renderDelivery } from './render-delivery.ts'
import { errorText, type Outgoing, type SendResult, type Transport } from './transport.ts'

/** Pauses before the second and further attempts, in ms; after the last one the delivery has failed. */
export const RETRY_MS = [30_000, 120_000, 600_000, 1_800_000, 7_200_000] as const
/** Time after which a sender counts as lost. How far it got is unknown. */
export const LOST_AFTER_MS = 3 * 60_000
const EVERY_MS = 2_000
const BATCH = 20
/** Sent at the same time, so that one slow provider does not hold up all. */
const AT_ONCE = 4
const DEFAULT_ZONE = 'Asia/Shanghai'

const CLAIMED = {
  tenant_id: col.uuid,
  id: col.uuid,
  channel: col.oneOf(OUTSIDE_CHANNELS),
  kind: col.text,
  person_id: col.uuid,
  message_ids: col.uuids,
  attempts: col.integer,
  sealed_letter: col.bytes.orNull,
  letter_until: col.instant.orNull,
}

type Claimed = RowIn<typeof CLAIMED>

/**
 * Claims due deliveries. They are marked before sending, so that after a crash they are `unclear` and not sent again
 * automatically.
 */
export async function claimDue(tx: Tx, now: number): Promise<Claimed[]> {
  return tx.query(
    CLAIMED,
    `update notifications_delivery d set state = 'sending', attempts = d.attempts + 1, claimed_at = $1, updated_at = $1, version = d.version + 1
     from (select tenant_id, id from notifications_delivery where state = 'waiting' and due_at <= $1
           order by due_at limit ${BATCH} for update skip locked) as due
     where d.tenant_id = due.tenant_id and d.id = due.id
     returning d.tenant_id, d.id, d.channel, d.kind, d.person_id, d.message_ids, d.attempts, d.sealed_letter, d.letter_until`,
    [new Date(now)],
  )
}

/**
 * Marks deliveries of lost senders as `unclear`.
 * @returns number of deliveries
 */
export async function markLost(tx: Tx, now: number): Promise<number> {
  return tx.execute(
    `update notifications_delivery set state = 'unclear', error = 'the sender was stopped in between', claimed_at = null, sealed_letter = null, updated_at = $2, version = version + 1
     where state = 'sending' and claimed_at < $1`,
    [new Date(now - LOST_AFTER_MS), new Date(now)],
  )
}

type Prepared =
  | { state: DeliveryState; error?: string; address?: string | null; title?: string; body?: string }
  | { transport: Transport; outgoing: Outgoing }

/**
 * Returns the existing messages of a delivery that are unread in the console. Messages that were archived on arrival are meant
 * for this channel only.
 */
async function unreadOf(tx: Tx, claimed: Claimed): Promise<MessageRow[]> {
  return tx.query(
    MESSAGE_ROW,
    `select ${MESSAGE_COLUMNS} from notifications_message
     where tenant_id = $1 and user_id = $2 and id = any($3::uuid[]) and (read_at is null or archived_at = created_at)
     order by latest_at desc, id desc`,
    [claimed.tenant_id, claimed.person_id, claimed.message_ids],
  )
}

/** Returns the rendered delivery, and the version of it that is stored; null when nothing is left to send. */
async function renderFor(
  tx: Tx,
  world: NotifyWorld,
  claimed: Claimed,
  person: Recipient,
): Promise<{ said: RenderedDelivery; kept: RenderedDelivery; count: number } | null> {
  const words = world.words()
  if (claimed.letter_until !== null) {
    const letter = openLetter(world.sealKey, claimed)
    if (!letter || claimed.letter_until <= world.clock.now()) return null
    return { said: renderLetter(words, person, letter), kept: renderLetter(words, person, veiled(letter)), count: 1 }
  }
  const messages = await unreadOf(tx, claimed)
  if (messages.length === 0) return null
  const said = renderDelivery({ kinds: world.kinds, words }, person, claimed.kind, messages)
  return { said, kept: said, count: messages.length }
}

async function prepare(tx: Tx, world: NotifyWorld, claimed: Claimed): Promise<Prepared> {
  const { tenant_id: tenantId, channel } = claimed
  const [person] = await recipients(tx, tenantId, [claimed.person_id], world.messenger?.name ?? null)
  const told = person && (await renderFor(tx, world, claimed, person))
  if (!told) return { state: 'needless' }
  const address = addressOf(person, channel)
  const said = { address, title: told.kept.title, body: told.kept.body }
  const transport = await transportOf(tx, world, tenantId, channel)
  if (!transport) return { state: 'local', ...said }
  if (address === null) return { state: 'failed', error: 'the person has no address for this', ...said }
  const zone = (await tenantById(tx, tenantId))?.zone ?? DEFAULT_ZONE
  const at = world.clock.now()
  await tx.execute(
    'update notifications_delivery set address = $3, title = $4, body = $5, link = $6, messages = $7 where tenant_id = $1 and id = $2',
    [tenantId, claimed.id, address, said.title, said.body, told.kept.path, told.count],
  )
  const { title, body, path } = told.said
  const outgoing = {
    id: claimed.id,
    address,
    title,
    body,
    url: path === null ? null : `${world.publicUrl}/jkweb${path}`,
    at,
    atText: momentText(at, zone),
    language: person.language,
  }
  return { transport, outgoing }
}

interface End {
  state: DeliveryState
  due?: number
  receipt?: string | null
  error?: string | null
  address?: string | null
  title?: string
  body?: string
}

/** Returns the end of an attempt from the provider's result. */
export function endOf(result: SendResult, attempts: number, now: number): End {
  if (result.outcome === 'sent') return { state: 'sent', receipt: result.receipt }
  const { outcome, error } = result
  if (outcome === 'unclear') return { state: 'unclear', error }
  const pause = outcome === 'later' ? RETRY_MS[attempts - 1] : undefined
  return pause === undefined ? { state: 'failed', error } : { state: 'waiting', due: now + pause, error }
}

async function settle(tx: Tx, { tenant_id, id }: Claimed, end: End, now: number): Promise<void> {
  // Everything that was sent, or would have been, counts for the pause before the next delivery of its kind.
  const isOut = end.state === 'sent' || end.state === 'local' || end.state === 'unclear'
  await tx.execute(
    `update notifications_delivery set state = $3, due_at = coalesce($4, due_at), receipt = $5, error = $6, claimed_at = null,
       sent_at = case when $7 then $8::timestamptz else sent_at end, updated_at = $8, version = version + 1,
       sealed_letter = case when $3 = 'waiting' then sealed_letter end, address = coalesce($9, address), title = coalesce($10, title), body = coalesce($11, body)
     where tenant_id = $1 and id = $2 and state = 'sending'`,
    [
      tenant_id,
      id,
      end.state,
      end.due === undefined ? null : new Date(end.due),
      end.receipt ?? null,
      end.error ?? null,
      isOut,
      new Date(now),
      end.address ?? null,
      end.title ?? null,
      end.body ?? null,
    ],
  )
}

async function deliverOne(db: Database, world: NotifyWorld, claimed: Claimed): Promise<void> {
  const inTenant = <T>(run: (tx: Tx) => Promise<T>) => db.tenant(claimed.tenant_id, run)
  let end: End
  try {
    const prepared = await inTenant(tx => prepare(tx, world, claimed))
    // No transaction is open while a provider takes its time.
    end =
      'state' in prepared
        ? prepared
        : endOf(await prepared.transport.send(prepared.outgoing), claimed.attempts, world.clock.now())
  } catch (error) {
    // Nothing has left: transports do not throw.
    end = endOf({ outcome: 'later', error: errorText(error) }, claimed.attempts, world.clock.now())
  }
  await inTenant(tx => settle(tx, claimed, end, world.clock.now()))
}

/**
 * Sends due deliveries in batches.
 * @returns number of deliveries tried
 */
export async function deliverDue(db: Database, world: NotifyWorld, signal?: AbortSignal): Promise<number> {
  let tried = 0
  await db.platform(tx => markLost(tx, world.clock.now()))
  while (!signal?.aborted) {
    const claimed = await db.platform(tx => claimDue(tx, world.clock.now()))
    if (claimed.length === 0) break
    tried += claimed.length
    for (let i = 0; i < claimed.length; i += AT_ONCE)
      await Promise.all(claimed.slice(i, i + AT_ONCE).map(one => deliverOne(db, world, one)))
  }
  return tried
}

export function deliveryBeat(world: NotifyWorld): Beat {
  return {
    name: 'notifications.deliver',
    every_ms: EVERY_MS,
    lease_ms: LOST_AFTER_MS,
    run: async ({ db, signal }) => void (await deliverDue(db, world, signal)),
  }
}
