import { energy, parsePrice } from '@wattyard/money'
import { DEFAULT_POLICY, type PriceSnapshot } from '@wattyard/pricing/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aSession, seededRandom, withFaults } from '../testing/index.ts'
import { compareWithPosted, type PostedBill } from './adjustment.ts'
import { type FinishedSession, finishSession } from './session/finish-session.ts'
import { foldSession } from './session/session-fold.ts'
import type { SessionFact } from './session/session-state.ts'

const SNAPSHOT: PriceSnapshot = {
  tariff: {
    versionId: 'v1',
    zone: 'Asia/Shanghai',
    days: [
      {
        key: 'all',
        intervals: [
          { fromQuarter: 0, toQuarter: 40, period: 'G', electricity: parsePrice('0.31'), service: parsePrice('0.4') },
          { fromQuarter: 40, toQuarter: 96, period: 'F', electricity: parsePrice('1.07'), service: parsePrice('0.4') },
        ],
      },
    ],
  },
  policy: DEFAULT_POLICY,
}

function finish(facts: SessionFact[], ratedPowerW: number): FinishedSession {
  return finishSession(foldSession(facts), { ratedPowerW, lastRegister: null, now: Date.UTC(2026, 5, 1) }, SNAPSHOT)
}

function posted({ bill }: FinishedSession): PostedBill {
  if (bill === null) throw new Error('nothing to post')
  return { energy: bill.energy, electricity: bill.electricityFen, service: bill.serviceFen }
}

describe('I-26: facts after settlement', () => {
  test('copies in any order always match what was posted (I-21)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), seed => {
        const session = aSession({ seed, durationMs: 1_800_000 })
        const { ratedPowerW } = session.options
        const bill = posted(finish(session.facts, ratedPowerW))
        const again = withFaults(session, { duplicate: 1, reorder: true })
        expect(compareWithPosted(bill, finish(again, ratedPowerW))).toEqual({ verdict: 'matches' })
      }),
      { numRuns: 300 },
    )
  })

  test('late samples keep the total energy; they match or give a proposal in money, never silence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), seed => {
        const session = aSession({ seed, sampleMs: 60_000 })
        const { ratedPowerW } = session.options
        const random = seededRandom(seed)
        const early = finish(
          session.facts.filter(fact => fact.kind !== 'meter-read' || random.chance(0.4)),
          ratedPowerW,
        )
        const all = finish(session.facts, ratedPowerW)
        const result = compareWithPosted(posted(early), all)
        const isSame = early.bill?.totalFen === all.bill?.totalFen && early.bill?.serviceFen === all.bill?.serviceFen
        expect(result.verdict).toBe(isSame ? 'matches' : 'differs')
        expect(result.verdict === 'differs' ? result.energy : 0n).toBe(0n)
      }),
      { numRuns: 300 },
    )
  })

  test('a second stop with another register makes the settled order doubtful', () => {
    const session = aSession({ seed: 4, dialect: 'ocpp16' })
    const stop = session.facts.find(fact => fact.kind === 'session-stopped')
    if (stop?.meterStop === undefined || stop.meterStop === null) throw new Error('no stop')
    const other = {
      ...stop,
      frame: 'z:1',
      receivedAt: stop.receivedAt + 60_000,
      meterStop: energy(stop.meterStop + 500n),
    }
    const bill = posted(finish(session.facts, session.options.ratedPowerW))
    expect(compareWithPosted(bill, finish([...session.facts, other], session.options.ratedPowerW))).toEqual({
      verdict: 'doubtful',
      codes: ['stop-conflict'],
    })
  })
})
