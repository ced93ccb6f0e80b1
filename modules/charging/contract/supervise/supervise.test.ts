import { fen, parsePrice } from '@wattyard/money'
import { describe, expect, test } from 'vitest'
import zh from '../../locales/zh.json' with { type: 'json' }
import { isTerminal, transition } from '../order-state.ts'
import { supervise } from './supervise.ts'
import { DEFAULT_SUPERVISOR_LIMITS, type SupervisedOrder } from './supervised-order.ts'
import { inFlight, SUPERVISOR_RULES } from './supervisor-rules.ts'

const NOW = Date.UTC(2026, 4, 11, 12)
const MINUTE = 60_000
const HOUR = 3_600_000

function anOrder(overrides: Partial<SupervisedOrder> = {}): SupervisedOrder {
  return {
    id: 'o1',
    state: 'charging',
    placedAt: NOW - HOUR,
    startSentAt: NOW - HOUR,
    startAnswer: null,
    stopSentAt: null,
    stopTries: 0,
    startedAt: NOW - HOUR,
    heardAt: NOW - 30_000,
    energyAt: NOW - 30_000,
    powerW: 6_000,
    ratedPowerW: 7_000,
    socPermille: 500,
    endedAt: null,
    idleFrames: 0,
    pileOfflineSince: null,
    endProof: null,
    hasMetered: true,
    prepaid: null,
    done: new Set(),
    ...overrides,
  }
}

function codes(order: SupervisedOrder, now = NOW): string[] {
  return supervise([order], now).map(action => action.code)
}

/** For each rule: an order one millisecond before it is due. */
const DUE: Record<string, { order: SupervisedOrder; others?: string[] }> = {
  'no-start': { order: anOrder({ state: 'starting', startSentAt: NOW - 90_000 + 1, startedAt: null, heardAt: null }) },
  'no-data': { order: anOrder({ heardAt: NOW - 15 * MINUTE + 1 }) },
  'battery-full': { order: anOrder({ socPermille: 1_000, energyAt: NOW - 5 * MINUTE + 1 }) },
  'no-progress': { order: anOrder({ energyAt: NOW - 20 * MINUTE + 1 }) },
  'eternal-warning': { order: anOrder({ startedAt: NOW - 6 * HOUR + 1 }) },
  'eternal-stop': { order: anOrder({ startedAt: NOW - 24 * HOUR + 1, done: new Set(['eternal-warning']) }) },
  'no-bill': { order: anOrder({ state: 'ended', endedAt: NOW - 30_000 + 1 }) },
  'pile-offline': { order: anOrder({ pileOfflineSince: NOW - 10 * MINUTE + 1 }) },
  'session-lost': {
    order: anOrder({
      startedAt: NOW - HOUR,
      heardAt: NOW - 24 * HOUR + 1,
      pileOfflineSince: NOW - 24 * HOUR,
      done: new Set(['pile-offline']),
    }),
  },
  'stop-repeated': { order: anOrder({ state: 'stopping', stopSentAt: NOW - 50_000 + 1, stopTries: 2 }) },
  'no-stop': { order: anOrder({ state: 'stopping', stopSentAt: NOW - 50_000 + 1, stopTries: 3 }) },
  'ended-unseen': {
    order: anOrder({
      heardAt: NOW - HOUR / 6,
      endProof: { reason: 'pile-idle', at: NOW - 5 * MINUTE + 1, taken: 50_000n },
    }),
  },
  'start-unknown': {
    order: anOrder({ startedAt: null, placedAt: NOW - 5 * MINUTE + 1, done: new Set(['eternal-warning']) }),
  },
  'draft-expired': {
    order: anOrder({ state: 'draft', placedAt: NOW - 15 * MINUTE + 1, startedAt: null, heardAt: null }),
  },
}

describe('a start that was ordered', () => {
  const due = (overrides: Partial<SupervisedOrder>) =>
    supervise([anOrder({ state: 'starting', startSentAt: NOW - 1_000, startedAt: null, ...overrides })], NOW).map(
      ({ code, event }) => `${code} ${event}`,
    )

  test.each(['rejected', 'not-supported', 'unknown-key', 'offline'] as const)('and was answered %s is over', answer => {
    expect(due({ startAnswer: answer })).toEqual(['start-refused never-started'])
  })

  test.each(['failed', 'timed-out'] as const)('and ended %s may have been heard: as if no start came', answer => {
    expect(due({ startAnswer: answer })).toEqual(['start-unanswered start-timeout'])
  })

  test('and was accepted, or is under way, waits for the pile; an order that charges is past all this', () => {
    for (const answer of ['accepted', 'scheduled', null] as const) expect(due({ startAnswer: answer })).toEqual([])
    expect(due({ state: 'charging', startedAt: NOW - 1_000, startAnswer: 'rejected' })).toEqual([])
  })
})

