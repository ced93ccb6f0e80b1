import { fleetKey, inProcessDoor, readTrace, type Settings } from '@wattyard/gateway/server'
import type { ReportedWords } from '@wattyard/assets/server'
import { type DemoMember, walletsOf } from '@wattyard/members/server'
import { payInDemo } from '@wattyard/payments/server'
import { fen } from '@wattyard/money'
import { createLiveBus, type Database, installationSetting, rememberSetting, type Tx } from '@wattyard/server-kit'
import { addDays, businessDayOf, type SettableClock, settableClock } from '@wattyard/time'
import { z } from 'zod'
import { compose, type World } from '../compose.ts'
import { type Moment, PastPile } from './demo-past-pile.ts'
import { type Driver, type Plan, planHistory, type PlannedPile, type PlannedTopUp } from './demo-plan.ts'

const SETTING = 'demo.history'
const SEED = 20_261_108
/**
 * Length of a slot: what ends within it is settled together at its end. Every settlement costs the first start some milliseconds,
 * whatever its size, so few and large ones leave time for more orders.
 */
const SLOT_MS = 8 * 3_600_000
/**
 * Length of a slot on the days that a screen compares with each other by the hour. An order counts from its settlement, so there
 * it must not be settled hours later than a real one.
 */
const FINE_SLOT_MS = 90 * 60_000
/** Those days, by number of days before the first start. */
const COMPARED_DAYS = [0, 1, 7]
/** Latency from a pile to the gateway, lowest and highest, in ms. */
const LATENCY_MS = [120, 700] as const
/** Interval so long that no timer fires while the past is replayed; the replay itself sets the times. */
const NEVER_MS = 1_000_000_000
const PAGE = 200

const begun = z.object({
  state: z.enum(['telling', 'told']),
  /** Time of the first start, epoch ms. */
  until: z.number(),
  days: z.number(),
  drivers: z.array(z.object({ memberId: z.string(), tag: z.string(), funds_fen: z.number() })),
})

/** Stores, in the transaction that creates the demo, that its past must be replayed, and with which drivers. */
export async function beginHistory(
  tx: Tx,
  { tenantId, until, days, members }: { tenantId: string; until: number; days: number; members: readonly DemoMember[] },
): Promise<void> {
  const able = members.filter(member => member.canCharge)
  const wallets = await walletsOf(
    tx,
    able.map(({ memberId }) => ({ tenantId, memberId })),
  )
  const drivers = able.map(({ memberId, rfid, appTag }): Driver => {
    const wallet = wallets.get(memberId)
    return { memberId, tag: rfid ?? appTag, funds_fen: Number((wallet?.principal ?? 0n) + (wallet?.gift ?? 0n)) }
  })
  await rememberSetting(tx, SETTING, { state: 'telling', until, days, drivers } satisfies z.infer<typeof begun>)
}

/** A pile of the replay. */
export type PastMember = PlannedPile & Partial<ReportedWords> & { pileId: string; version: 'ocpp1.6' | 'ocpp2.0.1' }

export interface HistoryPlace {
  tenantId: string
  fleetSecret: string
  piles: readonly PastMember[]
  zone: string
}

/**
 * Replays the demo's past if it is not complete. Every pile sends its messages through the gateway's own door while a clock in
 * the past advances from slot to slot; charging and ledger process them like any other messages. A replay that was interrupted
 * continues: messages that were answered are not sent again.
 * @returns the instant of the first start when all is replayed; `endHistory` must follow. Null when there is nothing to replay,
 * or when it was stopped before the end and the next start continues
 */
export async function playHistory(
  world: Omit<World, 'clock' | 'live' | 'gateway'>,
  place: HistoryPlace,
  signal?: AbortSignal,
): Promise<number | null> {
  const { db } = world
  const stored = begun.nullable().parse(await db.platform(tx => installationSetting(tx, SETTING)))
  if (stored?.state !== 'telling') return null
  const { until, days, drivers } = stored
  const plan = planHistory({ seed: SEED, piles: place.piles, drivers, zone: place.zone, days, until })
  const { heard, lastAt } = await recall(db, place.tenantId)
  const slotOf = slotsOf(until, place.zone)
  const clock = settableClock(lastAt ?? slotOf(firstMoment(plan, until)).from)
  const gateway = compose({ ...world, clock, live: createLiveBus(), gateway: SETTINGS }).gateway
  await gateway.start()
  const door = inProcessDoor(gateway)
  try {
    const entries = place.piles.map(async pile => {
      const key = fleetKey(place.fleetSecret, pile.identity)
      return [
        pile.identity,
        await PastPile.connect(pile, key, door, id => heard.get(`${pile.pileId} ${id}`) ?? null),
      ] as const
    })
    const piles = new Map(await Promise.all(entries))
    await live(plan, { db, place, clock, piles, until, slotOf, settle: () => gateway.settled(), signal })
  } finally {
    await gateway.stop()
    door.die()
  }
  return signal?.aborted ? null : until
}

/** Marks the past as replayed and its days as closed, so that no later start repeats it. */
export async function endHistory(db: Database, until: number): Promise<void> {
  await db.platform(tx =>
    rememberSetting(tx, SETTING, { state: 'told', until, days: 0, drivers: [] } satisfies z.infer<typeof begun>),
  )
}

const SETTINGS: Partial<Settings> = {
  // Piles of the past are not queried.
  ensureMeasurands: false,
  // The running product has a stream of its own, so the two frame logs stay apart.
  stream: 'demo-past',
  batch: { wait_ms: 1, frames: 500 },
  consume: { every_ms: NEVER_MS, facts: 5_000 },
  rate: { sustained: 1_000, burst: 1_000 },
  ping_ms: NEVER_MS,
  flush_ms: NEVER_MS,
}

