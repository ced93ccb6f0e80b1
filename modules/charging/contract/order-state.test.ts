import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CEC_ORDER_STATE, isActive, isTerminal, transition } from './order-state.ts'
import {
  FACT_EVENTS,
  ORDER_EVENTS,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  type OrderEffect,
  type OrderEvent,
  type OrderState,
} from './order-table.ts'

const PAIRS = ORDER_STATES.flatMap(state => ORDER_EVENTS.map(event => ({ state, event })))
const QUIET = { isEnergyFlowing: false, hasStarted: false, hasStopped: true }
const FLOWING = { ...QUIET, isEnergyFlowing: true }
const STARTED = { ...QUIET, hasStarted: true }

/** The whole machine once more, drawn as arrows; every pair that is not drawn must be refused. */
const ARROWS = `
draft start-sent starting | draft cancel-requested closed | draft draft-expired closed
draft session-started charging | draft stop-confirmed ended | draft facts-changed draft | draft never-started draft
draft operator-closed closed
starting stop-requested stopping | starting cancel-requested stopping
starting session-started charging | starting stop-confirmed ended | starting facts-changed starting
starting never-started closed | starting start-timeout closed
charging stop-requested stopping | charging cancel-requested stopping
charging session-started charging | charging stop-confirmed ended | charging facts-changed charging
starting start-refused closed | charging start-refused closed | stopping start-refused closed
charging ended-unseen closed | stopping ended-unseen closed | closed energy-shown charging
charging never-started abnormal | charging session-lost abnormal
stopping stop-requested stopping | stopping cancel-requested stopping
stopping session-started stopping | stopping stop-confirmed ended | stopping facts-changed stopping
stopping never-started closed | stopping start-timeout stopping | stopping stop-timeout abnormal | stopping session-lost abnormal
ended session-started ended | ended stop-confirmed ended | ended facts-changed ended | ended never-started ended
ended bill-timeout abnormal | ended bill-ready settled | ended bill-held abnormal | ended nothing-charged closed
settled refund-requested settled | settled session-started settled | settled stop-confirmed settled
settled facts-changed settled | settled never-started settled | settled operator-adjusted settled
settled settlement-reversed reversed
reversed session-started reversed | reversed stop-confirmed reversed | reversed facts-changed reversed
reversed never-started reversed
abnormal stop-requested abnormal | abnormal session-started abnormal | abnormal stop-confirmed abnormal
abnormal facts-changed abnormal | abnormal never-started abnormal | abnormal cause-cleared ended
abnormal operator-settled settled | abnormal operator-closed closed
closed session-started abnormal | closed stop-confirmed abnormal | closed facts-changed abnormal | closed never-started closed
`

describe('every pair of state and event', () => {
  const drawn = new Map(
    ARROWS.trim()
      .split(/[|\n]/)
      .map(arrow => arrow.trim().split(' '))
      .map(([state, event, next]) => [`${state} ${event}`, next]),
  )

  test('the drawing names only pairs that exist', () => {
    const pairs = new Set(PAIRS.map(({ state, event }) => `${state} ${event}`))
    expect([...drawn.keys()].filter(key => !pairs.has(key))).toEqual([])
  })

  test.each(PAIRS)('$state × $event', ({ state, event }) => {
    const result = transition(state, event, QUIET)
    expect(result.ok ? result.state : undefined).toBe(drawn.get(`${state} ${event}`))
    expect(result.ok || result.code.startsWith('charging.')).toBe(true)
    expect(result.ok || result.state === state).toBe(true)
  })
})

/** They close an order only when the meter says that nothing flowed. */
const NOTHING_FLOWED: ReadonlySet<OrderEvent> = new Set<OrderEvent>(['start-refused', 'ended-unseen'])

