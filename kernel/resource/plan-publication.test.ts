import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LATE_START_TOLERANCE_MS, planPublication, type Validity } from './index.ts'

const NOW = 1_000_000_000
const HOUR = 3_600_000
const version = (number: number, from: number, to: number | null = null): Validity => ({
  id: `v${number}`,
  number,
  from,
  to,
})
const ask = (request: Partial<Parameters<typeof planPublication>[0]>) =>
  planPublication({ now: NOW, from: null, to: null, replaceCurrent: true, others: [], ...request })

describe('when a version comes into force', () => {
  it('at once when no time is given, and a click that took a moment is no journey into the past', () => {
    expect(ask({})).toEqual({ ok: true, from: NOW, to: null, ends: null })
    expect(ask({ from: NOW - LATE_START_TOLERANCE_MS })).toMatchObject({ ok: true, from: NOW })
    expect(ask({ from: NOW - LATE_START_TOLERANCE_MS - 1 })).toEqual({ ok: false, reason: 'starts-in-past' })
    expect(ask({ from: NOW + HOUR, to: NOW + HOUR })).toEqual({ ok: false, reason: 'ends-before-start' })
  })

  it('ends the one in force only with consent', () => {
    const current = version(1, 0)
    expect(ask({ others: [current], replaceCurrent: false })).toEqual({
      ok: false,
      reason: 'overlaps',
      other: current,
      replaceable: true,
    })
    expect(ask({ others: [current] })).toEqual({ ok: true, from: NOW, to: null, ends: current })
  })

  it('leaves what is planned planned: it ends where that begins', () => {
    const planned = version(2, NOW + 5 * HOUR)
    const current = version(1, 0, NOW + 5 * HOUR)
    expect(ask({ others: [current, planned] })).toEqual({ ok: true, from: NOW, to: NOW + 5 * HOUR, ends: current })
    expect(ask({ others: [planned], to: NOW + 6 * HOUR })).toMatchObject({ reason: 'overlaps', replaceable: false })
    expect(ask({ others: [planned], from: NOW + 5 * HOUR })).toMatchObject({ reason: 'overlaps', replaceable: false })
  })

  it('a version retired before its start overlaps nothing', () => {
    const empty = version(2, NOW + HOUR, NOW + HOUR)
    expect(ask({ others: [empty] })).toMatchObject({ ok: true, to: null })
  })

  it('refuses a window that would leave nothing behind it', () => {
    const current = version(1, 0)
    expect(ask({ others: [current], to: NOW + HOUR })).toEqual({
      ok: false,
      reason: 'leaves-gap',
      other: current,
      at: NOW + HOUR,
    })
    expect(ask({ others: [version(1, 0, NOW + HOUR)], to: NOW + HOUR })).toMatchObject({ ok: true })
  })
})

/** Times in force after a publication. */
function after(others: readonly Validity[], made: Extract<ReturnType<typeof ask>, { ok: true }>): Validity[] {
  const kept = others.map(other => (other.id === made.ends?.id ? { ...other, to: made.from } : other))
  return [...kept, version(others.length + 1, made.from, made.to)]
}

const holds = (list: readonly Validity[], at: number) =>
  list.filter(({ from, to }) => from <= at && (to === null || at < to))

/** Every half hour of the days that a course can reach. */
const INSTANTS = Array.from({ length: 322 }, (_, i) => NOW + ((i - 2) * HOUR) / 2)

describe('over any course of publications', () => {
  const step = fc.record({
    pass: fc.integer({ min: 0, max: 10 }),
    from: fc.option(fc.integer({ min: 0, max: 30 })),
    length: fc.option(fc.integer({ min: 1, max: 30 })),
  })

  it('no instant has two versions, none loses its price, and the past stays as it was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        let now = NOW
        let list: Validity[] = []
        for (const { pass, from, length } of steps) {
          now += pass * HOUR
          const start = from === null ? null : now + from * HOUR
          const to = length === null ? null : (start ?? now) + length * HOUR
          const made = planPublication({ now, from: start, to, replaceCurrent: true, others: list })
          if (!made.ok) continue
          const next = after(list, made)
          const wrong = INSTANTS.filter(at => {
            const [before, then] = [holds(list, at), holds(next, at)]
            const isRewritten = at < now && then[0]?.id !== before[0]?.id
            return then.length > 1 || then.length < before.length || isRewritten
          })
          expect(wrong).toEqual([])
          list = next
        }
      }),
      { numRuns: 60 },
    )
  })
})
