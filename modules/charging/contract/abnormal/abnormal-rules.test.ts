import { energy, fen, parseEnergy, parsePrice, subEnergy } from '@wattyard/money'
import { DEFAULT_POLICY, rateSession, type Tariff } from '@wattyard/pricing/contract'
import type { ConnectorState, ConnectorStatus } from '@wattyard/gateway/contract'
import { describe, expect, test } from 'vitest'
import zh from '../../locales/zh.json' with { type: 'json' }
import { aSession } from '../../testing/index.ts'
import type { AbnormalInput, AbnormalOrder } from './abnormal-rule.ts'
import { ABNORMAL_RULES, findAbnormal } from './abnormal-rules.ts'
import { deriveEnergy } from '../energy/derive-energy.ts'
import { foldSession } from '../session/session-fold.ts'
import type { SessionFact } from '../session/session-state.ts'

const T0 = Date.UTC(2026, 4, 11, 10)
const DURATION = 1_800_000
const TARIFF: Tariff = {
  versionId: 'v1',
  zone: 'Asia/Shanghai',
  days: [
    {
      key: 'all',
      intervals: [
        { fromQuarter: 0, toQuarter: 96, period: 'P', electricity: parsePrice('0.7'), service: parsePrice('0.4') },
      ],
    },
  ],
}

const session = aSession({
  seed: 21,
  startedAt: T0,
  durationMs: DURATION,
  sampleMs: 60_000,
  current: 'dc',
  ratedPowerW: 60_000,
  loadPermille: 800,
  socStartPermille: 200,
  batteryWh: 60_000,
  dialect: 'ocpp16',
  meterStart: parseEnergy('910'),
})
const NOW = T0 + DURATION + 10_000

/** The facts of the session, some of them changed; leaving a fact out is returning null. */
function facts(change: (fact: SessionFact) => SessionFact | null = fact => fact): SessionFact[] {
  return session.facts.flatMap(fact => change(fact) ?? [])
}

const unstopped = () =>
  facts(fact =>
    fact.kind === 'session-stopped' || (fact.kind === 'connector-status' && fact.state === 'finishing') ? null : fact,
  )

function status(state: ConnectorState, at: number): ConnectorStatus {
  const some = session.facts.find(fact => fact.kind === 'connector-status')
  if (some === undefined) throw new Error('no status')
  return { ...some, state, at, deviceAt: at, receivedAt: at, frame: `x:${at}` }
}

const ORDER: AbnormalOrder = {
  id: 'o1',
  state: 'ended',
  transactionId: 'txn-21',
  memberId: 'm1',
  tag: 'TAG21',
  vin: 'VIN1',
  connectorId: 'c1',
  snapshotHash: 'aa',
  billedSnapshotHash: 'aa',
  startCommand: { sentAt: T0 - 5_000, answer: 'accepted', answeredAt: T0 - 4_000, refusal: null },
  stopCommand: null,
}

function given(
  order: Partial<AbnormalOrder> = {},
  list: SessionFact[] | null = facts(),
  rest: Partial<AbnormalInput> = {},
): AbnormalInput {
  const state = list === null ? null : foldSession(list)
  const derived = state === null ? null : deriveEnergy(state, { ratedPowerW: 60_000, lastRegister: null, now: NOW })
  const bill =
    derived?.billable === true ? rateSession({ points: derived.points, tariff: TARIFF, policy: DEFAULT_POLICY }) : null
  return {
    order: { ...ORDER, ...order },
    session: state,
    derived,
    bill,
    deviceBill: null,
    comparison: null,
    cover: { funds: fen(100_000n), creditLimit: fen(0n) },
    connectorState: 'idle',
    pileOfflineSince: null,
    activeOrders: [],
    cancelledAt: [],
    now: NOW,
    ...rest,
  }
}

const starting = {
  state: 'starting',
  startCommand: { sentAt: NOW - 90_000, answer: 'pending', answeredAt: null, refusal: null },
} as const
const stopMeter = (register: bigint) =>
  facts(fact => (fact.kind === 'session-stopped' ? { ...fact, meterStop: energy(register) } : fact))
