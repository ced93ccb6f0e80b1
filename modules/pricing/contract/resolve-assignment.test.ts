import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ASSIGNMENT_LEVELS,
  ASSIGNMENT_VARIANTS,
  type AssignmentFact,
  nextAssignmentAt,
  type PricePlace,
  resolveAssignment,
  speedOf,
} from './index.ts'

const place = (speed: PricePlace['speed'] = null): PricePlace => ({ station: 's', pile: 'p', connector: 'p#1', speed })
const TARGETS = { tenant: '', station: 's', pile: 'p', connector: 'p#1' } as const
const fact = (
  level: AssignmentFact['level'],
  policyId: string | null,
  from = 0,
  variant: AssignmentFact['variant'] = 'all',
): AssignmentFact => ({
  level,
  target: TARGETS[level],
  variant,
  policyId,
  from,
})
const policyAt = (facts: readonly AssignmentFact[], at = 10, where = place()) =>
  resolveAssignment(facts, where, at)?.policyId ?? null

describe('which policy holds', () => {
  it('the most particular level that says something', () => {
    const facts = [fact('tenant', 'T'), fact('station', 'S'), fact('pile', 'P'), fact('connector', 'C')]
    expect([4, 3, 2, 1, 0].map(count => policyAt(facts.slice(0, count)))).toEqual(['C', 'P', 'S', 'T', null])
    expect(policyAt(facts, 10, { station: 's', speed: null })).toBe('S')
    expect(policyAt(facts, 10, { station: 'other', pile: 'q', connector: 'q#1', speed: null })).toBe('T')
  })

  it('the latest that has begun; one without a policy gives the decision back', () => {
    const facts = [fact('tenant', 'T'), fact('pile', 'old', 1), fact('pile', null, 5), fact('pile', 'new', 8)]
    expect([0, 1, 4, 5, 7, 8].map(at => policyAt(facts, at))).toEqual(['T', 'old', 'old', 'T', 'T', 'new'])
  })

  it('the variant of the current before the one for all, but a nearer level before both', () => {
    const facts = [fact('tenant', 'slow', 0, 'slow'), fact('tenant', 'all'), fact('tenant', 'fast', 0, 'fast')]
    expect([
      policyAt(facts, 1, place('slow')),
      policyAt(facts, 1, place('fast')),
      policyAt(facts, 1, place(null)),
    ]).toEqual(['slow', 'fast', 'all'])
    expect(policyAt([...facts, fact('station', 'S')], 1, place('slow'))).toBe('S')
    expect(policyAt([fact('tenant', null, 0, 'slow'), fact('tenant', 'all')], 1, place('slow'))).toBe('all')
  })

  it('reads the current as drivers do', () => {
    expect([
      speedOf('dc'),
      speedOf('acdc'),
      speedOf('ac'),
      speedOf('wireless'),
      speedOf(undefined),
      speedOf(null),
    ]).toEqual(['fast', 'fast', 'slow', 'slow', null, null])
  })
})

describe('the next assignment', () => {
  it('is the first that begins later and that the place could follow', () => {
    const elsewhere: AssignmentFact = { ...fact('pile', 'X', 11), target: 'q' }
    const facts = [
      fact('tenant', 'T'),
      elsewhere,
      fact('station', 'S', 20),
      fact('tenant', 'F', 15, 'fast'),
      fact('connector', 'C', 30),
    ]
    expect(nextAssignmentAt(facts, place(), 10)).toBe(20)
    expect(nextAssignmentAt(facts, place('fast'), 10)).toBe(15)
    expect(nextAssignmentAt(facts, place(), 20)).toBe(30)
    expect(nextAssignmentAt(facts, place(), 30)).toBeNull()
  })

  const anyFact = fc.record({
    level: fc.constantFrom(...ASSIGNMENT_LEVELS),
    variant: fc.constantFrom(...ASSIGNMENT_VARIANTS),
    policyId: fc.option(fc.constantFrom('A', 'B', 'C')),
    from: fc.integer({ min: 0, max: 40 }),
  })

  it('until it comes nothing changes, and the order of the facts does not matter', () => {
    fc.assert(
      fc.property(
        fc.array(anyFact, { maxLength: 15 }),
        fc.constantFrom('fast' as const, 'slow' as const, null),
        fc.integer({ min: 0, max: 40 }),
        (drafts, speed, at) => {
          // One target and variant has one assignment per instant, as the database sees to.
          const once = new Map(
            drafts.map(one => [
              `${one.level} ${one.variant} ${one.from}`,
              fact(one.level, one.policyId, one.from, one.variant),
            ]),
          )
          const facts = [...once.values()]
          const next = nextAssignmentAt(facts, place(speed), at) ?? 50
          for (let later = at; later < next; later += 1)
            expect(policyAt(facts, later, place(speed))).toBe(policyAt(facts, at, place(speed)))
          expect(resolveAssignment(facts.toReversed(), place(speed), at)).toEqual(
            resolveAssignment(facts, place(speed), at),
          )
        },
      ),
    )
  })
})
