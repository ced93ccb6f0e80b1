import { fen } from '@wattyard/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNKNOWN_AFTER_MS } from './payment-state.ts'
import {
  compareRefunded,
  decideRefund,
  heirOf,
  isMoving,
  isOwed,
  isRefundEnded,
  type PartLink,
  partTransition,
  type PartWitness,
  REFUND_STATES,
  refundStateOf,
} from './refund-state.ts'
import { PART_EVENTS, PART_FACTS, PART_STATES, type PartEvent, type PartState } from './refund-table.ts'

const RUNS = { numRuns: 10_000 }
const WITNESS: PartWitness = {
  isByHand: false,
  unknownAnswers: 1,
  sinceSentMs: 0,
  heir: null,
  isUnproved: false,
  isRefused: false,
}
const SETTLED: PartWitness = { ...WITNESS, unknownAnswers: 2, sinceSentMs: UNKNOWN_AFTER_MS }
const PAIRS = PART_STATES.flatMap(state => PART_EVENTS.map(event => ({ state, event })))
/** Each way in which money leaves or returns. */
const MONEY = ['pay-out', 'give-back', 'charge-back'] as const

const witnesses: fc.Arbitrary<PartWitness> = fc.record({
  isByHand: fc.boolean(),
  unknownAnswers: fc.constantFrom(0, 1, 2),
  sinceSentMs: fc.constantFrom(0, UNKNOWN_AFTER_MS),
  heir: fc.constantFrom(null, ...PART_STATES),
  isUnproved: fc.boolean(),
  isRefused: fc.boolean(),
})

describe('every pair of state and event', () => {
  test.each(PAIRS)('$state × $event has an answer', ({ state, event }) => {
    const result = partTransition(state, event, WITNESS)
    expect(result.ok || result.state === state).toBe(true)
    expect(result.ok || !(PART_FACTS as readonly string[]).includes(event)).toBe(true)
  })

  test('the answer is lost: the number is asked for, and sent again when nobody knows it', () => {
    expect(partTransition('sending', 'claim-lost', WITNESS)).toMatchObject({ state: 'unclear', effects: ['ask'] })
    for (const witness of [
      WITNESS,
      { ...SETTLED, unknownAnswers: 1 },
      { ...SETTLED, sinceSentMs: UNKNOWN_AFTER_MS - 1 },
    ])
      expect(partTransition('unclear', 'number-unknown', witness)).toMatchObject({ state: 'unclear', effects: ['ask'] })
    expect(partTransition('unclear', 'number-unknown', SETTLED)).toMatchObject({ state: 'waiting', effects: ['send'] })
  })

  test('a refusal after a request that was never answered proves nothing until a query tells', () => {
    expect(partTransition('sending', 'said-refused', WITNESS)).toMatchObject({ state: 'failed' })
    const unproved = { ...WITNESS, isUnproved: true }
    expect(partTransition('sending', 'said-refused', unproved)).toMatchObject({ state: 'unclear', effects: ['ask'] })
    const refused = { ...unproved, isRefused: true }
    expect(partTransition('unclear', 'number-unknown', refused)).toMatchObject({ state: 'unclear', effects: ['ask'] })
    // Sent again, it would be refused again.
    expect(
      partTransition('unclear', 'number-unknown', { ...SETTLED, isUnproved: true, isRefused: true }),
    ).toMatchObject({
      state: 'failed',
      effects: ['open-finding'],
    })
    expect(partTransition('unclear', 'is-done', refused)).toMatchObject({ state: 'done', effects: ['pay-out'] })
  })

  test('a part is sent to its channel or paid by a person, never both', () => {
    const byHand = { ...WITNESS, isByHand: true }
    expect(partTransition('waiting', 'claimed', byHand)).toMatchObject({ ok: false, code: 'payments.personDecides' })
    expect(partTransition('waiting', 'paid-by-hand', byHand)).toMatchObject({ state: 'done', effects: ['pay-out'] })
    expect(partTransition('waiting', 'paid-by-hand', WITNESS)).toMatchObject({ code: 'payments.channelDecides' })
  })
})