const twin = { id: 'o2', connectorId: 'other', memberId: null, tag: null, vin: null }
const bill = given().bill
const exactBill = { transactionId: 'txn-21', copies: 1, receivedAt: NOW, periods: { P: bill?.energy ?? energy(0n) } }

/** Per rule: an input that has it, and one as near as can be that has not. */
const CASES: Record<string, { has: () => AbnormalInput; hasNot: () => AbnormalInput }> = {
  'start-unanswered': { has: () => given(starting, null), hasNot: () => given(starting, null, { now: NOW - 1 }) },
  'idle-while-charging': {
    has: () =>
      given({ state: 'charging' }, [...unstopped(), status('idle', NOW - 20_000), status('idle', NOW - 5_000)]),
    hasNot: () => given({ state: 'charging' }, [...unstopped(), status('idle', NOW - 5_000)]),
  },
  'bill-late': {
    has: () => given({}, facts(), { bill: null, now: T0 + DURATION + 30_200 }),
    hasNot: () => given({}, facts(), { bill: null, now: T0 + DURATION + 30_199 }),
  },
  'plug-pulled': {
    has: () => given({ state: 'charging' }, [...unstopped(), status('idle', NOW - 10_000)]),
    hasNot: () => given({ state: 'charging' }, [...unstopped(), status('idle', NOW - 9_999)]),
  },
  'transaction-differs': {
    has: () => given({ transactionId: 'txn-20' }),
    hasNot: () => given({ transactionId: null }),
  },
  'period-energy-differs': {
    has: () =>
      given({}, facts(), { deviceBill: { ...exactBill, periods: { P: energy((bill?.energy ?? 0n) + 101n) } } }),
    hasNot: () =>
      given({}, facts(), { deviceBill: { ...exactBill, periods: { P: energy((bill?.energy ?? 0n) + 100n) } } }),
  },
  'started-after-window': {
    has: () =>
      given({
        startCommand: { sentAt: T0 - 70_000, answer: 'refused', answeredAt: T0 - 60_001, refusal: 'not-plugged' },
      }),
    hasNot: () =>
      given({
        startCommand: { sentAt: T0 - 70_000, answer: 'refused', answeredAt: T0 - 60_000, refusal: 'not-plugged' },
      }),
  },
  'bill-repeated': {
    has: () => given({}, facts(), { deviceBill: { ...exactBill, copies: 6 } }),
    hasNot: () => given({}, facts(), { deviceBill: { ...exactBill, copies: 5 } }),
  },
  'stop-unanswered': {
    has: () =>
      given(
        {
          state: 'stopping',
          stopCommand: { sentAt: NOW - 50_000, answer: 'pending', answeredAt: null, refusal: null },
        },
        unstopped(),
      ),
    hasNot: () =>
      given(
        {
          state: 'stopping',
          stopCommand: { sentAt: NOW - 49_999, answer: 'pending', answeredAt: null, refusal: null },
        },
        unstopped(),
      ),
  },
  'little-energy': {
    has: () =>
      given(
        {},
        aSession({ seed: 3, startedAt: T0, durationMs: 600_000, ratedPowerW: 7_000, loadPermille: 900, current: 'ac' })
          .facts,
      ),
    hasNot: () => given(),
  },
  'energy-doubtful': {
    has: () =>
      given(
        {},
        facts(fact => (fact.kind === 'session-started' ? null : fact)),
      ),
    hasNot: () => given(),
  },
  'over-consumption': {
    has: () =>
      given(
        {},
        stopMeter(parseEnergy('950')).filter(fact => fact.kind !== 'meter-read'),
      ),
    hasNot: () =>
      given(
        {},
        stopMeter(parseEnergy('943')).filter(fact => fact.kind !== 'meter-read'),
      ),
  },
  'meter-reversed': {
    has: () => given({}, stopMeter(parseEnergy('909.9'))),
    hasNot: () => given({}, stopMeter(parseEnergy('910'))),
  },
  'soc-falls': {
    has: () =>
      given(
        {},
        facts(fact =>
          fact.kind === 'meter-read' && fact.at === T0 + 900_000
            ? { ...fact, samples: fact.samples.map(sample => ({ ...sample, socPermille: 100 })) }
            : fact,
        ),
      ),
    hasNot: () => given(),
  },
  'price-differs': {
    has: () => given({ billedSnapshotHash: 'bb' }),
    hasNot: () => given({ billedSnapshotHash: null }),
  },
  'too-long': {
    has: () => given({ state: 'charging' }, unstopped(), { now: T0 + 86_400_001 }),
    hasNot: () => given({ state: 'charging' }, unstopped(), { now: T0 + 86_400_000 }),
  },
  'amount-over-limit': {
    has: () => given({}, facts(), { cover: { funds: fen((bill?.totalFen ?? 0n) - 101n), creditLimit: fen(100n) } }),
    hasNot: () => given({}, facts(), { cover: { funds: fen((bill?.totalFen ?? 0n) - 100n), creditLimit: fen(100n) } }),
  },
  'duplicate-connector': {
    has: () => given({ state: 'charging' }, unstopped(), { activeOrders: [{ ...twin, connectorId: 'c1' }] }),
    hasNot: () =>
      given({ state: 'charging' }, unstopped(), { activeOrders: [{ ...twin, id: 'o1', connectorId: 'c1' }, twin] }),
  },
  'duplicate-member': {
    has: () => given({ state: 'charging' }, unstopped(), { activeOrders: [{ ...twin, memberId: 'm1' }] }),
    hasNot: () => given({ state: 'charging', memberId: null }, unstopped(), { activeOrders: [twin] }),
  },
  'duplicate-tag': {
    has: () => given({ state: 'starting' }, unstopped(), { activeOrders: [{ ...twin, tag: 'TAG21' }] }),
    hasNot: () => given({ state: 'ended' }, facts(), { activeOrders: [{ ...twin, tag: 'TAG21' }] }),
  },
  'duplicate-vehicle': {
    has: () => given({ state: 'charging' }, unstopped(), { activeOrders: [{ ...twin, vin: 'VIN1' }] }),
    hasNot: () => given({ state: 'charging' }, unstopped(), { activeOrders: [{ ...twin, vin: 'VIN2' }] }),
  },
  'many-cancels': {
    has: () => given({}, facts(), { cancelledAt: [NOW - 599_999, NOW - 5_000, NOW] }),
    hasNot: () => given({}, facts(), { cancelledAt: [NOW - 600_000, NOW - 5_000, NOW] }),
  },
  'instant-stop': { has: () => given({}, stoppedAfter(1_000)), hasNot: () => given({}, stoppedAfter(1_001)) },
  'no-consumption': { has: () => given({}, bare(910n, 600_000)), hasNot: () => given() },
  'short-session': { has: () => given({}, bare(910n, 59_999)), hasNot: () => given({}, bare(910n, 60_000)) },
  'long-inactivity': { has: () => given({}, full(7_200_000)), hasNot: () => given({}, full(7_199_999)) },
  'times-wrong': {
    has: () =>
      given(
        {},
        facts(fact => (fact.kind === 'session-started' ? { ...fact, at: Date.UTC(1999, 10, 30) } : fact)),
      ),
    hasNot: () => given(),
  },
  'member-missing': {
    has: () => given({ memberId: null }),
    hasNot: () => given({ memberId: null, state: 'charging' }, unstopped()),
  },
  'price-missing': {
    has: () => given({ snapshotHash: null }),
    hasNot: () => given({ snapshotHash: null, state: 'starting' }, null),
  },
  'bill-missing': {
    has: () => given({ state: 'settled' }, facts(), { bill: null }),
    hasNot: () =>
      given({ state: 'settled' }, facts(), {
        bill: null,
        comparison: { verdict: 'doubtful', codes: ['stop-conflict'] },
      }),
  },
  'pile-offline': {
    has: () => given({ state: 'charging' }, unstopped(), { pileOfflineSince: NOW - 600_000 }),
    hasNot: () => given({ state: 'charging' }, unstopped(), { pileOfflineSince: NOW - 599_999 }),
  },
  'connector-fault': {
    has: () => given({ state: 'charging' }, unstopped(), { connectorState: 'fault' }),
    hasNot: () => given({ state: 'ended' }, facts(), { connectorState: 'fault' }),
  },
  'bill-contradicted': {
    has: () => given({ state: 'settled' }, facts(), { comparison: { verdict: 'doubtful', codes: ['stop-conflict'] } }),
    hasNot: () => given({ state: 'settled' }, facts(), { comparison: { verdict: 'matches' } }),
  },
  'versions-conflict': {
    has: () =>
      given({}, [...facts(), ...stopMeter(parseEnergy('911')).filter(fact => fact.kind === 'session-stopped')]),
    hasNot: () => given({}, [...facts(), ...facts()]),
  },
  'told-twice': {
    has: () => ({ ...given(), twin: { orderId: 'o0', transactionId: 'txn-20' } }),
    hasNot: () => ({ ...given(), twin: null }),
  },
  'energy-on-closed-order': { has: () => given({ state: 'closed' }), hasNot: () => given({ state: 'closed' }, null) },
}

