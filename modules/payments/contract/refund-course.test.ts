import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNKNOWN_AFTER_MS } from './payment-state.ts'
import { heirOf, isOwed, isRefundEnded, partTransition, refundStateOf } from './refund-state.ts'
import type { PartEffect, PartEvent, PartState } from './refund-table.ts'

const WALLET = ['principal', 'gift', 'frozen', 'frozenGift'] as const
const ACCOUNTS = [...WALLET, 'owed', 'payable', 'clearing', 'bank', 'marketing', 'revenue'] as const
type Account = (typeof ACCOUNTS)[number]

/** Accounts by their credit balance, in fen; those of a wallet never go below zero. */
class Books {
  readonly balance = Object.fromEntries(ACCOUNTS.map(account => [account, 0n])) as Record<Account, bigint> // all are named

  post(debit: Account, credit: Account, amount: bigint): void {
    if (amount < 0n) throw new Error(`${amount} fen posted`)
    this.balance[debit] -= amount
    this.balance[credit] += amount
    const least = ([...WALLET, 'payable'] as const).find(account => this.balance[account] < 0n)
    if (least) throw new Error(`${least} is ${this.balance[least]}`)
  }
}

/** What the channel has of a number. `delayed`: the request is on its way, less than a minute. */
interface AtChannel {
  state: 'none' | 'delayed' | 'pending' | 'abnormal' | 'closed' | 'done'
  amount: bigint
}

interface Part {
  id: string
  state: PartState
  replacesId: string | null
  amount: bigint
  isByHand: boolean
  isDeclared: boolean
  unknownAnswers: number
  isOld: boolean
  isUnproved: boolean
  isRefused: boolean
}

interface Asked {
  fromPrincipal: bigint
  fromGift: bigint
  forfeitedPrincipal: bigint
  forfeitedGift: bigint
}

interface Move {
  at: number
  kind: 'claim' | 'call' | 'crash' | 'ask' | 'tell' | 'progress' | 'spend' | PartEvent
  luck: number
}

const CALL_ENDS = ['done', 'pending', 'lost', 'delayed', 'answer-lost', 'later', 'refused'] as const
const PROGRESS = { pending: ['done', 'closed', 'abnormal'], abnormal: ['done', 'closed', 'pending'] } as const

/** Breaks the run. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** One refund of a wallet with the books and the channel that belong to it. */
class Course {
  readonly books = new Books()
  readonly parts: Part[] = []
  readonly channel = new Map<string, AtChannel>()

  constructor(asked: Asked, left: { principal: bigint; gift: bigint }, cuts: readonly number[]) {
    const { fromPrincipal, fromGift, forfeitedPrincipal, forfeitedGift } = asked
    const { balance } = this.books
    balance.principal = left.principal + fromPrincipal + forfeitedPrincipal
    balance.gift = left.gift + fromGift + forfeitedGift
    // Postings 6 and 7: on hold, then granted; gift is revalued on its way.
    this.books.post('principal', 'frozen', fromPrincipal + forfeitedPrincipal)
    this.books.post('gift', 'frozenGift', fromGift + forfeitedGift)
    this.books.post('frozenGift', 'principal', fromGift)
    this.books.post('principal', 'payable', fromGift)
    this.books.post('frozen', 'payable', fromPrincipal)
    this.books.post('frozen', 'marketing', forfeitedPrincipal)
    this.books.post('frozenGift', 'marketing', forfeitedGift)
    let rest = fromPrincipal + fromGift
    for (const [i, cut] of cuts.entries()) {
      const amount = i === cuts.length - 1 ? rest : (rest * BigInt(cut)) / 100n
      rest -= amount
      if (amount > 0n) this.addPart(amount, null, i === 1)
    }
  }

  private addPart(amount: bigint, replacesId: string | null, isByHand: boolean): void {
    const id = `R${this.parts.length}`
    this.parts.push({
      id,
      state: 'waiting',
      replacesId,
      amount,
      isByHand,
      isDeclared: false,
      unknownAnswers: 0,
      isOld: false,
      isUnproved: false,
      isRefused: false,
    })
    this.channel.set(id, { state: 'none', amount })
  }

  move({ at, kind, luck }: Move): void {
    const part = this.parts[at % Math.max(this.parts.length, 1)]
    if (!part) return
    const there = this.thereOf(part)
    if (kind === 'spend') return this.spend(BigInt(luck))
    if (kind === 'claim') return this.raise(part, 'claimed')
    if (kind === 'crash') return part.state === 'sending' ? this.crash(part, there, luck) : undefined
    if (kind === 'call') return part.state === 'sending' ? this.call(part, there, luck) : undefined
    if (kind === 'ask') return this.ask(part, there)
    if (kind === 'tell') return this.tell(part, there)
    if (kind === 'progress') return this.progress(there, luck)
    this.raise(part, kind)
  }

