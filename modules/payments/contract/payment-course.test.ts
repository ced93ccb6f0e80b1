import { SECOND_MS } from '@wattyard/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPaymentEnded, paymentTransition, UNKNOWN_AFTER_MS } from './payment-state.ts'
import type { PaymentEffect, PaymentEvent, PaymentState } from './payment-table.ts'

/** One thing that happens. `loss` says what becomes of a call that `work` makes. */
interface Move {
  kind: 'work' | 'pay' | 'tell' | 'cancel' | 'expire' | 'wait'
  loss: 'none' | 'request' | 'answer' | 'delayed' | 'later'
  seconds: number
}

type Task = 'create' | 'ask' | 'close'

/** A payment of ours and its order at a channel that loses requests and answers, delays requests, and tells things twice. */
class Course {
  state: PaymentState = 'created'
  order: 'none' | 'open' | 'closed' | 'paid' = 'none'
  credits = 0
  tasks = new Set<Task>(['create'])
  private isWanted = true
  private unknownAnswers = 0
  private now = 0
  private createdAt = 0
  /** When a delayed request for the order arrives at the channel; before a missing order counts as unknown. */
  private arrivals: number[] = []

  move({ kind, loss, seconds }: Move): void {
    this.wait(seconds)
    if (kind === 'work') this.work(loss)
    if (kind === 'pay' && this.order === 'open') this.order = 'paid'
    if (kind === 'tell' && this.order === 'paid') this.raise('paid')
    if (kind === 'cancel' || kind === 'expire') this.giveUp(kind === 'cancel' ? 'cancelled' : 'expired')
  }

  /** Everybody becomes reliable, the time runs out, and all that is to be done is done. */
  settle(): void {
    this.wait(UNKNOWN_AFTER_MS / SECOND_MS)
    if (!isPaymentEnded(this.state)) this.giveUp('expired')
    for (let round = 0; this.tasks.size > 0; round++) {
      if (round > 50) throw new Error(`${this.state} × ${this.order} never comes to rest`)
      this.wait(UNKNOWN_AFTER_MS / SECOND_MS)
      this.work('none')
    }
  }

  private wait(seconds: number): void {
    this.now += seconds * SECOND_MS
    const due = this.arrivals.filter(at => at <= this.now)
    this.arrivals = this.arrivals.filter(at => at > this.now)
    if (due.length > 0 && this.order === 'none') this.order = 'open'
  }

  private giveUp(event: 'cancelled' | 'expired'): void {
    if (!isPaymentEnded(this.state)) this.isWanted = false
    this.raise(event)
  }

  private work(loss: Move['loss']): void {
    const [task] = this.tasks
    if (task === undefined) return
    this.tasks.delete(task)
    if (task === 'create') this.create(loss)
    if (task === 'close') this.close(loss)
    if (task === 'ask') this.ask(loss)
  }

  private create(loss: Move['loss']): void {
    if (loss === 'later') return this.raise('create-later')
    this.createdAt = this.now
    this.unknownAnswers = 0
    if (loss === 'delayed') this.arrivals.push(this.now + UNKNOWN_AFTER_MS - SECOND_MS)
    if (loss === 'request' || loss === 'delayed') return this.raise('create-unclear')
    if (this.order === 'none') this.order = 'open'
    if (loss === 'answer' || this.order === 'paid') return this.raise('create-unclear')
    this.raise(this.order === 'closed' ? 'create-refused' : 'create-done')
  }

  private close(loss: Move['loss']): void {
    if (loss === 'later') return this.raise('close-later')
    if (loss === 'request' || loss === 'delayed') return this.raise('close-unclear')
    const isDone = this.order === 'open' || this.order === 'closed'
    if (isDone) this.order = 'closed'
    this.raise(isDone && loss === 'none' ? 'close-done' : 'close-unclear')
  }

  private ask(loss: Move['loss']): void {
    if (loss !== 'none') return void this.tasks.add('ask')
    const answers = { none: 'number-unknown', open: 'still-open', closed: 'is-closed', paid: 'paid' } as const
    this.unknownAnswers = this.order === 'none' ? this.unknownAnswers + 1 : 0
    this.raise(answers[this.order])
  }

  private raise(event: PaymentEvent): void {
    const result = paymentTransition(this.state, event, {
      isWanted: this.isWanted,
      isByHand: false,
      isWhole: true,
      unknownAnswers: this.unknownAnswers,
      sinceCreateMs: this.now - this.createdAt,
    })
    if (!result.ok) return
    if (isPaymentEnded(result.state) && !isPaymentEnded(this.state)) this.tasks.clear()
    this.state = result.state
    for (const effect of result.effects) this.perform(effect)
  }

  private perform(effect: PaymentEffect): void {
    if (effect === 'credit') this.credits++
    if (effect === 'create' || effect === 'close') this.tasks.add(effect)
    if (effect === 'ask' || effect === 'ask-late') this.tasks.add('ask')
  }
}

const moves: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('work', 'work', 'work', 'work', 'pay', 'pay', 'tell', 'cancel', 'expire', 'wait'),
  loss: fc.constantFrom('none', 'none', 'request', 'answer', 'delayed', 'later'),
  seconds: fc.integer({ min: 1, max: 50 }),
})

test('a payment ends as the channel has it: credited once when it was paid, else with nothing left to pay (10,000 runs)', () => {
  const ends = new Map<PaymentState, number>()
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 30, size: 'max' }), list => {
      const course = new Course()
      for (const move of list) course.move(move)
      course.settle()
      expect(isPaymentEnded(course.state)).toBe(true)
      expect(course.state === 'paid').toBe(course.order === 'paid')
      expect(course.credits).toBe(course.order === 'paid' ? 1 : 0)
      expect(course.order).not.toBe('open')
      ends.set(course.state, (ends.get(course.state) ?? 0) + 1)
    }),
    { numRuns: 10_000 },
  )
  expect(ends.get('paid')).toBeGreaterThan(500)
  expect(ends.get('closed')).toBeGreaterThan(500)
})
