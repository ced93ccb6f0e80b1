import type { Pool } from '@wattyard/server-kit'
import { singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Evidence, gatherEvidence, type Order } from './evidence.ts'
import { fingerprint } from './fingerprint.ts'
import { INVARIANTS, judge } from './invariants.ts'
import { runSeed } from './run-seed.ts'
import type { World } from './world.ts'

/** A run with most faults in it, and every kind of order at its end. */
const SEED = 2

let pool: Pool
let world: World
let evidence: Evidence

beforeAll(async () => {
  pool = await singleConnectionPool()
  world = await runSeed(pool, SEED)
  evidence = await gatherEvidence(world)
}, 120_000)
afterAll(() => pool.close())

test('two runs of one seed come to the same', { timeout: 120_000 }, async () => {
  const again = await runSeed(pool, SEED)
  expect(fingerprint(again, await gatherEvidence(again))).toBe(fingerprint(world, evidence))
  const other = await runSeed(pool, SEED + 1)
  expect(fingerprint(other, await gatherEvidence(other))).not.toBe(fingerprint(world, evidence))
})

const billed = (): Order => {
  const order = evidence.orders.find(
    one => one.settled_at !== null && one.total_fen > 0n && one.paid_principal_fen > 0n,
  )
  if (order === undefined) throw new Error('the run has a paid order')
  return order
}
const changed = (order: Order, change: Partial<Order>): Evidence => ({
  ...evidence,
  orders: evidence.orders.map(one => (one.id === order.id ? { ...one, ...change } : one)),
})
/** The physical session of an order that nobody has disturbed. */
const clean = (): Order => {
  const sessions = world.piles.flatMap(pile =>
    pile.sessions.filter(one => !one.disturbed && !one.forgotten && one.delivered_wh > 0).map(one => ({ pile, one })),
  )
  const order = evidence.orders.find(
    row =>
      row.state === 'settled' &&
      row.member_id !== null &&
      sessions.some(
        ({ pile, one }) => pile.traits.pileId === row.pile_id && row.meter_start === BigInt(one.meterStart_wh) * 10n,
      ),
  )
  if (order === undefined) throw new Error('the run has an undisturbed session')
  return order
}
const without = <K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> => new Map([...map].filter(([one]) => one !== key))

/** For every law a world in which it is broken. */
const BROKEN: Record<keyof typeof INVARIANTS, () => { world?: World; evidence?: Evidence }> = {
  acknowledgedFramesAreStored: () => {
    const lost = world.acknowledged[0]?.frame
    return { evidence: { ...evidence, frames: evidence.frames.filter(frame => frame.frame !== lost) } }
  },
  oneOrderPerSession: () => ({
    evidence: { ...evidence, orders: evidence.orders.filter(one => one.id !== clean().id) },
  }),
  billsCanBeMadeAgain: () => ({ evidence: changed(billed(), { electricity_fen: billed().electricity_fen + 1n }) }),
  neverMoreThanDelivered: () => ({ evidence: changed(clean(), { energy: 99_999_999n }) }),
  undisturbedSessionsAreSettledExactly: () => ({ evidence: changed(clean(), { state: 'abnormal' }) }),
  linesAddUp: () => ({ evidence: { ...evidence, lines: without(evidence.lines, billed().id) } }),
  ordersArePaidOrOwed: () => ({ evidence: changed(billed(), { receivable_fen: billed().receivable_fen + 1n }) }),
  walletsFollowOrders: () => ({ evidence: changed(billed(), { paid_principal_fen: 0n }) }),
  ledgerIsGreen: () => ({
    evidence: { ...evidence, ledger: { ...evidence.ledger, counted: { ...evidence.ledger.counted, postings: 0 } } },
  }),
  holdsOfEndedOrdersAreEnded: () => ({
    evidence: { ...evidence, holds: evidence.holds.map(hold => ({ ...hold, state: 'open' })) },
  }),
  walletsAreNotBelowZero: () => {
    const [first] = evidence.wallets
    if (first === undefined) throw new Error('there are wallets')
    const owing = { ...first[1], principal: -1n } as (typeof first)[1] // a wallet that cannot be
    return { evidence: { ...evidence, wallets: new Map(evidence.wallets).set(first[0], owing) } }
  },
  nothingIsLeftOpen: () => ({ evidence: changed(clean(), { state: 'charging' }) }),
  nothingImplausibleIsBilled: () => ({ evidence: changed(billed(), { ended_at: billed().started_at }) }),
  pilesSpeakForThemselves: () => {
    const other = evidence.frames.find(frame => frame.pile_id !== billed().pile_id)?.pile_id
    if (other === undefined) throw new Error('there are piles')
    return { evidence: { ...evidence, frames: evidence.frames.map(frame => ({ ...frame, pile_id: other })) } }
  },
  consumerIsThrough: () => ({ evidence: { ...evidence, cursor: 0n } }),
  everyPileIsHeard: () => ({ world: { ...world, refusals: ['StopTransaction could not be stored'] } }),
  refusalsHaveReasons: () => {
    const facts = evidence.facts.get(clean().id) ?? []
    const refused = facts.map(fact =>
      fact.kind === 'session-started' ? { ...fact, verdict: 'invalid' as const } : fact,
    )
    return { evidence: { ...evidence, facts: new Map(evidence.facts).set(clean().id, refused) } }
  },
  oneAcceptedStartPerMember: () => ({
    evidence: {
      ...evidence,
      orders: evidence.orders.map(one => ({ ...one, member_id: clean().member_id })),
      cases: new Map(),
    },
  }),
  eachChargeIsBilledOnce: () => {
    const again = evidence.orders.find(
      one => one.id !== billed().id && one.settled_at !== null && (one.energy ?? 0n) > 0n,
    )
    if (again === undefined) throw new Error('there are two bills')
    const own = evidence.facts.get(billed().id) ?? []
    return { evidence: { ...evidence, facts: new Map(evidence.facts).set(again.id, own) } }
  },
  everyOrderHasAnOwner: () => ({
    evidence: { ...evidence, facts: new Map(evidence.facts).set(clean().id, []) },
  }),
  evsesCarryOneTransaction: () => ({ evidence: changed(clean(), { connector_number: clean().connector_number + 1 }) }),
  noStatementGoesAstray: () => ({ world: { ...world, strays: ['update charging_order'] } }),
}

test('the run breaks no law', () => {
  expect(judge(world, evidence)).toEqual({})
})

test.each(Object.keys(INVARIANTS))('%s can fail', name => {
  const broken = BROKEN[name]?.()
  const breaches = INVARIANTS[name]?.(broken?.world ?? world, broken?.evidence ?? evidence) ?? []
  expect(breaches.length).toBeGreaterThan(0)
})
