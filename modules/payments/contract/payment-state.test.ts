import { fen } from '@wattyard/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  comparePaid,
  isPaymentEnded,
  paymentTransition,
  type PaymentWitness,
  UNKNOWN_AFTER_MS,
} from './payment-state.ts'
import {
  PAYMENT_EVENTS,
  PAYMENT_FACTS,
  PAYMENT_STATES,
  type PaymentEffect,
  type PaymentEvent,
  type PaymentState,
} from './payment-table.ts'

const RUNS = { numRuns: 10_000 }
const WANTED: PaymentWitness = {
  isWanted: true,
  isByHand: false,
  isWhole: true,
  unknownAnswers: 1,
  sinceCreateMs: 0,
}
const PAIRS = PAYMENT_STATES.flatMap(state => PAYMENT_EVENTS.map(event => ({ state, event })))
const LIVE: readonly PaymentState[] = ['created', 'unclear', 'open']

const witnesses: fc.Arbitrary<PaymentWitness> = fc.record({
  isWanted: fc.boolean(),
  isByHand: fc.boolean(),
  isWhole: fc.boolean(),
  unknownAnswers: fc.constantFrom(0, 1, 2),
  sinceCreateMs: fc.constantFrom(0, UNKNOWN_AFTER_MS),
})
const happenings = fc.array(fc.record({ event: fc.constantFrom(...PAYMENT_EVENTS), witness: witnesses }), {
  maxLength: 30,
  size: 'max',
})

/** Follows events from a state; returns where they lead and all that was asked for on the way. */
function follow(
  from: PaymentState,
  events: readonly { event: PaymentEvent; witness: PaymentWitness }[],
): { state: PaymentState; effects: PaymentEffect[] } {
  return events.reduce(
    ({ state, effects }, { event, witness }) => {
      const result = paymentTransition(state, event, witness)
      return { state: result.state, effects: [...effects, ...(result.ok ? result.effects : [])] }
    },
    { state: from, effects: [] as PaymentEffect[] },
  )
}

describe('every pair of state and event', () => {
  test.each(PAIRS)('$state × $event has an answer', ({ state, event }) => {
    const result = paymentTransition(state, event, WANTED)
    expect(result.ok || result.state === state).toBe(true)
    expect(result.ok || !(PAYMENT_FACTS as readonly string[]).includes(event)).toBe(true)
  })

  test('the way of a payment that is paid', () => {
    const way = (['create-done', 'still-open', 'paid', 'paid'] as const).map(event => ({ event, witness: WANTED }))
    expect(follow('created', way)).toEqual({
      state: 'paid',
      effects: ['keep-code', 'ask', 'ask', 'credit', 'drop-code'],
    })
  })

  test('the answer to the request for a code is lost', () => {
    const unclear = paymentTransition('created', 'create-unclear', WANTED)
    expect(unclear).toEqual({ ok: true, state: 'unclear', effects: ['ask'] })
    // The order is there: the same number gives its code.
    expect(paymentTransition('unclear', 'still-open', WANTED)).toMatchObject({ state: 'created', effects: ['create'] })
    // It is not: once is no proof, and neither is twice within a minute.
    for (const witness of [
      { ...WANTED, sinceCreateMs: UNKNOWN_AFTER_MS },
      { ...WANTED, unknownAnswers: 2, sinceCreateMs: UNKNOWN_AFTER_MS - 1 },
    ])
      expect(paymentTransition('unclear', 'number-unknown', witness)).toMatchObject({ state: 'unclear' })
    const proof = { ...WANTED, unknownAnswers: 2, sinceCreateMs: UNKNOWN_AFTER_MS }
    expect(paymentTransition('unclear', 'number-unknown', proof)).toMatchObject({ state: 'created' })
  })

  test('a refused query says nothing about the payment', () => {
    for (const state of LIVE)
      expect(paymentTransition(state, 'query-refused', WANTED)).toEqual({ ok: true, state, effects: ['open-finding'] })
  })
})