/** Start and stop only, with the same register. */
function bare(kwh: bigint, durationMs: number): SessionFact[] {
  return facts(fact => {
    if (fact.kind === 'meter-read') return null
    if (fact.kind !== 'session-stopped') return fact
    return { ...fact, meterStop: energy(kwh * 10_000n), at: T0 + durationMs, deviceAt: T0 + durationMs }
  })
}

function stoppedAfter(ms: number): SessionFact[] {
  return bare(910n, ms)
}

/** The car is full after half an hour and stays connected for so long. */
function full(ms: number): SessionFact[] {
  const end = T0 + DURATION + ms
  return facts(fact => (fact.kind === 'session-stopped' ? { ...fact, at: end, deviceAt: end } : fact)).concat(
    facts(fact => (fact.kind === 'meter-read' && fact.at === T0 + DURATION - 60_000 ? at(fact, T0 + DURATION) : null)),
  )
}

function at(fact: SessionFact, instant: number): SessionFact {
  if (fact.kind !== 'meter-read') return fact
  const samples = fact.samples.map(sample => ({ ...sample, at: instant, register: session.truth.meterStop }))
  return { ...fact, at: instant, deviceAt: instant, frame: `y:${instant}`, samples }
}

function codes(input: AbnormalInput): string[] {
  return findAbnormal(input).map(finding => finding.code)
}