describe('laws', () => {
  test('a new number is given only when the old one failed; a person can do nothing to what may still succeed', () => {
    for (const { state, event } of PAIRS) {
      const result = partTransition(state, event, SETTLED)
      expect(!(result.ok && result.effects.includes('make-part')) || state === 'failed').toBe(true)
      const isPersons = ['called-off', 'retried', 'rerouted', 'given-back', 'paid-by-hand'].includes(event)
      const mayStillSucceed = isMoving(state) && state !== 'waiting'
      expect(`${state} ${event} ${isPersons && mayStillSucceed && result.ok}`).toBe(`${state} ${event} false`)
    }
    expect(partTransition('abnormal', 'declared-closed', WITNESS)).toMatchObject({ state: 'failed' })
    for (const state of PART_STATES.filter(one => one !== 'abnormal'))
      expect(partTransition(state, 'declared-closed', WITNESS)).toMatchObject({ ok: false })
  })

  test('money leaves at most once, or twice with a charge back; it never leaves a part that is done (10,000 runs)', () => {
    const happenings = fc.array(fc.record({ event: fc.constantFrom(...PART_EVENTS), witness: witnesses }), {
      maxLength: 30,
      size: 'max',
    })
    fc.assert(
      fc.property(happenings, list => {
        let state: PartState = 'waiting'
        const moved: string[] = []
        for (const { event, witness } of list) {
          const isPassedOn = state === 'replaced' || state === 'dropped'
          const result = partTransition(state, event, isPassedOn ? witness : { ...witness, heir: null })
          // Thrown: an expectation at each of the 150,000 steps takes seven seconds.
          if (state === 'done' && result.state !== 'done') throw new Error(`${event} undoes a part that is done`)
          const money = result.ok ? MONEY.filter(effect => result.effects.includes(effect)) : []
          // Once a part is owed no more, it is again only as a success.
          if (!isOwed(state) && isOwed(result.state)) throw new Error(`${state} ${event} owes again`)
          const isEnd = result.state === 'done' || result.state === 'givenBack'
          if (money.length > 0 !== (state !== result.state && isEnd))
            throw new Error(`${state} ${event} moves money wrongly`)
          moved.push(...money)
          state = result.state
        }
        expect(['', 'pay-out', 'give-back', 'charge-back', 'give-back charge-back']).toContain(moved.join(' '))
      }),
      RUNS,
    )
  })

  /** What a channel can say while one thing is true of a number that was sent. */
  const TRUTHS = {
    done: { sure: 'is-done', also: ['is-pending', 'is-abnormal', 'number-unknown', 'said-unclear', 'query-refused'] },
    failed: {
      sure: 'is-closed',
      also: ['is-pending', 'is-abnormal', 'number-unknown', 'said-unclear', 'query-refused'],
    },
    abnormal: { sure: 'is-abnormal', also: ['is-pending', 'said-unclear', 'query-refused'] },
    accepted: { sure: 'is-pending', also: ['said-unclear', 'query-refused'] },
  } as const satisfies Record<string, { sure: PartEvent; also: readonly PartEvent[] }>

  test.each(Object.entries(TRUTHS))(
    'facts of one truth end in one state, whatever their order: %s (10,000 runs)',
    (end, truth) => {
      const facts = fc
        .tuple(
          fc.array(fc.constantFrom<PartEvent>(truth.sure, ...truth.also), { maxLength: 12, size: 'max' }),
          fc.nat({ max: 12 }),
        )
        .map(([list, at]) => list.toSpliced(at, 0, truth.sure))
      const froms = fc.constantFrom<PartState>('waiting', 'sending', 'unclear')
      fc.assert(
        fc.property(froms, facts, fc.constantFrom(WITNESS, SETTLED), (from, list, witness) => {
          expect(list.reduce<PartState>((state, event) => partTransition(state, event, witness).state, from)).toBe(end)
        }),
        RUNS,
      )
    },
  )

  test('what a channel has accepted is never sent again', () => {
    for (const state of ['accepted', 'abnormal'] as const)
      for (const event of PART_EVENTS) expect(partTransition(state, event, SETTLED).state).not.toBe('waiting')
  })

  test('a late success is paid out of what is still there, else it is the member’s debt; somebody always looks', () => {
    for (const state of ['failed', 'replaced', 'dropped', 'givenBack'] as const)
      for (const heir of [null, ...PART_STATES]) {
        const result = partTransition(state, 'is-done', { ...WITNESS, heir })
        const isThere = state === 'failed' || heir === 'waiting' || heir === 'failed'
        expect(result).toMatchObject({ ok: true, state: 'done' })
        expect(result.ok && result.effects).toEqual(expect.arrayContaining(['open-finding', 'send-alarm']))
        expect(result.ok && result.effects.includes('pay-out')).toBe(isThere)
        expect(result.ok && result.effects.includes('charge-back')).toBe(!isThere)
      }
  })
})

describe('a refund', () => {
  test('is decided once', () => {
    expect(decideRefund('requested', 'approved')).toBe('approved')
    for (const state of REFUND_STATES.filter(one => one !== 'requested'))
      expect(decideRefund(state, 'rejected')).toBeNull()
  })

  test.each<[PartState[], string]>([
    [['waiting', 'done'], 'approved'],
    [['abnormal'], 'approved'],
    [['failed', 'done'], 'failed'],
    [['failed', 'waiting'], 'approved'],
    [['done', 'done'], 'done'],
    [['replaced', 'done'], 'done'],
    [['done', 'dropped'], 'done'],
    [['done', 'givenBack'], 'partlyDone'],
    [['givenBack', 'replaced'], 'givenBack'],
  ])('with parts %j is %s', (parts, state) => {
    expect(refundStateOf(parts)).toBe(state)
  })

  test('has ended exactly when nothing of it is owed (10,000 runs)', () => {
    const states = fc.array(fc.constantFrom(...PART_STATES), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(states, parts => {
        fc.pre(parts.some(state => state !== 'replaced' && state !== 'dropped'))
        expect(isRefundEnded(refundStateOf(parts))).toBe(!parts.some(isOwed))
      }),
      RUNS,
    )
    expect(() => refundStateOf(['replaced'])).toThrow(RangeError)
  })

  test('knows who took the place of a part', () => {
    const link = (id: string, state: PartState, replacesId: string | null): PartLink => ({ id, state, replacesId })
    const parts = [
      link('a', 'replaced', null),
      link('x', 'done', null),
      link('b', 'replaced', 'a'),
      link('c', 'waiting', 'b'),
    ]
    expect(parts.map(part => heirOf(part, parts)?.id ?? null)).toEqual(['c', null, 'c', null])
  })

  test('fact that differs from its part is none of it', () => {
    const part = { number: 'R1', amount: fen(100n), merchantNo: '19', paymentChannelNo: '42' }
    expect(compareRefunded(part, { ...part })).toEqual([])
    expect(compareRefunded(part, { ...part, amount: fen(101n), merchantNo: '20' })).toEqual(['amount', 'merchantNo'])
  })
})