describe('each rule, to the millisecond', () => {
  test('every rule with a time is in the table', () => {
    const timed = SUPERVISOR_RULES.map(rule => rule.code).filter(
      code => !['idle-while-charging', 'balance-used', 'start-refused', 'start-unanswered'].includes(code),
    )
    expect(Object.keys(DUE).toSorted()).toEqual(timed.toSorted())
  })

  test.each(Object.entries(DUE))('%s', (code, { order }) => {
    expect(codes(order)).toEqual([])
    expect(codes(order, NOW + 1)).toEqual([code])
    const evidence = supervise([order], NOW + 1)[0]?.evidence ?? {}
    expect(Object.keys(evidence).filter(key => !(key in zh.charging.evidence))).toEqual([])
  })

  test('idle twice while charging', () => {
    expect(codes(anOrder({ idleFrames: 1 }))).toEqual([])
    expect(codes(anOrder({ idleFrames: 2 }))).toEqual(['idle-while-charging'])
    expect(codes(anOrder({ idleFrames: 2, state: 'stopping' }))).toEqual([])
    expect(codes(anOrder({ idleFrames: 2, hasMetered: false }))).toEqual([])
  })

  test('a session in good order is left alone', () => {
    expect(codes(anOrder())).toEqual([])
    for (const state of ['settled', 'abnormal', 'closed'] as const) {
      expect(
        codes(anOrder({ state, startedAt: 0, heardAt: 0, energyAt: 0, endedAt: 0, stopSentAt: 0, placedAt: 0 })),
      ).toEqual([])
    }
  })
})

describe('prepaid', () => {
  const price = parsePrice('1.2')
  test('the reserve is what flows since the last reading and until the stop works', () => {
    // 6 kW × (30 s + 60 s) = 0.15 kWh × 1.20 = 0.18
    expect(inFlight(anOrder(), price, NOW, 60_000)).toBe(18n)
    expect(inFlight(anOrder({ powerW: null }), price, NOW, 60_000)).toBe(21n)
    expect(inFlight(anOrder({ heardAt: null, startedAt: null, powerW: 1 }), price, NOW, 60_000)).toBe(1n)
  })

  test('stops when what is left is only the reserve', () => {
    const prepaid = { funds: fen(1_000n), cost: fen(981n), price }
    expect(codes(anOrder({ prepaid }))).toEqual([])
    const [action] = supervise([anOrder({ prepaid: { ...prepaid, cost: fen(982n) } })], NOW)
    expect(action).toMatchObject({
      code: 'balance-used',
      event: 'stop-requested',
      evidence: { funds: '10.00', cost: '9.82', reserve: '0.18' },
    })
  })
})

describe('running it again and again', () => {
  test('what is done is not said twice; a stop command is repeated', () => {
    expect(codes(anOrder({ heardAt: NOW - HOUR, done: new Set(['no-data', 'no-progress']) }))).toEqual([])
    expect(
      codes(anOrder({ state: 'stopping', stopSentAt: NOW - MINUTE, stopTries: 1, done: new Set(['stop-repeated']) })),
    ).toEqual(['stop-repeated'])
  })

  test('at most one event per order and run', () => {
    const order = anOrder({
      startedAt: NOW - 25 * HOUR,
      idleFrames: 5,
      prepaid: { funds: fen(0n), cost: fen(0n), price: parsePrice('1') },
    })
    expect(supervise([order], NOW).filter(action => action.event !== null)).toHaveLength(1)
  })

  test('every event it raises is one that the order takes, and none ends an order with energy for free', () => {
    for (const { order } of Object.values(DUE)) {
      for (const { event } of supervise([order], NOW + 1)) {
        if (event === null) continue
        const witness = {
          isEnergyFlowing: order.state === 'charging',
          hasStarted: order.startedAt !== null,
          hasStopped: order.state === 'ended',
          hasMetered: order.hasMetered,
        }
        const result = transition(order.state, event, witness)
        expect(result.ok).toBe(true)
        expect(isTerminal(result.state) && witness.hasStarted).toBe(false)
      }
    }
  })

  test('a tenant’s own limits count', () => {
    const limits = { ...DEFAULT_SUPERVISOR_LIMITS, no_data_ms: 10_000 }
    expect(supervise([anOrder()], NOW, limits).map(action => action.code)).toEqual(['no-data'])
  })
})
