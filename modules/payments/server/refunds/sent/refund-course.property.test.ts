import { TEST_DAY } from '@wattyard/members/testing'
import { fen, formatFen, minFen, parseFen } from '@wattyard/money'
import { newId } from '@wattyard/server-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartEvent } from '../../../contract/index.ts'
import { paymentsServer } from '../../../testing/payments-server.ts'
import { paymentsWorld } from '../../../testing/index.ts'
import { RefundWorld } from '../../../testing/refund-world.ts'
import { recordPayment } from '../../index.ts'
import { followPart } from './follow-part.ts'
import { beginSendings, lockSending } from './stored-sending.ts'

let server: Awaited<ReturnType<typeof paymentsServer>>
beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())

/** What the channel has of a number. */
type AtChannel = 'none' | 'pending' | 'abnormal' | 'closed' | 'done'
const TOLD = { pending: 'is-pending', abnormal: 'is-abnormal', closed: 'is-closed', done: 'is-done' } as const
const PROGRESS = { pending: ['done', 'closed', 'abnormal'], abnormal: ['done', 'closed', 'pending'] } as const
/** `refused-taken`: the channel says no and does it all the same; that is where late successes come from. */
const CALL_ENDS = [
  'pending',
  'done',
  'lost',
  'answer-lost',
  'later',
  'refused',
  'refused-taken',
  'refused-taken',
] as const
const PAID = 5_000n

type Part = { id: string; state: string; way: string; amount: string }

/** Breaks the run. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** One wallet of a payment by code, its refunds, and the channel that carries them out. */
class Course {
  readonly w: RefundWorld
  readonly member: string
  readonly channel = new Map<string, AtChannel>()
  private paidIn = PAID
  private spent = 0n

  private constructor(w: RefundWorld, member: string) {
    this.w = w
    this.member = member
  }

  static async open(): Promise<Course> {
    const w = await RefundWorld.of(server)
    const { tenantId } = w
    const member = await w.member()
    const [id, channelId] = [newId(), w.channels.wechat]
    await w.in(async tx => {
      await recordPayment(tx, {
        id,
        tenantId,
        memberId: member,
        principal: fen(PAID),
        gift: fen(0n),
        channel: { id: channelId, kind: 'wechat', clearing_owner: channelId },
        receipt: null,
        requestKey: `payments.codePayment:${id}`,
        paidAt: Date.now(),
        bookedOn: TEST_DAY,
        actor: 'test',
      })
      await tx.execute(
        `insert into payments_code_payment (tenant_id, id, number, state, member_id, channel_id, amount_fen, expires_at, paid_at, channel_no, top_up_id, actor,
           request_key, description, notify_url, search_text)
         select $1, $2, number, 'paid', $3, $4, $5, now(), now(), '42' || number, $2, 'test', number, '充值', 'https://pay.example.com/n', ''
         from payments_payment where tenant_id = $1 and id = $2`,
        [tenantId, id, member, channelId, PAID],
      )
      await tx.execute(
        "insert into payments_channel_keys (tenant_id, channel_id, serial, sealed) values ($1, $2, 'AA', '\\x00')",
        [tenantId, channelId],
      )
    })
    return new Course(w, member)
  }

  async parts(): Promise<Part[]> {
    const { list } = (await this.w.call('/api/payments/refundPart/list', { pageSize: 100, sort: 'createdAt' })).data
    return list
  }

  /** Raises an event of a part as the beat and notifications do. Returns whether it is one that a channel carries out. */
  private raise(id: string, event: PartEvent): Promise<void> {
    return this.w.in(async tx => {
      await beginSendings(tx, Date.now(), id)
      const row = await lockSending(tx, this.w.tenantId, id)
      if (row) await followPart(tx, paymentsWorld(server.db), row, event, { refundNo: `5${row.number}`, reason: 'X' })
      // As the claim of a send does it.
      if (row && event === 'claimed')
        await tx.execute(
          'update payments_refund_sending set sent_at = now(), unknown_answers = 0 where tenant_id = $1 and part_id = $2',
          [this.w.tenantId, id],
        )
    })
  }