function firstMoment({ visits }: Plan, until: number): number {
  return Math.min(until, ...visits.map(visit => visit.startedAt))
}

interface Slot {
  /** Epoch ms. */
  from: number
  length_ms: number
}

/** Returns a function that tells the slot of an instant. */
function slotsOf(until: number, zone: string): (at: number) => Slot {
  const today = businessDayOf(until, zone)
  const compared = new Set(COMPARED_DAYS.map(ago => addDays(today, -ago)))
  const slot = (at: number, length_ms: number): Slot => ({ from: Math.floor(at / length_ms) * length_ms, length_ms })
  return at => {
    const long = slot(at, SLOT_MS)
    return compared.has(businessDayOf(long.from, zone)) ? slot(at, FINE_SLOT_MS) : long
  }
}

interface Telling {
  db: Database
  place: HistoryPlace
  clock: SettableClock
  piles: ReadonlyMap<string, PastPile>
  until: number
  slotOf: (at: number) => Slot
  settle(): Promise<void>
  signal: AbortSignal | undefined
}

/** Replays the plan slot by slot. */
async function live(plan: Plan, telling: Telling): Promise<void> {
  const { clock, until, slotOf } = telling
  const slots = Map.groupBy(momentsOf(plan, telling), moment => slotOf(moment.at).from)
  const paid = Map.groupBy(plan.topUps, topUp => slotOf(topUp.at).from)
  const starts = [...new Set([...slots.keys(), ...paid.keys()])].toSorted((a, b) => a - b)
  let hasNews = false
  for (const [index, from] of starts.entries()) {
    if (telling.signal?.aborted) return
    await payIn(telling, paid.get(from) ?? [])
    const moments = slots.get(from) ?? []
    hasNews = (await playSlot(telling, moments)) || hasNews
    clock.set(Math.min(from + slotOf(from).length_ms - 1, until))
    // Without an ended charge there is nothing to settle.
    const isDue = moments.some(moment => moment.kind === 'stop') || index === starts.length - 1
    if (!hasNews || !isDue) continue
    await telling.settle()
    hasNews = false
  }
}

function momentsOf({ visits }: Plan, { place, until, slotOf }: Telling): Moment[] {
  const first = slotOf(firstMoment({ visits, topUps: [] }, until)).from
  const boots = place.piles.map((pile): Moment => ({ kind: 'boot', pile, at: first }))
  const told = visits.flatMap((visit): Moment[] => [
    { kind: 'start', pile: visit.pile, visit, at: visit.startedAt },
    ...visit.reports.map(
      (report, index): Moment => ({
        kind: 'report',
        pile: visit.pile,
        visit,
        index,
        at: report.at(-1)?.at ?? visit.endedAt,
      }),
    ),
    { kind: 'stop', pile: visit.pile, visit, at: visit.endedAt },
  ])
  return [...boots, ...told].toSorted((a, b) => a.at - b.at)
}

/**
 * Sends all messages of a slot. Each pile sends in its own order and waits for its own answers; messages of several piles share a
 * batch, each at its own time. Resolves to whether anything was sent.
 */
async function playSlot({ piles, clock }: Telling, moments: readonly Moment[]): Promise<boolean> {
  const queues = [...Map.groupBy(moments, moment => moment.pile.identity)]
  let isNews = false
  for (let round = 0; queues.some(([, own]) => own.length > round); round++) {
    const answered: Promise<void>[] = []
    for (const [identity, own] of queues) {
      const moment = own[round]
      if (moment === undefined) continue
      clock.set(moment.at + latencyOf(moment))
      const answer = piles.get(identity)?.say(moment) ?? null
      if (answer !== null) answered.push(answer)
    }
    isNews ||= answered.length > 0
    await Promise.all(answered)
  }
  return isNews
}

/** Returns a latency in ms that varies and is the same in every run. */
function latencyOf({ at, pile }: Moment): number {
  const [least, most] = LATENCY_MS
  return least + ((at / 1_000 + pile.identity.length * 37) % (most - least))
}

/** Books top-ups. The idempotency key makes a payment from before an interruption the same payment. */
async function payIn({ db, place }: Telling, topUps: readonly PlannedTopUp[]): Promise<void> {
  if (topUps.length === 0) return
  const { tenantId } = place
  await db.tenant(tenantId, async tx => {
    for (const { number, memberId, at, principal_fen, gift_fen } of topUps)
      await payInDemo(tx, {
        tenantId,
        memberId,
        requestKey: `demo.top-up:${number}`,
        at,
        principal: fen(BigInt(principal_fen)),
        gift: fen(BigInt(gift_fen)),
        channel: number % 3 === 0 ? 'cash' : 'bank',
      })
  })
}

/** Reads what the gateway has stored of a replay that was begun earlier. */
async function recall(
  db: Database,
  tenantId: string,
): Promise<{ heard: ReadonlyMap<string, string>; lastAt: number | null }> {
  const heard = new Map<string, string>()
  let lastAt: number | null = null
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readTrace>> = await db.platform(
      tx => readTrace(tx, tenantId, { direction: 'in', size: PAGE, ...(before === null ? {} : { before }) }),
      { readOnly: true },
    )
    for (const { pileId, messageId, answer, receivedAt } of page.list) {
      lastAt = Math.max(lastAt ?? receivedAt, receivedAt)
      if (messageId !== null && answer !== null) heard.set(`${pileId} ${messageId}`, answer)
    }
    before = page.next
  } while (before !== null)
  return { heard, lastAt }
}
