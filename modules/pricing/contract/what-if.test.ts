import { energy, fen, parseEnergy, sumEnergy, sumFen } from '@wattyard/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlatTariff, anyPoints, anyPolicy, anyTariff, aTariff } from '../testing/index.ts'
import { DEFAULT_POLICY, MAX_WHAT_IF_SESSIONS, type PastSession, rateSession, whatIf } from './index.ts'

const at = (text: string) => Date.parse(text)
const pastSession = (id: string, kwh: string): PastSession => {
  const points = [
    { at: at('2026-01-05T01:00:00Z'), register: energy(0n) },
    { at: at('2026-01-05T02:00:00Z'), register: parseEnergy(kwh) },
  ]
  return { id, points, billed: rateSession({ points, tariff: aFlatTariff('0.8', '0.5'), policy: DEFAULT_POLICY }) }
}

describe('what past sessions would have cost', () => {
  it('gives the difference per session and in total, electricity and service apart', () => {
    const past = [pastSession('a', '10'), pastSession('b', '20.5')]
    const found = whatIf(past, aFlatTariff('0.9', '0.45'), DEFAULT_POLICY)
    expect(found.sessions[0]).toEqual({
      id: 'a',
      energy: 100_000n,
      before: { electricityFen: 800n, serviceFen: 500n, totalFen: 1300n },
      after: { electricityFen: 900n, serviceFen: 450n, totalFen: 1350n },
      difference: { electricityFen: 100n, serviceFen: -50n, totalFen: 50n },
    })
    expect(found.total.difference).toEqual({ electricityFen: 305n, serviceFen: -152n, totalFen: 153n })
    expect([found.dearer, found.cheaper, found.unchanged, found.total.energy]).toEqual([2, 0, 0, 305_000n])
  })

  it('the same tariff changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyPoints, { maxLength: 4 }), anyTariff, anyPolicy, (list, tariff, policy) => {
        const past = list.map((points, i) => ({ id: `${i}`, points, billed: rateSession({ points, tariff, policy }) }))
        const found = whatIf(past, tariff, policy)
        expect(found.total.difference).toEqual({ electricityFen: 0n, serviceFen: 0n, totalFen: 0n })
        expect([found.unchanged, found.refused]).toEqual([list.length, []])
      }),
      { numRuns: 60 },
    )
  })

  it('the total is the sum of the sessions, and going there and back again cancels', () => {
    fc.assert(
      fc.property(fc.array(anyPoints, { maxLength: 4 }), anyTariff, anyTariff, anyPolicy, (list, from, to, policy) => {
        const under = (tariff: typeof from) =>
          list.map((points, i) => ({ id: `${i}`, points, billed: rateSession({ points, tariff, policy }) }))
        const there = whatIf(under(from), to, policy)
        const back = whatIf(under(to), from, policy)
        expect(sumFen(there.sessions.map(one => one.difference.totalFen))).toBe(there.total.difference.totalFen)
        expect(sumEnergy(there.sessions.map(one => one.energy))).toBe(there.total.energy)
        expect(there.total.difference.totalFen + back.total.difference.totalFen).toBe(0n)
        expect([there.dearer, there.cheaper]).toEqual([back.cheaper, back.dearer])
      }),
      { numRuns: 60 },
    )
  })

  it('shows the sessions that cannot be rated and keeps them out of the sums', () => {
    const broken: PastSession = {
      id: 'broken',
      points: [],
      billed: { electricityFen: fen(1n), serviceFen: fen(1n), totalFen: fen(2n) },
    }
    const found = whatIf([broken, pastSession('a', '10')], aFlatTariff('0.8', '0.5'), DEFAULT_POLICY)
    expect(found.refused).toEqual([{ id: 'broken', code: 'pricing.no-points' }])
    expect(found.total.before.totalFen).toBe(1300n)
    expect(found.unchanged).toBe(1)
  })

  it('refuses more than its limit and does not hide a mistake of ours', () => {
    const one = pastSession('a', '1')
    const many = Array<PastSession>(MAX_WHAT_IF_SESSIONS + 1).fill(one)
    expect(() => whatIf(many, aTariff(), DEFAULT_POLICY)).toThrow('pricing.too-many-sessions')
    expect(() => whatIf([one], aTariff({ zone: 'Mars/Phobos' }), DEFAULT_POLICY)).toThrow('time.unknown-zone')
  })
})