  async refund(partPpm: number): Promise<void> {
    const { principal = fen(0n), owed = fen(0n) } = (await this.w.walletOf(this.member)) ?? {}
    const amount = (principal * BigInt(partPpm)) / 1_000_000n
    if (amount === 0n || owed > 0n) return
    const asked = await this.w.ask(this.member, formatFen(fen(amount)))
    if (asked.success) await this.w.decide('approve', asked.data.id)
  }

  async spend(amount: bigint): Promise<void> {
    const wallet = await this.w.walletOf(this.member)
    const most = minFen(fen(amount), wallet?.principal ?? fen(0n))
    if (most === 0n) return
    await this.w.spend(this.member, most)
    this.spent += most
  }

  async topUp(amount: bigint): Promise<void> {
    await this.w.pay(this.member, amount, 0n, 'bank')
    this.paidIn += amount
  }

  /** Sends a part, and the channel does with it what luck says. */
  async send(part: Part, luck: number): Promise<void> {
    if (part.state !== 'waiting' || part.way !== 'wechat') return
    await this.raise(part.id, 'claimed')
    const end = CALL_ENDS[luck % CALL_ENDS.length]
    if (end === 'later') return this.raise(part.id, 'said-later')
    if (end === 'refused') return this.raise(part.id, 'said-refused')
    if (end === 'lost') return this.raise(part.id, 'said-unclear')
    this.channel.set(part.id, end === 'done' ? 'done' : 'pending')
    if (end === 'refused-taken') return this.raise(part.id, 'said-refused')
    if (end === 'answer-lost') return this.raise(part.id, 'claim-lost')
    return this.tell(part)
  }

  async tell({ id }: Part): Promise<void> {
    const there = this.channel.get(id) ?? 'none'
    if (there !== 'none') await this.raise(id, TOLD[there])
  }

  progress({ id }: Part, luck: number): void {
    const there = this.channel.get(id)
    if (there === 'pending' || there === 'abnormal') this.channel.set(id, PROGRESS[there][luck % 3] ?? there)
  }

  async person(part: Part, what: 'callOff' | 'retry' | 'giveBack' | 'payOut' | 'reroute'): Promise<void> {
    const { w } = this
    if (what === 'reroute') {
      const other = { channel: w.channels.bank, payee: '李四', account: '6222000011112222', reason: '会员要求' }
      const asked = await w.onPart('reroute', part.id, other)
      if (asked.success) await w.call('/api/platform/approval/approve', { id: asked.data.approval }, w.bob)
      return
    }
    const inputs = {
      callOff: { reason: 'x' },
      giveBack: { reason: 'x' },
      retry: {},
      payOut: { channel: w.channels.bank, receipt: newId() },
    }
    await w.onPart(what, part.id, inputs[what])
  }

  /** The channel ends everything and tells of it; what it does not know is found out. */
  async settle(luck: number): Promise<void> {
    for (const part of await this.parts()) {
      while (['pending', 'abnormal'].includes(this.channel.get(part.id) ?? '')) this.progress(part, luck % 2)
      await this.tell(part)
    }
  }

  /** Every fen is where the books, the parts and the lots say, whatever has happened. */
  async check(): Promise<void> {
    const findings = await this.w.findings()
    must(findings.length === 0, JSON.stringify(findings))
    const parts = await this.parts()
    const sum = (states: readonly string[]) =>
      parts.filter(one => states.includes(one.state)).reduce((total, one) => total + parseFen(one.amount), 0n)
    const wallet = await this.w.walletOf(this.member)
    const payable = sum(['waiting', 'sending', 'accepted', 'unclear', 'abnormal', 'failed'])
    const credit = await this.w.credit('refund_payable')
    must(credit === payable, `${credit} fen payable of ${payable}`)
    const here = (wallet?.principal ?? 0n) - (wallet?.owed ?? 0n) + payable
    const known = here + sum(['done']) + this.spent
    must(known === this.paidIn, `${known} fen of ${this.paidIn} are known`)
  }
}