describe('abnormal rules', () => {
  test('every rule has its pair, every number and code is used once', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(ABNORMAL_RULES.map(rule => rule.code).toSorted())
    expect(new Set(ABNORMAL_RULES.map(rule => rule.id)).size).toBe(ABNORMAL_RULES.length)
    for (const { code, remedies, source } of ABNORMAL_RULES)
      expect(`${code} ${remedies.length > 0 && source !== ''}`).toBe(`${code} true`)
  })

  test.each(Object.entries(CASES))('%s', (code, { has, hasNot }) => {
    const found = findAbnormal(has()).find(finding => finding.code === code)
    expect(found).toBeDefined()
    expect(Object.keys(found?.evidence ?? {}).length).toBeGreaterThan(0)
    expect(Object.values(found?.evidence ?? {}).every(value => typeof value === 'string')).toBe(true)
    expect(codes(hasNot())).not.toContain(code)
    expect(Object.keys(found?.evidence ?? {}).filter(key => !(key in zh.charging.evidence))).toEqual([])
  })

  test('an ordinary order has nothing', () => {
    expect(codes(given())).toEqual([])
    expect(codes(given({ state: 'charging' }, unstopped()))).toEqual([])
    expect(codes(given({ state: 'settled' }))).toEqual([])
  })

  test('a session that is not billable is always blocked by a rule', () => {
    for (const { has } of Object.values(CASES)) {
      const input = has()
      if (input.derived === null || input.derived.billable || input.order.state !== 'ended') continue
      expect(findAbnormal(input).some(finding => finding.blocks)).toBe(true)
    }
  })

  test('evidence carries the figures', () => {
    const found = findAbnormal(CASES['over-consumption']?.has() ?? given())
    expect(found.find(({ code }) => code === 'over-consumption')?.evidence).toMatchObject({
      rated_w: '60000',
      // 60 kW for half an hour and a tenth, one second of it more (times are whole seconds), one step of the meter.
      possible: '33.0193',
    })
    expect(subEnergy(session.truth.meterStop, session.truth.meterStart)).toBe(session.truth.energy)
  })
})
