import type { CompletedSession } from '@wattyard/app-simulator'
import { verifyLedger } from '@wattyard/ledger/server'
import { walletsOf } from '@wattyard/members/server'
import type { PriceSnapshot } from '@wattyard/pricing/contract'
import { versionSnapshots } from '@wattyard/pricing/server'
import { type Database, type Tx, col } from '@wattyard/server-kit'
import type { BenchFleet, BenchPile } from './harness/fleet.ts'
import { insist } from './harness/scenario.ts'

/** Sessions looked at per statement. */
const CHUNK = 1_000

interface OrderFound {
  id: string
  transaction_id: string
  pile_id: string
  state: string
  energy: bigint | null
  price_hash: string
  electricity_fen: bigint
  service_fen: bigint
  total_fen: bigint
}

interface LineFound {
  order_id: string
  from_at: number
  energy: bigint
  electricity_price: bigint
  service_price: bigint
  electricity_fen: bigint
  service_fen: bigint
}

export interface Proof {
  sessions: number
  readings: number
  total_fen: bigint
}

/**
 * Holds what the database says against what the load client sent and got acknowledged, with arithmetic of its own:
 * every reading, every order's energy, lines and postings, every wallet, and the ledger as a whole.
 *
 * @throws Error naming the first thing that is not exactly so
 */
export async function prove(
  db: Database,
  fleet: BenchFleet,
  sessions: readonly CompletedSession[],
  step_wh: number,
): Promise<Proof> {
  const byIdentity = new Map(fleet.piles.map(pile => [pile.identity, pile]))
  const spent = new Map<string, bigint>()
  let readings = 0
  let total_fen = 0n
  for (let from = 0; from < sessions.length; from += CHUNK) {
    const part = sessions.slice(from, from + CHUNK)
    await db.platform(async tx => {
      const orders = await ordersOf(tx, part, byIdentity)
      readings += await proveReadings(tx, part, orders, step_wh)
      await provePrices(tx, part, orders)
      await provePostings(tx, [...orders.values()])
      for (const session of part) {
        const order = orders.get(session.transactionId)! // ordersOf found one for each
        const { memberId } = byIdentity.get(session.identity)! // as above
        spent.set(memberId, (spent.get(memberId) ?? 0n) + order.total_fen)
        total_fen += order.total_fen
      }
    })
  }
  await proveWallets(db, fleet, spent)
  await proveNothingElse(db, fleet, sessions.length)
  const report = await db.platform(tx => verifyLedger(tx, { now: Date.now() }), { readOnly: true, snapshot: true })
  insist(report.ok, `the ledger's verifier found: ${JSON.stringify(report.findings.slice(0, 3))}`)
  return { sessions: sessions.length, readings, total_fen }
}

async function ordersOf(
  tx: Tx,
  sessions: readonly CompletedSession[],
  piles: ReadonlyMap<string, BenchPile>,
): Promise<Map<string, OrderFound>> {
  const rows = await tx.query(
    {
      id: col.uuid,
      transaction_id: col.text,
      pile_id: col.uuid,
      state: col.text,
      energy: col.bigint.orNull,
      price_hash: col.text,
      electricity_fen: col.bigint,
      service_fen: col.bigint,
      total_fen: col.bigint,
    },
    `select id, transaction_id, pile_id, state, energy, price_hash, electricity_fen, service_fen, total_fen
     from charging_order where transaction_id = any($1::text[]) and pile_id = any($2::uuid[]) and price_hash is not null`,
    [sessions.map(one => one.transactionId), [...new Set(sessions.map(one => piles.get(one.identity)?.pileId))]],
  )
  const found = new Map(rows.map(row => [row.transaction_id, row]))
  insist(found.size === rows.length, 'two orders of one transaction')
  for (const session of sessions) {
    const order = found.get(session.transactionId)
    insist(order !== undefined, `transaction ${session.transactionId} of ${session.identity} has no order`)
    insist(order.pile_id === piles.get(session.identity)?.pileId, `order ${order.id} is another pile's`)
    insist(order.state === 'settled', `order ${order.id} is ${order.state}`)
    const energy = BigInt(session.meterStop_wh - session.meterStart_wh) * 10n
    insist(order.energy === energy, `order ${order.id}: ${order.energy} × 0.1 Wh, sent were ${energy}`)
  }
  return found
}