  private spend(amount: bigint): void {
    const { principal } = this.books.balance
    this.books.post('principal', 'revenue', amount < principal ? amount : principal)
  }

  /** One number, one amount: the channel carries it out once, however often it is asked. */
  private call(part: Part, there: AtChannel, luck: number): void {
    const end = CALL_ENDS[luck % CALL_ENDS.length]
    must(there.amount === part.amount, `${part.id} is used for another amount`)
    part.unknownAnswers = 0
    part.isOld = false
    part.isRefused = false
    if (end === 'later') return this.raise(part, 'said-later')
    // What was asked before it may be on its way, or taken: the refusal says nothing of that.
    if (end === 'refused' && (there.state === 'none' || part.isUnproved)) return this.raise(part, 'said-refused')
    if (there.state === 'none' && end !== 'lost') there.state = end === 'delayed' ? 'delayed' : 'pending'
    if (end === 'done' && there.state === 'pending') there.state = 'done'
    if (end === 'done' || end === 'pending') return this.tell(part, there)
    this.raise(part, 'said-unclear')
  }

  /** Before the call, or after it and before its answer was written down. */
  private crash(part: Part, there: AtChannel, luck: number): void {
    if (there.state === 'none' && luck % 2 === 0) there.state = 'pending'
    this.raise(part, 'claim-lost')
  }

  private ask(part: Part, there: AtChannel): void {
    // More than a minute has passed: what was delayed has arrived.
    if (part.isOld && there.state === 'delayed') there.state = 'pending'
    const isUnknown = there.state === 'none' || there.state === 'delayed'
    part.unknownAnswers = isUnknown ? part.unknownAnswers + 1 : 0
    if (isUnknown) this.raise(part, 'number-unknown')
    else this.tell(part, there)
    part.isOld = true
  }

  private tell(part: Part, there: AtChannel): void {
    const events = { pending: 'is-pending', abnormal: 'is-abnormal', closed: 'is-closed', done: 'is-done' } as const
    if (there.state !== 'none' && there.state !== 'delayed') this.raise(part, events[there.state])
  }

  private progress(there: AtChannel, luck: number): void {
    if (there.state === 'delayed') there.state = 'pending'
    else if (there.state === 'pending' || there.state === 'abnormal')
      there.state = PROGRESS[there.state][luck % 3] ?? there.state
  }

  raise(part: Part, event: PartEvent): void {
    const result = partTransition(part.state, event, {
      isByHand: part.isByHand,
      unknownAnswers: part.unknownAnswers,
      sinceSentMs: part.isOld ? UNKNOWN_AFTER_MS : 0,
      heir: heirOf(part, this.parts)?.state ?? null,
      isUnproved: part.isUnproved,
      isRefused: part.isRefused,
    })
    if (!result.ok) return
    if (part.state === 'sending' && (event === 'said-unclear' || event === 'claim-lost')) part.isUnproved = true
    if (part.state === 'sending' && event === 'said-refused') part.isRefused = true
    if (event === 'declared-closed') part.isDeclared = true
    part.state = result.state
    for (const effect of result.effects) this.perform(part, effect, event)
  }

  private perform(part: Part, effect: PartEffect, event: PartEvent): void {
    const { books } = this
    if (effect === 'pay-out') books.post('payable', part.isByHand ? 'bank' : 'clearing', part.amount)
    if (effect === 'give-back') books.post('payable', 'principal', part.amount)
    if (effect === 'charge-back') {
      const ofWallet = part.amount < books.balance.principal ? part.amount : books.balance.principal
      books.post('principal', 'clearing', ofWallet)
      books.post('owed', 'clearing', part.amount - ofWallet)
    }
    if (effect === 'drop-heir') this.raise(heirOf(part, this.parts) ?? part, 'made-needless')
    if (effect === 'make-part') {
      // The number before this one is dead at the channel, unless a person has sworn that it is.
      const { state } = this.thereOf(part)
      must(part.isDeclared || state === 'none' || state === 'closed', `${part.id} is ${state} and gets a successor`)
      this.addPart(part.amount, part.id, event === 'rerouted')
    }
  }

  private thereOf(part: Part): AtChannel {
    const there = this.channel.get(part.id)
    if (!there) throw new Error(`no number ${part.id}`)
    return there
  }

