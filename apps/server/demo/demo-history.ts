import { fleetKey, inProcessDoor, readTrace, type Settings } from '@wattyard/gateway/server'
import { type DemoMember, topUpWallet, walletsOf } from '@wattyard/members/server'
import { fen } from '@wattyard/money'
import { createLiveBus, type Database, installationSetting, rememberSetting, type Tx } from '@wattyard/server-kit'
import { businessDayOf, type SettableClock, settableClock } from '@wattyard/time'
import { z } from 'zod'
import { compose, type World } from '../compose.ts'
import { type Moment, PastPile } from './demo-past-pile.ts'
import { type Driver, type Plan, planHistory, type PlannedPile, type PlannedTopUp } from './demo-plan.ts'

const SETTING = 'demo.history'
const SEED = 20_261_108
/**
 * What ends within this much time is settled together, at its end: each settling costs the first start some
 * milliseconds, whatever it settles.
 */
const SLOT_MS = 2 * 3_600_000
/** From a pile's word to the gateway: some tenths of a second. */
const LATENCY_MS = [120, 700] as const
/** Long enough that no timer strikes while the past is told: the past itself says when things happen. */
const NEVER_MS = 1_000_000_000
const PAGE = 200

const begun = z.object({
  state: z.enum(['telling', 'told']),
  /** The first start, epoch ms. */
  until: z.number(),
  days: z.number(),
  drivers: z.array(z.object({ memberId: z.string(), tag: z.string(), funds_fen: z.number() })),
})

/** Remembers in the transaction that makes the demo that its past is to be told, and by what. */
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

/** A pile as the past needs it. */
export type PastMember = PlannedPile & { pileId: string; version: 'ocpp1.6' | 'ocpp2.0.1' }

export interface HistoryPlace {
  tenantId: string
  fleetSecret: string
  piles: readonly PastMember[]
  zone: string
}

/**
 * Tells the demo's past where it is still to be told: every pile says through the gateway's own door what it would have
 * said, while a clock in the past goes from slot to slot, and charging and ledger do with it what they do with anything
 * a pile says. A process that stopped in the middle goes on where it was: what was answered is not said again.
 *
 * @returns the instant of the first start when all is told now; `endHistory` is to follow. Null when there is nothing to
 *   tell, or when it was told to stop before the end: the next start goes on
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
  const clock = settableClock(lastAt ?? firstMoment(plan, until))
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
    await live(plan, { db, place, clock, piles, until, settle: () => gateway.settled(), signal })
  } finally {
    await gateway.stop()
    door.die()
  }
  return signal?.aborted ? null : until
}

/** The past is told and its days are closed: no later start does it again. */
export async function endHistory(db: Database, until: number): Promise<void> {
  await db.platform(tx =>
    rememberSetting(tx, SETTING, { state: 'told', until, days: 0, drivers: [] } satisfies z.infer<typeof begun>),
  )
}

const SETTINGS: Partial<Settings> = {
  // Nobody asks a pile of the past.
  ensureMeasurands: false,
  // The running product has its own: its frames and these are two logs.
  stream: 'demo-past',
  batch: { wait_ms: 1, frames: 500 },
  consume: { every_ms: NEVER_MS, facts: 5_000 },
  rate: { sustained: 1_000, burst: 1_000 },
  ping_ms: NEVER_MS,
  flush_ms: NEVER_MS,
}

function firstMoment({ visits }: Plan, until: number): number {
  return slotOf(Math.min(until, ...visits.map(visit => visit.startedAt)))
}

const slotOf = (at: number): number => Math.floor(at / SLOT_MS) * SLOT_MS

interface Telling {
  db: Database
  place: HistoryPlace
  clock: SettableClock
  piles: ReadonlyMap<string, PastPile>
  until: number
  settle(): Promise<void>
  signal: AbortSignal | undefined
}

/** Lives through the plan slot by slot. */
async function live(plan: Plan, telling: Telling): Promise<void> {
  const { clock, until } = telling
  const slots = Map.groupBy(momentsOf(plan, telling), moment => slotOf(moment.at))
  const paid = Map.groupBy(plan.topUps, topUp => slotOf(topUp.at))
  const starts = [...new Set([...slots.keys(), ...paid.keys()])].toSorted((a, b) => a - b)
  let hasNews = false
  for (const [index, from] of starts.entries()) {
    if (telling.signal?.aborted) return
    await payIn(telling, paid.get(from) ?? [])
    const moments = slots.get(from) ?? []
    hasNews = (await playSlot(telling, moments)) || hasNews
    clock.set(Math.min(from + SLOT_MS - 1, until))
    // Until somebody ends a charge there is nothing to settle.
    const isDue = moments.some(moment => moment.kind === 'stop') || index === starts.length - 1
    if (!hasNews || !isDue) continue
    await telling.settle()
    hasNews = false
  }
}

function momentsOf({ visits }: Plan, { place, until }: Telling): Moment[] {
  const first = firstMoment({ visits, topUps: [] }, until)
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
 * Says everything of a slot, every pile in its own order and waiting for its own answers: what several have to say
 * goes into one batch, each at its own time. True when anything was said.
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

/** Repeatable, and not always the same. */
function latencyOf({ at, pile }: Moment): number {
  const [least, most] = LATENCY_MS
  return least + ((at / 1_000 + pile.identity.length * 37) % (most - least))
}

/** A payment that was made before the process stopped is the same payment. */
async function payIn({ db, place }: Telling, topUps: readonly PlannedTopUp[]): Promise<void> {
  if (topUps.length === 0) return
  const { tenantId, zone } = place
  await db.tenant(tenantId, async tx => {
    for (const { number, memberId, at, principal_fen, gift_fen } of topUps)
      await topUpWallet(tx, {
        tenantId,
        memberId,
        idemKey: `demo.top-up:${number}`,
        source: { type: 'members.member', id: memberId },
        effectiveAt: at,
        bookedOn: businessDayOf(at, zone),
        actor: 'demo',
        principal: fen(BigInt(principal_fen)),
        gift: fen(BigInt(gift_fen)),
        channel: number % 3 === 0 ? 'alipay' : 'wechat',
      })
  })
}

/** What the gateway has stored of a past that was begun before. */
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