async function proveReadings(
  tx: Tx,
  sessions: readonly CompletedSession[],
  orders: ReadonlyMap<string, OrderFound>,
  step_wh: number,
): Promise<number> {
  const rows = await tx.query(
    // The four readings of a message as they are sent: register, 59.8 kW, 149.5 A, 41 %.
    { session_id: col.uuid, kind: col.text, register: col.text },
    `select session_id, kind, case kind when 'session-started' then concat_ws(' ', body->>'meterStart', body->>'verdict') when 'session-stopped' then body->>'meterStop'
       else concat_ws(' ', body#>>'{samples,0,register}', body#>>'{samples,0,powerW}', body#>>'{samples,0,currentMa}', body#>>'{samples,0,socPermille}') end as register
     from charging_fact where session_id = any($1::uuid[])`,
    [sessions.map(one => orders.get(one.transactionId)!.id)], // ordersOf found one for each
  )
  const facts = new Set(rows.map(row => `${row.session_id} ${row.kind} ${row.register}`))
  let count = 0
  for (const { transactionId, meterStart_wh, meterStop_wh, readings } of sessions) {
    const id = orders.get(transactionId)!.id // as above
    const stored = (kind: string, wh: number, rest = '') =>
      insist(
        facts.has(`${id} ${kind} ${wh * 10}${rest}`),
        `session ${id}: the ${kind} at ${wh} Wh was acknowledged and is not stored`,
      )
    stored('session-started', meterStart_wh, ' accepted')
    for (let reading = 1; reading <= readings; reading++)
      stored('meter-read', meterStart_wh + reading * step_wh, ' 59800 149500 410')
    stored('session-stopped', meterStop_wh)
    count += readings
  }
  return count
}

const halfUp = (exact: bigint): bigint => (exact + 50_000_000n) / 100_000_000n

async function provePrices(
  tx: Tx,
  sessions: readonly CompletedSession[],
  orders: ReadonlyMap<string, OrderFound>,
): Promise<void> {
  const ids = sessions.map(one => orders.get(one.transactionId)!.id) // ordersOf found one for each
  const lines = await tx.query(
    {
      order_id: col.uuid,
      from_at: col.instant,
      energy: col.bigint,
      electricity_price: col.bigint,
      service_price: col.bigint,
      electricity_fen: col.bigint,
      service_fen: col.bigint,
    },
    'select order_id, from_at, energy, electricity_price, service_price, electricity_fen, service_fen from charging_order_line where order_id = any($1::uuid[])',
    [ids],
  )
  const byOrder = Map.groupBy(lines, line => line.order_id)
  const snapshots = await versionSnapshots(tx, [...new Set([...orders.values()].map(order => order.price_hash))])
  for (const order of orders.values()) {
    const snapshot = snapshots.get(order.price_hash)
    insist(snapshot !== undefined, `order ${order.id} names a price that does not exist`)
    proveBill(order, byOrder.get(order.id) ?? [], snapshot)
  }
}

/** Energy × price of the quarter-hour, rounded half up as the policy says, line by line and together. */
function proveBill(order: OrderFound, lines: readonly LineFound[], { tariff, policy }: PriceSnapshot): void {
  const expected = { energy: 0n, electricity: 0n, service: 0n, electricityExact: 0n, serviceExact: 0n }
  const sums = { electricity: 0n, service: 0n }
  for (const line of lines) {
    const price = priceAt(tariff, line.from_at)
    insist(
      line.electricity_price === price.electricity && line.service_price === price.service,
      `order ${order.id}: a line does not have the price of its time`,
    )
    expected.energy += line.energy
    expected.electricityExact += line.energy * price.electricity
    expected.serviceExact += line.energy * price.service
    expected.electricity += halfUp(line.energy * price.electricity)
    expected.service += halfUp(line.energy * price.service)
    sums.electricity += line.electricity_fen
    sums.service += line.service_fen
  }
  const total =
    policy.rounding === 'row_sum'
      ? expected.electricity + expected.service
      : halfUp(expected.electricityExact + expected.serviceExact)
  insist(expected.energy === order.energy, `order ${order.id}: its lines have ${expected.energy} × 0.1 Wh`)
  insist(
    sums.electricity === order.electricity_fen && sums.service === order.service_fen,
    `order ${order.id}: its lines do not make its amounts`,
  )
  insist(
    order.total_fen === total && order.total_fen === sums.electricity + sums.service,
    `order ${order.id}: ${order.total_fen} fen, computed ${total}`,
  )
}

