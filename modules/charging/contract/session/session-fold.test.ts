import { energy } from '@wattyard/money'
import type { MeterRead, SessionStarted, SessionStopped } from '@wattyard/gateway/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aSession, resend, seededRandom, withFaults } from '../../testing/index.ts'
import { applyFact, foldSession } from './session-fold.ts'
import { emptySession, ForeignFactError, MAX_READINGS, MAX_STATUSES, type SessionFact } from './session-state.ts'
import { restoreSession, storeSession } from './session-store.ts'
import {
  connectorStateOf,
  countedReadings,
  liveFigures,
  startOf,
  stopOf,
  tagOf,
  trailingStatuses,
} from './session-view.ts'

function only<K extends SessionFact['kind']>(
  facts: readonly SessionFact[],
  kind: K,
): Extract<SessionFact, { kind: K }> {
  const found = facts.find((fact): fact is Extract<SessionFact, { kind: K }> => fact.kind === kind)
  if (found === undefined) throw new Error(`no ${kind}`)
  return found
}

const small = { durationMs: 900_000, sampleMs: 60_000 }

describe('I-16: the state is a function of the set of facts', () => {
  test('any order, any multiplicity, any faults', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 3 }),
        (seed, order, copies) => {
          const random = seededRandom(order)
          const session = aSession({ ...small, seed })
          const facts = withFaults(session, {
            dropReads: 0.2,
            resetAfter: random.next() * 1.5,
            skewMs: random.pick([0, 90_000, -32_400_000]),
          })
          const many = random.shuffle(Array.from({ length: copies }, () => facts).flat())
          expect(foldSession(many)).toEqual(foldSession(facts))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('copies in new frames, received later, change nothing but nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (seed, order) => {
        const { facts } = aSession({ ...small, seed })
        const copies = facts.flatMap((fact, index) => [resend(fact, index), resend(fact, index + 50)])
        expect(foldSession(seededRandom(order).shuffle([...facts, ...copies]))).toEqual(foldSession(facts))
      }),
      { numRuns: 200 },
    )
  })

  test('conflicting versions settle on the same winner in every order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (seed, order) => {
        const random = seededRandom(order)
        const { facts } = aSession({ ...small, seed })
        const twisted = facts.filter(() => random.chance(0.3)).map((fact, index) => resend(twist(fact), index))
        const all = [...facts, ...twisted]
        expect(foldSession(random.shuffle(all))).toEqual(foldSession(all))
      }),
      { numRuns: 200 },
    )
  })

  test('one fact at a time, with a restart in between, gives the whole fold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(20), (seed, cut) => {
        const session = aSession({ ...small, seed })
        const facts = withFaults(session, { duplicate: 0.5, reorder: true })
        let state = emptySession(session.options)
        facts.forEach((fact, index) => {
          if (index === cut) state = restoreSession(JSON.parse(JSON.stringify(storeSession(state))))
          state = applyFact(state, fact)
        })
        expect(state).toEqual(foldSession(facts))
      }),
      { numRuns: 200 },
    )
  })
})

function twist(fact: SessionFact): SessionFact {
  switch (fact.kind) {
    case 'session-started':
      return { ...fact, meterStart: energy((fact.meterStart ?? 0n) + 70n) }
    case 'session-stopped':
      return { ...fact, meterStop: energy((fact.meterStop ?? 0n) + 90n) }
    case 'meter-read':
      return {
        ...fact,
        samples: fact.samples.map(sample => ({ ...sample, register: energy((sample.register ?? 0n) + 50n) })),
      }
    case 'connector-status':
      return { ...fact, state: 'fault' }
  }
}