describe('laws', () => {
  test.each(FACT_EVENTS)('a fact is never refused: %s', event => {
    for (const state of ORDER_STATES) {
      for (const witness of [QUIET, FLOWING, STARTED]) {
        expect(`${state} ${transition(state, event, witness).ok}`).toBe(`${state} true`)
      }
    }
  })

  test('I-27: no terminal state is entered while energy flows, but for a refused start, which energy opens again', () => {
    for (const { state, event } of PAIRS) {
      if (event === 'start-refused') continue
      const result = transition(state, event, FLOWING)
      const isEntered = result.ok && isTerminal(result.state) && !isTerminal(state)
      expect(`${state} ${event} ${isEntered}`).toBe(`${state} ${event} false`)
    }
    expect(transition('ended', 'bill-ready', FLOWING)).toEqual({
      ok: false,
      state: 'ended',
      code: 'charging.energyFlowing',
    })
  })

  test('I-28: cancel while starting or charging sends the stop first and settles nothing', () => {
    const states: OrderState[] = ['starting', 'charging']
    for (const state of states) {
      const result = transition(state, 'cancel-requested', QUIET)
      expect(result).toMatchObject({ ok: true, state: 'stopping' })
      expect(result.ok && result.effects[0]).toBe('send-stop')
      expect(result.ok && result.effects).not.toContain('release-hold')
    }
  })

  test('before the end nothing was paid, so nothing is refunded', () => {
    const states: OrderState[] = ['draft', 'starting', 'charging', 'stopping']
    for (const state of states)
      expect(transition(state, 'refund-requested', QUIET)).toEqual({ ok: false, state, code: 'charging.nothingPaid' })
  })

  test('I-27, I-28: on any path, once a session has started money moves only after a confirmed stop or a person', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER_EVENTS), { maxLength: 25 }), events => {
        let state: OrderState = 'draft'
        let hasStarted = false
        let isStopped = false
        for (const event of events) {
          hasStarted ||= event === 'session-started'
          isStopped ||= event === 'stop-confirmed'
          const result = transition(state, event, { isEnergyFlowing: false, hasStarted, hasStopped: isStopped })
          const isEntered = isTerminal(result.state) && !isTerminal(state)
          const mayClose = event.startsWith('operator-') || NOTHING_FLOWED.has(event)
          expect(isEntered && hasStarted && !isStopped && !mayClose).toBe(false)
          state = result.state
        }
      }),
      { numRuns: 10_000 },
    )
  })

  test('a refused or unseen session that may have metered something is never closed by itself', () => {
    const metered = { ...STARTED, hasMetered: true }
    for (const state of ORDER_STATES.filter(isActive))
      for (const event of NOTHING_FLOWED) expect(transition(state, event, metered).state).not.toBe('closed')
    expect(transition('charging', 'ended-unseen', metered)).toMatchObject({ ok: true, state: 'abnormal' })
    expect(transition('charging', 'ended-unseen', FLOWING)).toMatchObject({ ok: false })
  })

  test('no bill posts itself before the stop is confirmed', () => {
    const running = { ...STARTED, hasStopped: false }
    expect(transition('ended', 'bill-ready', running)).toEqual({
      ok: false,
      state: 'ended',
      code: 'charging.stillRunning',
    })
    expect(transition('abnormal', 'cause-cleared', running)).toMatchObject({ ok: false })
    expect(transition('abnormal', 'operator-settled', running)).toMatchObject({ ok: true, state: 'settled' })
  })

  test('a pile that has lost a started session and says "nothing is running" does not make it free', () => {
    const lost = { ok: true, state: 'abnormal', effects: ['send-stop', 'open-case'] }
    expect(transition('stopping', 'never-started', STARTED)).toEqual(lost)
    expect(transition('stopping', 'never-started', QUIET)).toMatchObject({ state: 'closed' })
    expect(transition('starting', 'start-timeout', STARTED)).toEqual(lost)
    expect(transition('starting', 'start-timeout', FLOWING)).toEqual(lost)
    expect(transition('abnormal', 'operator-closed', STARTED)).toMatchObject({ ok: true, state: 'closed' })
  })

  test('I-21: a settled order stays settled unless the books take it back, and its bill is posted on entering only', () => {
    for (const event of ORDER_EVENTS) {
      const result = transition('settled', event, QUIET)
      expect(result.state).toBe(event === 'settlement-reversed' ? 'reversed' : 'settled')
      expect(result.ok && result.effects.includes('post-bill')).toBe(false)
    }
  })

  test('effects go with their states', () => {
    for (const { state, event } of PAIRS) {
      const result = transition(state, event, QUIET)
      if (!result.ok) continue
      const has = (effect: OrderEffect) => result.effects.includes(effect)
      const name = `${state} ${event}`
      expect(`${name} ${has('post-bill')}`).toBe(`${name} ${result.state === 'settled' && state !== 'settled'}`)
      expect(`${name} ${has('open-case')}`).toBe(`${name} ${result.state === 'abnormal' && state !== 'abnormal'}`)
      expect(`${name} ${has('close-case')}`).toBe(`${name} ${state === 'abnormal' && result.state !== 'abnormal'}`)
      expect(`${name} ${has('release-hold')}`).toBe(`${name} ${isTerminal(result.state) && !isTerminal(state)}`)
    }
  })

  test('every state can be reached and every refusal is typed', () => {
    const reached = new Set<OrderState>(['draft'])
    for (let round = 0; round < ORDER_STATES.length; round++) {
      for (const state of reached) {
        for (const cell of Object.values(ORDER_TRANSITIONS[state])) if (typeof cell !== 'string') reached.add(cell[0])
      }
    }
    expect([...reached].toSorted()).toEqual([...ORDER_STATES].toSorted())
  })

  test('T/CEC words and what occupies a connector', () => {
    expect(ORDER_STATES.map(state => CEC_ORDER_STATE[state])).toEqual([1, 1, 2, 3, 4, 4, 5, 4, 4])
    expect(ORDER_STATES.filter(isActive)).toEqual(['starting', 'charging', 'stopping'])
  })
})