const dials = new Map<string, Intl.DateTimeFormat>()

/** Wall clock of the tariff's zone, by the platform's own calendar and none of ours. */
function priceAt(tariff: PriceSnapshot['tariff'], at: number): { electricity: bigint; service: bigint } {
  let dial = dials.get(tariff.zone)
  if (dial === undefined) {
    dial = new Intl.DateTimeFormat('en-CA', {
      timeZone: tariff.zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    dials.set(tariff.zone, dial)
  }
  const part = Object.fromEntries(dial.formatToParts(at).map(({ type, value }) => [type, value]))
  const day = `${part.year}-${part.month}-${part.day}`
  const quarter = Number(part.hour) * 4 + Math.floor(Number(part.minute) / 15)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  const plan =
    tariff.days.find(({ when }) => {
      if (when === undefined) return false
      if (when.months && !when.months.includes(Number(part.month))) return false
      if (when.weekdays && !when.weekdays.includes(weekday)) return false
      return !when.dates || when.dates.some(date => date === day)
    }) ?? tariff.days.find(({ when }) => when === undefined)
  const interval = plan?.intervals.find(({ fromQuarter, toQuarter }) => fromQuarter <= quarter && quarter < toQuarter)
  insist(interval !== undefined, `no price at ${new Date(at).toISOString()}`)
  return interval
}

async function provePostings(tx: Tx, orders: readonly OrderFound[]): Promise<void> {
  const rows = await tx.query(
    { order_id: col.text, code: col.text, fen: col.bigint },
    `select j.source_id as order_id, a.code, sum(p.amount_fen)::bigint as fen
     from ledger_journal j
     join ledger_posting p on p.tenant_id = j.tenant_id and p.journal_id = j.id
     join ledger_account a on a.tenant_id = p.tenant_id and a.id = p.credit_account_id
     where j.source_type = 'charging.order' and j.source_id = any($1::text[]) and a.code in ('electricity_revenue', 'service_revenue')
     group by j.source_id, a.code`,
    [orders.map(order => order.id)],
  )
  const posted = new Map(rows.map(row => [`${row.order_id} ${row.code}`, row.fen]))
  for (const { id, electricity_fen, service_fen } of orders) {
    insist(
      (posted.get(`${id} electricity_revenue`) ?? 0n) === electricity_fen,
      `order ${id}: its electricity is not what was posted`,
    )
    insist(
      (posted.get(`${id} service_revenue`) ?? 0n) === service_fen,
      `order ${id}: its service fee is not what was posted`,
    )
  }
}

async function proveWallets(db: Database, fleet: BenchFleet, spent: ReadonlyMap<string, bigint>): Promise<void> {
  const wallets = await db.platform(tx =>
    walletsOf(
      tx,
      fleet.piles.map(({ memberId }) => ({ tenantId: fleet.tenantId, memberId })),
    ),
  )
  for (const { memberId, identity } of fleet.piles) {
    const wallet = wallets.get(memberId)
    const left = fleet.deposit_fen - (spent.get(memberId) ?? 0n)
    insist(
      wallet?.principal === left && wallet.frozenPrincipal === 0n && wallet.owed === 0n,
      `the driver at ${identity} should have ${left} fen left: ${wallet?.principal} free, ${wallet?.frozenPrincipal} held, ${wallet?.owed} owed`,
    )
  }
}

async function proveNothingElse(db: Database, fleet: BenchFleet, sessions: number): Promise<void> {
  const [row] = await db.platform(tx =>
    tx.query({ orders: col.bigint }, 'select count(*) as orders from charging_order where pile_id = any($1::uuid[])', [
      fleet.piles.map(pile => pile.pileId),
    ]),
  )
  insist(row?.orders === BigInt(sessions), `${row?.orders} orders of ${sessions} sessions`)
  const cases = await db.platform(tx =>
    tx.query(
      { code: col.text, count: col.bigint },
      'select code, count(*) as count from charging_finding where pile_id = any($1::uuid[]) group by code',
      [fleet.piles.map(pile => pile.pileId)],
    ),
  )
  insist(
    cases.length === 0,
    `sessions were found implausible: ${cases.map(one => `${one.count} × ${one.code}`).join(', ')}`,
  )
}