const refused = { what: 'send', which: 0, luck: CALL_ENDS.indexOf('refused-taken') } as const
const succeeded = { what: 'progress', which: 0, luck: 0 } as const
const done = (does: 'retry' | 'giveBack' | 'reroute') => ({ what: 'person', does, which: 0 }) as const
/** Most courses begin where it hurts: the channel has refused, does it all the same, and people deal with what failed. */
const OPENINGS: readonly Step[][] = [
  [],
  [refused, succeeded],
  [refused, done('retry'), succeeded],
  [refused, done('reroute'), succeeded],
  [refused, done('giveBack'), succeeded],
  [refused, done('giveBack'), { what: 'spend', size: 3_000 }, { what: 'spend', size: 3_000 }, succeeded],
]
/** The channel carried out the refused part and the one in its place: of the payment more went back than was paid. Then other money is refunded. */
const OVERPAID: readonly Step[] = [
  refused,
  done('retry'),
  succeeded,
  { what: 'send', which: 1, luck: CALL_ENDS.indexOf('done') },
  { what: 'topUp', size: 3_000 },
  { what: 'tell', which: 0, luck: 0 },
  { what: 'refund', size: 500_000 },
]
type Step =
  | { what: 'refund' | 'spend' | 'topUp'; size: number }
  | { what: 'send' | 'progress' | 'tell'; which: number; luck: number }
  | { what: 'person'; does: Parameters<Course['person']>[1]; which: number }
const luck = fc.nat({ max: 47 })
const which = fc.nat({ max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('refund' as const), size: fc.integer({ min: 1, max: 700_000 }) }),
  },
  fc.record({ what: fc.constantFrom('spend' as const, 'topUp' as const), size: fc.integer({ min: 1, max: 3_000 }) }),
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constantFrom('send' as const, 'progress' as const, 'tell' as const), which, luck }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('person' as const),
      does: fc.constantFrom<Parameters<Course['person']>[1]>(
        'callOff',
        'retry',
        'retry',
        'giveBack',
        'giveBack',
        'payOut',
        'reroute',
      ),
      which,
    }),
  },
)

test('a refund keeps books, lots and wallet equal, whatever its channel does, however late, and whatever people do (24 runs)', async () => {
  const seen = { twice: 0, owed: 0, dropped: 0, waited: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OPENINGS),
      fc.array(step, { minLength: 2, maxLength: 16 }),
      luck,
      async (opening, rest, last) => {
        const course = await Course.open()
        await course.refund(600_000)
        for (const one of [...opening, ...rest]) {
          if ('size' in one) {
            if (one.what === 'refund') await course.refund(one.size)
            else await course[one.what](BigInt(one.size))
          } else {
            const parts = await course.parts()
            const part = parts[one.which % Math.max(1, parts.length)]
            if (!part) continue
            if ('does' in one) await course.person(part, one.does)
            else if (one.what === 'send') await course.send(part, one.luck)
            else if (one.what === 'progress') course.progress(part, one.luck)
            else await course.tell(part)
          }
        }
        await course.settle(last)
        await course.check()
        const parts = (await course.parts()) as (Part & { late: string | null; owedAfter: string | null })[]
        // What the channel paid out is known as paid out, and nothing else of it is.
        for (const part of parts.filter(one => one.way === 'wechat'))
          expect(`${part.id} ${part.state === 'done'}`).toBe(`${part.id} ${course.channel.get(part.id) === 'done'}`)
        const late = parts.filter(one => one.late !== null)
        if (late.some(one => one.late === 'heirPaid' || one.late === 'givenBack')) seen.twice++
        if (late.some(one => parseFen(one.owedAfter ?? '0') > 0n)) seen.owed++
        if (late.some(one => one.late === 'heirDropped')) seen.dropped++
        if (late.some(one => one.late === 'waited')) seen.waited++
      },
    ),
    { numRuns: 24, examples: [...OPENINGS, [...OVERPAID]].map(opening => [opening, [], 0]) },
  )
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0)
}, 120_000)