  check(): void {
    const { balance } = this.books
    const sum = (list: readonly Part[]) => list.reduce((total, part) => total + part.amount, 0n)
    const done = this.parts.filter(part => part.state === 'done')
    const owed = this.parts.filter(part => isOwed(part.state))
    must(balance.payable === sum(owed), `${balance.payable} fen payable of ${sum(owed)}`)
    const paidOut = balance.clearing + balance.bank
    must(paidOut === sum(done), `${paidOut} fen paid out of ${sum(done)}`)
  }

  /** The channel answers and ends everything, and a person deals with what is left. */
  settle(luck: number): void {
    for (let round = 0; this.parts.some(part => isOwed(part.state)); round++) {
      if (round > 60) throw new Error(`${this.parts.map(part => part.state).join()} never come to rest`)
      for (const part of this.parts.filter(one => isOwed(one.state))) {
        const there = this.thereOf(part)
        if (part.isByHand) this.raise(part, 'paid-by-hand')
        this.raise(part, 'claimed')
        if (part.state === 'sending') this.call(part, there, 1)
        while (there.state === 'pending' || there.state === 'abnormal') this.progress(there, luck % 2)
        part.isOld = true
        this.ask(part, there)
        this.raise(part, 'given-back')
      }
    }
    for (const part of this.parts) {
      const there = this.thereOf(part)
      while (there.state === 'pending' || there.state === 'abnormal') this.progress(there, luck % 2)
      this.tell(part, there)
    }
  }
}

const amount = fc.bigInt({ min: 0n, max: 300n })
const asked: fc.Arbitrary<Asked> = fc
  .record({ fromPrincipal: amount, fromGift: amount, forfeitedPrincipal: amount, forfeitedGift: amount })
  .filter(({ fromPrincipal, fromGift }) => fromPrincipal + fromGift > 0n)
const moves: fc.Arbitrary<Move> = fc.record({
  at: fc.nat({ max: 5 }),
  kind: fc.constantFrom<Move['kind']>(
    ...(['claim', 'claim', 'claim', 'call', 'call', 'call', 'ask', 'ask', 'ask', 'progress', 'progress'] as const),
    ...(['tell', 'tell', 'crash', 'spend', 'declared-closed', 'declared-closed', 'called-off'] as const),
    ...(['retried', 'retried', 'rerouted', 'given-back', 'paid-by-hand'] as const),
  ),
  luck: fc.nat({ max: 41 }),
})

/** Half of the courses begin where people go wrong: a number that a person has declared closed, and that succeeds later. */
const openings = fc
  .option(fc.constantFrom<PartEvent>('retried', 'rerouted', 'given-back'), { freq: 2 })
  .map((way): Move[] => {
    if (way === null) return []
    const first = (kind: Move['kind'], luck = 0): Move => ({ at: 0, kind, luck })
    const abnormal = [first('claim'), first('call', CALL_ENDS.indexOf('pending')), first('progress', 2), first('ask')]
    return [...abnormal, first('declared-closed'), first(way), first('progress')]
  })
const courses = fc
  .tuple(openings, fc.array(moves, { maxLength: 30, size: 'max' }))
  .map(([opening, list]) => [...opening, ...list])

test('a refund keeps the books equal, whatever its channel does and however late (10,000 runs)', () => {
  const seen = { late: 0, chargedBack: 0, dropped: 0 }
  const cuts = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      asked,
      fc.record({ principal: amount, gift: amount }),
      cuts,
      courses,
      fc.nat({ max: 1 }),
      (wanted, left, sizes, list, luck) => {
        const course = new Course(wanted, left, sizes)
        course.check()
        for (const move of list) {
          course.move(move)
          course.check()
        }
        course.settle(luck)
        course.check()
        expect(course.books.balance.payable).toBe(0n)
        expect(isRefundEnded(refundStateOf(course.parts.map(part => part.state)))).toBe(true)
        // What the channel paid out is known as paid out, and nothing else is.
        for (const part of course.parts.filter(one => !one.isByHand))
          expect(`${part.id} ${part.state === 'done'}`).toBe(
            `${part.id} ${course.channel.get(part.id)?.state === 'done'}`,
          )
        if (course.parts.some(part => part.state === 'dropped')) seen.dropped++
        if (course.books.balance.owed < 0n) seen.chargedBack++
        if (course.parts.some(part => part.isDeclared && part.state === 'done')) seen.late++
      },
    ),
    { numRuns: 10_000 },
  )
  expect(Math.min(seen.late, seen.chargedBack, seen.dropped)).toBeGreaterThan(100)
})
