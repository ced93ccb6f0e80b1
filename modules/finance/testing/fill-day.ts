import { openAccounts } from '@wattyard/ledger/server'
import { type Database, newId, type Tx } from '@wattyard/server-kit'
import { type BusinessDay, dayRange } from '@wattyard/time'

/** Size and contents of a day to generate. */
export interface DayToFill {
  tenantId: string
  zone: string
  day: BusinessDay
  orders: number
  stations: number
  members: number
}

/** Orders written by one statement. */
const BATCH = 5_000

const WALLET = ['wallet_principal', 'wallet_frozen'] as const

/**
 * Fills a day with settled orders as charging leaves them: an order with two lines, a journal that holds money, and a journal
 * that settles and releases the rest. Set-based, for measurements; all constraints and triggers of the tables are active, and the
 * ledger's verifier finds no errors.
 */
export async function fillDay(db: Database, fill: DayToFill): Promise<void> {
  const places = Array.from({ length: fill.stations }, () => ({ station: newId(), pile: newId(), operator: newId() }))
  const accounts = await db.tenant(fill.tenantId, tx => openWallets(tx, fill))
  for (let from = 0; from < fill.orders; from += BATCH) {
    const count = Math.min(BATCH, fill.orders - from)
    await db.tenant(fill.tenantId, tx => fillBatch(tx, fill, places, accounts, { from, count }))
  }
}

interface Accounts {
  /** Members, as the wallets below. */
  owners: string[]
  principal: string[]
  frozen: string[]
  electricity: string
  service: string
  clearing: string
}

async function openWallets(tx: Tx, { tenantId, members, day, orders }: DayToFill): Promise<Accounts> {
  const owners = Array.from({ length: members }, () => newId())
  const wallets = await openAccounts(
    tx,
    owners.flatMap(ownerId => WALLET.map(code => ({ tenantId, code, ownerType: 'member' as const, ownerId }))),
  )
  const [electricity, service, clearing] = await openAccounts(tx, [
    { tenantId, code: 'electricity_revenue' },
    { tenantId, code: 'service_revenue' },
    { tenantId, code: 'channel_clearing' },
  ])
  if (!electricity || !service || !clearing) throw new Error('accounts are missing')
  const of = (code: (typeof WALLET)[number]) => wallets.filter(one => one.code === code).map(one => one.id)
  const made = {
    owners,
    principal: of('wallet_principal'),
    frozen: of('wallet_frozen'),
    electricity: electricity.id,
    service: service.id,
    clearing: clearing.id,
  }
  const deposit = String(200_00 * Math.ceil(orders / members))
  const journals = made.principal.map(() => newId())
  await tx.execute(
    `with j as (
       insert into ledger_journal (tenant_id, id, idem_key, request_hash, kind, source_type, source_id, effective_at, booked_on, actor, line_count, amount_fen)
       select $1, id, 'fill:' || id, 'fill', 'deposit', 'fill.deposit', id::text, now(), $3::date, 'fill', 1, $4::bigint from unnest($2::uuid[]) as k(id) returning tenant_id, id, booked_on
     )
     insert into ledger_posting (tenant_id, journal_id, line, debit_account_id, credit_account_id, amount_fen, booked_on)
     select j.tenant_id, j.id, 1, $5, k.account, $4::bigint, j.booked_on from unnest($2::uuid[], $6::uuid[]) as k(id, account) join j on j.id = k.id`,
    [tenantId, journals, day, deposit, made.clearing, made.principal],
  )
  // A lot per deposit; without payments, which the books do not need.
  await tx.execute(
    `insert into payments_lot (tenant_id, id, member_id, origin, journal_id, principal_fen, gift_fen)
     select $1, id, member, 'gift', id, $2::bigint, 0 from unnest($3::uuid[], $4::uuid[]) as k(id, member)`,
    [tenantId, deposit, journals, made.owners],
  )
  return made
}

interface Place {
  station: string
  pile: string
  operator: string
}

