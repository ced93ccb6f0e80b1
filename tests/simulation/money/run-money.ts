import { payFromWallets } from '@wattyard/members/server'
import { aPayment } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import type { Pool } from '@wattyard/server-kit'
import { bankStatement } from '@wattyard/reconciliation/testing'
import { addDays, DAY_MS, HOUR_MS, localDayOf, SECOND_MS } from '@wattyard/time'
import { ASKING, beat, insist, insistByTwo, read } from './clerk.ts'
import { makeMoneyWorld, type MoneyWorld, running, ZONE } from './money-world.ts'
import { sendFile } from './send-file.ts'

const DEEDS = 14
/** Statements from now until a fault strikes: about those of one request and of the beats after it. */
const MOST_STATEMENTS = 70
/** Hours in steps: until every ladder of questions has come to its end. */
const QUIET_HOURS = [0.1, 0.2, 0.3, 0.5, 1, 1, 2, 2, 4, 8, 12, 18] as const
/** Days of which the channel makes bills: that of the deeds, and that to which the quiet hours lead. */
const DAYS = 3

/** Lives through one seed: a day of money with faults, a quiet end, and the comparison with bank and channel. */
export async function runMoney(pool: Pool, seed: number): Promise<MoneyWorld> {
  const world = await makeMoneyWorld(pool, seed)
  await drawFaults(world)
  for (let i = 0; i < DEEDS; i++) {
    await maybeArm(world, 0.5)
    await world.random.pick(DEED_LIST)(world)
    await pass(world, world.random.int(1, 45) * SECOND_MS)
  }
  await comeToRest(world)
  await compare(world)
  return world
}

async function drawFaults(world: MoneyWorld): Promise<void> {
  const { random, around, seed } = world
  const some = (most: number): number => (random.chance(0.4) ? 0 : random.next() * most)
  await around.wechat.tell('/faults', {
    seed,
    answers: {
      limited: some(0.1),
      failed: some(0.1),
      'failed-after': some(0.1),
      lost: some(0.1),
      'done-later': some(0.1),
      'bad-gateway': some(0.1),
      'wrong-signature': some(0.1),
    },
    notices: {
      late: some(0.15),
      twice: some(0.15),
      overtaken: some(0.1),
      'wrong-signature': some(0.1),
      probe: some(0.1),
      'other-amount': some(0.1),
      'other-merchant': some(0.1),
      never: some(0.2),
    },
  })
}

/** Lets the process die, or lose its connection, somewhere in what comes next. */
async function maybeArm(world: MoneyWorld, probability: number): Promise<void> {
  const { random } = world
  if (!random.chance(probability)) return
  const { pool } = await running(world)
  pool.arm({
    kind: random.pick<'crash' | 'cut'>(['crash', 'cut']),
    moment: random.pick<'before' | 'after'>(['before', 'after']),
    in: random.int(1, MOST_STATEMENTS),
  })
}

/** Moves the clock; notifications come on the way, and what is due is asked. */
async function pass(world: MoneyWorld, ms: number): Promise<void> {
  await running(world)
  await world.around.clock.advance(ms)
  await beat(world, ...ASKING)
}

const yuan = (amount: bigint): string => `${amount / 100n}.${`${amount % 100n}`.padStart(2, '0')}`
const today = (world: MoneyWorld): string => localDayOf(world.around.clock.now(), ZONE)
const anyone = (world: MoneyWorld) => world.random.pick(world.members as [(typeof world.members)[number]])
const serial = ({ seed, bankEntries, random }: MoneyWorld): string =>
  `${seed}`.padStart(3, '0') + `${bankEntries.length}`.padStart(3, '0') + `${random.int(1_000, 9_999)}`

type Deed = (world: MoneyWorld) => Promise<void>

/** A code is asked for; its payer pays, fails, or walks away. */
const collect: Deed = async world => {
  const { random } = world
  const amount = yuan(BigInt(random.int(100, 20_000)))
  const asked = await insist(world, '/api/payments/codePayment/collect', {
    member: anyone(world).id,
    amount,
    channel: world.wechat,
  })
  if (!asked.success) throw new Error(`collect: ${asked.msg}`)
  world.done.push({ what: 'collect', id: asked.data.id })
  await pass(world, SECOND_MS)
  const { code } = await read(world, '/api/payments/codePayment/get', { id: asked.data.id })
  if (typeof code !== 'string') return
  await world.around.wechat.tell('/payer', { code, does: random.pick(['pays', 'pays', 'pays', 'fails', 'leaves']) })
}