describe('natural keys', () => {
  test('start and stop: the earliest received counts, the other version is kept', () => {
    const { facts } = aSession({ ...small, seed: 5, dialect: 'ocpp16' })
    const start = only(facts, 'session-started')
    const later: SessionStarted = { ...start, frame: 'z:1', receivedAt: start.receivedAt + 1, meterStart: energy(1n) }
    const state = foldSession([later, ...facts])
    expect(startOf(state)?.meterStart).toBe(start.meterStart)
    expect(state.starts.map(version => version.meterStart)).toEqual([start.meterStart, 1n])
  })

  test('of two stops the one with a register is final, even when it came later', () => {
    const { facts } = aSession({ ...small, seed: 6, dialect: 'ocpp16' })
    const stop = only(facts, 'session-stopped')
    const bare: SessionStopped = {
      ...stop,
      meterStop: null,
      reason: 'PowerLoss',
      frame: 'a:1',
      receivedAt: stop.receivedAt - 5_000,
    }
    expect(stopOf(foldSession([bare, ...facts]))?.meterStop).toBe(stop.meterStop)
    expect(stopOf(foldSession([bare]))?.reason).toBe('PowerLoss')
  })

  test('readings keyed by device time: two copies corrected differently are one reading', () => {
    const { facts } = aSession({ ...small, seed: 7, dialect: 'ocpp16' })
    const read = only(facts, 'meter-read')
    const deviceAt = read.at - 90_000
    const shifted = (by: number, frame: string): MeterRead => ({
      ...read,
      frame,
      receivedAt: read.receivedAt + by,
      deviceAt,
      at: read.at + by,
      clock: 'corrected',
      samples: read.samples.map(sample => ({ ...sample, at: sample.at + by })),
    })
    const state = foldSession([shifted(40, 'p:8'), shifted(0, 'p:7')])
    expect(state.readings).toHaveLength(1)
    expect(state.readings[0]).toMatchObject({ at: read.at, frame: 'p:7' })
  })

  test('OCPP 2.x: a seqNo used twice counts once, whatever its instants', () => {
    const { facts } = aSession({ ...small, seed: 8, dialect: 'ocpp201' })
    const read = only(facts, 'meter-read')
    const second: MeterRead = {
      ...read,
      frame: 'z:9',
      receivedAt: read.receivedAt + 9_000,
      samples: read.samples.map(sample => ({ ...sample, at: sample.at + 500 })),
    }
    const state = foldSession([second, ...facts])
    const count = countedReadings(state).length
    expect(state.readings).toHaveLength(count + 1)
    expect(countedReadings(state).some(reading => reading.frame === 'z:9')).toBe(false)
  })

  test('OCPP 2.x, cable first: the tag that is shown later names the payer', () => {
    const { facts } = aSession({ ...small, seed: 14, dialect: 'ocpp201' })
    const start: SessionStarted = { ...only(facts, 'session-started'), tag: null }
    const read = only(facts, 'meter-read')
    const first: MeterRead = { ...read, frame: 'p:50', seqNo: 90, tag: 'A', samples: [] }
    const second: MeterRead = { ...first, frame: 'p:51', seqNo: 91, tag: 'B' }
    expect(tagOf(foldSession([second, start, first, resend(second)]))).toBe('A')
    expect(tagOf(foldSession(facts))).toBe('TAG14')
  })

  test('what we made of a start does not make it another start', () => {
    const { facts } = aSession({ ...small, seed: 15 })
    const start = only(facts, 'session-started')
    const copy: SessionStarted = {
      ...start,
      frame: 'z:1',
      receivedAt: start.receivedAt + 9,
      method: 'remote',
      verdict: 'concurrent',
      offline: true,
    }
    expect(foldSession([copy, start]).starts).toEqual([start])
  })

  test('s:9 was before s:10 within one millisecond', () => {
    const { facts } = aSession({ ...small, seed: 9 })
    const start = only(facts, 'session-started')
    const ten = { ...start, frame: 's:10', tag: 'TEN' }
    const nine = { ...start, frame: 's:9', tag: 'NINE' }
    expect(startOf(foldSession([ten, nine]))?.tag).toBe('NINE')
  })
})

describe('limits and refusals', () => {
  test('a fact of another session, pile or tenant is refused (I-20)', () => {
    const mine = aSession({ ...small, seed: 10 })
    const state = foldSession(mine.facts)
    const start = only(mine.facts, 'session-started')
    expect(() => applyFact(state, { ...start, sessionId: 'other' })).toThrow(ForeignFactError)
    expect(() => applyFact(state, { ...start, pileId: 'other' })).toThrow(ForeignFactError)
    expect(() => applyFact(state, { ...start, tenantId: 'other' })).toThrow(ForeignFactError)
    expect(() => foldSession([])).toThrow(RangeError)
  })

  test(`reading ${MAX_READINGS + 1} is overflow in any order`, () => {
    const { facts, options } = aSession({ ...small, seed: 11, dialect: 'ocpp16' })
    const read = only(facts, 'meter-read')
    const sample = read.samples[0]
    if (sample === undefined) throw new Error('no sample')
    const samples = Array.from({ length: MAX_READINGS + 1 }, (_, index) => ({ ...sample, at: sample.at + index }))
    const forward = applyFact(emptySession(options), { ...read, samples })
    const backward = applyFact(emptySession(options), { ...read, samples: samples.toReversed() })
    expect(forward.overflow).toBe(true)
    expect(forward.readings).toHaveLength(MAX_READINGS)
    expect(backward).toEqual(forward)
  })

  test('only the newest statuses stay', () => {
    const { facts, options } = aSession({ ...small, seed: 12 })
    const status = only(facts, 'connector-status')
    const state = emptySession(options)
    for (let index = 0; index < MAX_STATUSES + 10; index++)
      applyFact(state, { ...status, state: 'charging', deviceAt: index, at: index })
    applyFact(state, { ...status, state: 'idle', deviceAt: 900, at: 900 })
    applyFact(state, { ...status, state: 'idle', deviceAt: 901, at: 901 })
    expect(state.statuses).toHaveLength(MAX_STATUSES)
    expect(connectorStateOf(state)).toBe('idle')
    expect(trailingStatuses(state, ['idle'])).toBe(2)
  })
})

describe('live figures', () => {
  test('each figure is the newest one said', () => {
    const { facts, truth } = aSession({ ...small, seed: 3, dialect: 'ocpp201', current: 'dc' })
    const figures = liveFigures(foldSession(facts))
    expect(figures.register).toBe(truth.meterStop)
    expect(figures.at).toBe(truth.endedAt)
    expect(figures.socPermille).toBeGreaterThan(0)
    expect(liveFigures(emptySession({ tenantId: 't', pileId: 'p', sessionId: 's' })).at).toBeNull()
  })
})

test('a stored state is plain JSON and knows its version', () => {
  const state = foldSession(aSession({ ...small, seed: 13 }).facts)
  const stored = storeSession(state)
  expect(restoreSession(JSON.parse(JSON.stringify(stored)))).toEqual(state)
  // Another version can only come from outside the types.
  expect(() => restoreSession({ ...stored, v: 2 as 1 })).toThrow(RangeError)
  expect(() => restoreSession({ ...stored, frames: [] })).toThrow(RangeError)
})