async function fillBatch(
  tx: Tx,
  { tenantId, day, zone, members }: DayToFill,
  places: readonly Place[],
  accounts: Accounts,
  { from, count }: { from: number; count: number },
): Promise<void> {
  const { from: midnight } = dayRange(day, zone)
  const rows = Array.from({ length: count }, (_, i) => {
    const n = from + i
    const place = places[n % places.length]
    const started = midnight + (n % 79_200) * 1_000
    // 10 to 60 kWh, split at a boundary between two periods.
    const energy = 100_000 + ((n * 7_919) % 500_000)
    return { n, id: newId(), hold: newId(), settle: newId(), place, started, energy, first: Math.floor(energy / 3) }
  })
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick)
  await tx.execute(
    `insert into charging_order (tenant_id, id, order_no, operator_id, station_id, pile_id, member_id, connector_number, start_method, state, started_at, ended_at,
       last_fact_at, meter_start, meter_stop, energy, energy_method, confidence, price_hash, electricity_fen, service_fen, total_fen, paid_principal_fen, settled_at, booked_on)
     select $1, id, 'F' || lpad(n::text, 12, '0'), operator, station, pile, member, 1, 'tag', 'settled', started, started + interval '40 minutes',
       started + interval '40 minutes', 0, energy, energy, 'registers', 'high', repeat('a', 64), energy / 100, energy / 200, energy / 100 + energy / 200, energy / 100 + energy / 200,
       started + interval '41 minutes', $2::date
     from unnest($3::bigint[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::timestamptz[], $9::bigint[], $10::uuid[]) as r(n, id, operator, station, pile, started, energy, member)`,
    [
      tenantId,
      day,
      column(row => row.n),
      column(row => row.id),
      column(row => row.place?.operator),
      column(row => row.place?.station),
      column(row => row.place?.pile),
      column(row => new Date(row.started).toISOString()),
      column(row => row.energy),
      column(row => accounts.owners[row.n % members]),
    ],
  )
  await tx.execute(
    `insert into charging_order_line (tenant_id, order_id, seq, period, from_at, to_at, energy, electricity_price, service_price, electricity_nano, service_nano, price_scale, electricity_fen, service_fen)
     select $1, id, part.seq, part.period, started + (part.seq - 1) * interval '20 minutes', started + part.seq * interval '20 minutes', part.energy, 1000000, 500000,
       part.energy * 1000000, part.energy * 500000, 6, part.electricity, part.service
     from unnest($2::uuid[], $3::timestamptz[], $4::bigint[], $5::bigint[]) as r(id, started, energy, first)
     cross join lateral (values
       (1, 'F', first, first / 100, first / 200),
       (2, 'P', energy - first, energy / 100 - first / 100, energy / 200 - first / 200)) as part(seq, period, energy, electricity, service)`,
    [
      tenantId,
      column(row => row.id),
      column(row => new Date(row.started).toISOString()),
      column(row => row.energy),
      column(row => row.first),
    ],
  )
  const wallet = (list: readonly string[]) => column(row => list[row.n % members])
  const journals = [
    tenantId,
    day,
    column(row => row.id),
    column(row => row.energy),
    column(row => new Date(row.started).toISOString()),
    wallet(accounts.principal),
    wallet(accounts.frozen),
  ]
  await tx.execute(
    `with r as (select * from unnest($3::uuid[], $4::bigint[], $5::timestamptz[], $6::uuid[], $7::uuid[], $8::uuid[]) as r(source, energy, at, principal, frozen, id)),
     j as (
       insert into ledger_journal (tenant_id, id, idem_key, request_hash, kind, source_type, source_id, effective_at, booked_on, actor, line_count, amount_fen)
       select $1, id, 'charging.hold:' || source, md5(source::text), 'hold', 'charging.order', source::text, at, $2::date, 'charging', 1, 10000 from r returning id
     )
     insert into ledger_posting (tenant_id, journal_id, line, debit_account_id, credit_account_id, amount_fen, booked_on)
     select $1, r.id, 1, r.principal, r.frozen, 10000, $2::date from r join j on j.id = r.id`,
    [...journals, column(row => row.hold)],
  )
  await tx.execute(
    `with r as (select * from unnest($3::uuid[], $4::bigint[], $5::timestamptz[], $6::uuid[], $7::uuid[], $8::uuid[]) as r(source, energy, at, principal, frozen, id)),
     j as (
       insert into ledger_journal (tenant_id, id, idem_key, request_hash, kind, source_type, source_id, effective_at, booked_on, actor, line_count, amount_fen)
       select $1, id, 'charging.settle:' || source, md5(source::text), 'settle', 'charging.order', source::text, at + interval '40 minutes', $2::date, 'charging', 3, 10000 from r returning id
     )
     insert into ledger_posting (tenant_id, journal_id, line, debit_account_id, credit_account_id, amount_fen, booked_on)
     select $1, r.id, part.line, r.frozen, part.account, part.amount, $2::date from r join j on j.id = r.id
     cross join lateral (values (1, $9::uuid, r.energy / 200), (2, $10::uuid, r.energy / 100), (3, r.principal, 10000 - r.energy / 100 - r.energy / 200)) as part(line, account, amount)`,
    [...journals, column(row => row.settle), accounts.service, accounts.electricity],
  )
}