/** A clerk enters a transfer that is on the account; now and then the same request comes once more later. */
const topUp: Deed = async world => {
  const { random } = world
  const amount = BigInt(random.int(100, 9_000))
  const reference = `TU${serial(world)}`
  const key = `top-up-${reference}`
  const input = { id: anyone(world).id, principal: yuan(amount), gift: '0', channel: world.bank, receipt: reference }
  const path = '/api/member/member/topUp'
  const answer = await insist(world, path, input, { key })
  if (!answer.success) throw new Error(`topUp: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
  if (answer.data.waitsForApproval)
    await insist(world, '/api/platform/approval/approve', { id: answer.data.approval }, { as: world.bob })
  world.bankEntries.push({ amount, reference, text: 'TOP UP' })
  world.done.push({ what: 'topUp', id: reference })
  if (random.chance(0.3)) await insist(world, path, input, { key })
}

/** A member wants money back; where there is enough it is granted by another person. */
const refund: Deed = async world => {
  const amount = yuan(BigInt(world.random.int(100, 15_000)))
  const input = { member: anyone(world).id, amount, cause: 'consumer', reason: '不再使用' }
  const asked = await insist(world, '/api/wallet/refundBill/ask', input)
  if (!asked.success) return
  const { id } = asked.data
  const granted = await insist(world, '/api/wallet/refundBill/approve', { id }, { as: world.bob })
  if (!granted.success) throw new Error(`refund: ${granted.code} ${granted.msg}`)
  world.done.push({ what: 'refund', id })
}

/** Money of a wallet is spent, by another process that nothing happens to. */
const spend: Deed = async world => {
  const { tenantId, random } = world
  const { id: memberId } = anyone(world)
  const { principal } = (await read(world, '/api/member/member/get', { id: memberId })) as { principal: string }
  const most = BigInt(principal.replace('.', ''))
  if (most < 2n) return
  const electricity = fen(BigInt(random.int(1, Number(most > 5_000n ? 5_000n : most))))
  const order = aPayment(
    { tenantId, memberId },
    { electricity, fromAvailable: { principal: electricity, gift: fen(0n) } },
  )
  await world.base.tenant(tenantId, tx => payFromWallets(tx, [order]))
}

/** A payment between us and a company is entered and confirmed; now and then it was a mistake. */
const company: Deed = async world => {
  const { random } = world
  const isPaid = random.chance(0.5)
  const amount = BigInt(random.int(100, 400_000))
  const saved = await insist(world, '/api/payables/document/save', {
    kind: isPaid ? 'advancePaid' : 'advanceReceived',
    company: world.company,
    channel: world.bank,
    amount: yuan(amount),
    issued: today(world),
    receipt: `HD${serial(world)}`,
  })
  if (!saved.success) throw new Error(`company: ${saved.msg} ${JSON.stringify(saved.data)}`)
  const { id, number } = saved.data
  const confirmed = await insistByTwo(world, '/api/payables/document/confirm', { id })
  if (!confirmed.success) throw new Error(`confirm: ${confirmed.code} ${confirmed.msg}`)
  if (random.chance(0.25)) {
    const gone = await insistByTwo(world, '/api/payables/document/cancel', { id, reason: '录错' })
    if (!gone.success) throw new Error(`cancel: ${gone.code} ${gone.msg}`)
    world.done.push({ what: 'cancelled', id })
    return
  }
  world.bankEntries.push({ amount: isPaid ? -amount : amount, reference: `CO${serial(world)}`, text: `货款 ${number}` })
  world.done.push({ what: 'company', id })
}

const DEED_LIST: [Deed, ...Deed[]] = [collect, collect, collect, topUp, refund, refund, spend, company]

/** Nothing fails any more, and whatever waits gets through; people pay what only people can pay. */
async function comeToRest(world: MoneyWorld): Promise<void> {
  const { pool } = await running(world)
  pool.disarm()
  await world.around.wechat.tell('/faults', { seed: world.seed })
  for (const hours of QUIET_HOURS) {
    await pass(world, hours * HOUR_MS)
    await payOut(world)
  }
  for (const { out_refund_no, state } of world.around.wechat.standIn.book.refunds())
    if (state === 'PROCESSING') throw new Error(`the channel never ended ${out_refund_no}`)
}

async function payOut(world: MoneyWorld): Promise<void> {
  const { list } = await read(world, '/api/payments/refundPart/list', {
    page: 1,
    pageSize: 100,
    'filter.state': 'waiting',
  })
  for (const part of list as { id: string; channel: string | null; amount: string }[]) {
    if (part.channel === world.wechat) continue
    const reference = `RF${serial(world)}`
    const paid = await insistByTwo(world, '/api/payments/refundPart/payOut', {
      id: part.id,
      channel: world.bank,
      receipt: reference,
    })
    if (!paid.success) throw new Error(`payOut: ${paid.code} ${paid.msg} ${JSON.stringify(paid.data)}`)
    world.bankEntries.push({ amount: -BigInt(part.amount.replace('.', '')), reference, text: 'REFUND' })
  }
}

/** The next days: bills are fetched and the statement is sent, while the process dies again and again. */
async function compare(world: MoneyWorld): Promise<void> {
  const first = localDayOf(Date.now(), ZONE)
  await world.around.clock.advance(DAY_MS)
  for (let i = 0; i < DAYS; i++) {
    await maybeArm(world, 0.7)
    await beat(world, 'reconciliation.fetchBills', 'reconciliation.work')
  }
  // All of it was entered at the time of the machine, which stood still for the channel.
  for (let i = 0; i < DAYS; i++) {
    await maybeArm(world, 0.5)
    const entries = i === 0 ? world.bankEntries : []
    await sendFile(world, `${addDays(first, i)}.sta`, bankStatement(addDays(first, i), entries))
    await maybeArm(world, 0.5)
    await beat(world, 'reconciliation.work')
  }
  const { pool } = await running(world)
  pool.disarm()
  // A comparison that failed rests for an hour at most.
  await world.around.clock.advance(2 * HOUR_MS)
  await beat(
    world,
    'reconciliation.fetchBills',
    'reconciliation.work',
    'reconciliation.compareDays',
    'reconciliation.work',
  )
}