describe('laws', () => {
  test('it is credited at most once, exactly when it becomes paid, and never lost (10,000 runs)', () => {
    fc.assert(
      fc.property(happenings, list => {
        let state: PaymentState = 'created'
        let credits = 0
        for (const { event, witness } of list) {
          const result = paymentTransition(state, event, witness)
          const isCredit = result.ok && result.effects.includes('credit')
          // Thrown: an expectation at each of the 150,000 steps takes ten seconds.
          if (isCredit !== (result.state === 'paid' && state !== 'paid'))
            throw new Error(`${state} ${event} credits wrongly`)
          if (isCredit) credits++
          const mayReverse = event === 'journal-reversed' && witness.isByHand && witness.isWhole
          const isKept = result.state === 'paid' || (result.state === 'reversed' && mayReverse)
          if (state === 'paid' && !isKept) throw new Error(`${event} loses a paid payment`)
          if (state === 'reversed' && result.state !== 'reversed')
            throw new Error(`${event} revives a reversed payment`)
          state = result.state
        }
        expect(credits).toBe(state === 'paid' || state === 'reversed' ? 1 : 0)
      }),
      RUNS,
    )
  })

  test('one that was closed or refused is credited when it is paid late, and marked', () => {
    for (const state of ['closed', 'refused'] as const)
      for (const isWanted of [true, false])
        expect(paymentTransition(state, 'paid', { ...WANTED, isWanted })).toEqual({
          ok: true,
          state: 'paid',
          effects: ['credit', 'mark-late'],
        })
    for (const state of LIVE) {
      const result = paymentTransition(state, 'paid', WANTED)
      expect(result.ok && result.effects).not.toContain('mark-late')
    }
  })

  /** What a channel can say while one thing is true of the order, in any order and number. */
  const TRUTHS = {
    paid: { sure: 'paid', also: PAYMENT_FACTS.filter(fact => fact !== 'paid-otherwise') },
    closed: {
      sure: 'is-closed',
      also: [
        'create-done',
        'create-later',
        'create-unclear',
        'create-refused',
        'still-open',
        'number-unknown',
        'has-failed',
      ],
    },
    refused: { sure: 'has-failed', also: ['create-done', 'create-later', 'create-unclear', 'still-open'] },
    open: { sure: 'create-done', also: ['create-later', 'create-unclear', 'still-open', 'query-refused'] },
  } as const satisfies Record<string, { sure: PaymentEvent; also: readonly PaymentEvent[] }>

  test.each(Object.entries(TRUTHS))(
    'facts of one truth end in one state, whatever their order: %s (10,000 runs)',
    (end, truth) => {
      const facts = fc
        .tuple(
          fc.array(fc.constantFrom<PaymentEvent>(truth.sure, ...truth.also), { maxLength: 12, size: 'max' }),
          fc.nat({ max: 12 }),
        )
        .map(([list, at]) => list.toSpliced(at, 0, truth.sure))
      fc.assert(
        fc.property(fc.constantFrom(...LIVE), facts, fc.boolean(), (from, list, isSettled) => {
          const witness = isSettled ? { ...WANTED, unknownAnswers: 2, sinceCreateMs: UNKNOWN_AFTER_MS } : WANTED
          // An open order is known as soon as its code is; before that only the number is.
          const start = end === 'open' && from === 'open' ? 'created' : from
          expect(
            follow(
              start,
              list.map(event => ({ event, witness })),
            ).state,
          ).toBe(end)
        }),
        RUNS,
      )
    },
  )

  test('an order that is open stays open, whatever becomes of another request for it', () => {
    for (const event of ['create-done', 'create-later', 'create-unclear', 'create-refused', 'number-unknown'] as const)
      expect(paymentTransition('open', event, WANTED)).toMatchObject({ ok: true, state: 'open' })
  })

  test('money that does not agree moves nothing, in any state, and tells somebody', () => {
    for (const state of PAYMENT_STATES) {
      const result = paymentTransition(state, 'paid-otherwise', WANTED)
      expect(result.state).toBe(state)
      expect(result.ok && result.effects).toEqual(expect.arrayContaining(['open-finding', 'send-alarm']))
      expect(result.ok && result.effects).not.toContain('credit')
    }
  })

  test('no code is made for a payment that nobody wants any more', () => {
    for (const { state, event } of PAIRS)
      for (const unknownAnswers of [1, 2]) {
        const witness = { ...WANTED, isWanted: false, unknownAnswers, sinceCreateMs: UNKNOWN_AFTER_MS }
        const result = paymentTransition(state, event, witness)
        const effects = result.ok ? result.effects : []
        expect(`${state} ${event} ${effects.includes('create') || effects.includes('keep-code')}`).toBe(
          `${state} ${event} false`,
        )
      }
  })

  test('what has not ended is never left waiting for nothing', () => {
    for (const { state, event } of PAIRS)
      for (const isWanted of [true, false]) {
        const result = paymentTransition(state, event, { ...WANTED, isWanted })
        if (!result.ok || result.state === state || isPaymentEnded(result.state)) continue
        const isMoving = result.effects.some(effect => ['create', 'ask', 'close'].includes(effect))
        expect(`${state} ${event} ${isMoving}`).toBe(`${state} ${event} true`)
      }
  })

  test('a person records and reverses only what a person entered, and reverses only what is whole', () => {
    expect(paymentTransition('created', 'recorded', WANTED)).toMatchObject({ code: 'payments.channelDecides' })
    expect(paymentTransition('created', 'recorded', { ...WANTED, isByHand: true })).toMatchObject({ state: 'paid' })
    expect(paymentTransition('paid', 'journal-reversed', WANTED)).toMatchObject({ code: 'payments.refundInstead' })
    const refunded = { ...WANTED, isByHand: true, isWhole: false }
    expect(paymentTransition('paid', 'journal-reversed', refunded)).toMatchObject({ code: 'payments.refundFirst' })
  })
})

describe('a verified payment', () => {
  const expected = {
    number: 'P00000000000000000000000001',
    channelNo: null,
    amount: fen(5_000n),
    merchantNo: '1900000001',
    appNo: 'wx01',
  }
  const fact = { ...expected, channelNo: '4200001' }

  test('is ours when everything agrees', () => {
    expect(comparePaid(expected, fact)).toEqual({ event: 'paid' })
    expect(comparePaid({ ...expected, channelNo: '4200001' }, fact)).toEqual({ event: 'paid' })
  })

  test.each([
    ['number', { number: 'P00000000000000000000000002' }],
    ['amount', { amount: fen(5_001n) }],
    ['merchantNo', { merchantNo: '1900000002' }],
    ['appNo', { appNo: 'wx02' }],
  ])('is not when one member differs: %s', (member, change) => {
    expect(comparePaid(expected, { ...fact, ...change })).toEqual({ event: 'paid-otherwise', differs: [member] })
  })

  test('is another one when its number of the channel is', () => {
    expect(comparePaid({ ...expected, channelNo: '4200002' }, fact)).toEqual({
      event: 'paid-otherwise',
      differs: ['channelNo'],
    })
  })
})
