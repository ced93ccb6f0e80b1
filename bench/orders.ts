import { type Database, col } from '@wattyard/server-kit'
import { signIn } from './harness/console-client.ts'
import { startProduct } from './harness/product.ts'
import { type Figure, places, quantile, whole } from './harness/report.ts'
import { insist, type RunOptions, type Scenario } from './harness/scenario.ts'

const sizeOf = ({ quick }: RunOptions) =>
  quick ? { orders: 5_000, turns: 2 } : { orders: Number(process.env.BENCH_ORDERS ?? 1_000_000), turns: 30 }
const CHUNK = 50_000
const DAYS = 365

/**
 * Orders as a year of a real network leaves them: a few piles take most of the load, ninety-six of a hundred are
 * settled, evenings are busy, amounts spread widely.
 */
export async function fillOrders(
  db: Database,
  count: number,
): Promise<{ stationId: string; memberId: string; pileId: string }> {
  await db.platform(async tx => {
    await tx.execute(
      `insert into members_member (tenant_id, id, code, name) select (select tenant_id from assets_station limit 1), gen_random_uuid(), 'L' || n, 'Driver ' || n
       from generate_series(1, $1::int) as n`,
      [Math.max(10, Math.floor(count / 20))],
    )
  })
  for (let from = 0; from < count; from += CHUNK) {
    await db.platform(async tx => {
      await tx.execute('set local statement_timeout = 0')
      await tx.execute(
        `with pile as materialized (select row_number() over (order by id) - 1 as k, tenant_id, id, station_id, operator_id, count(*) over () as n from assets_pile),
         member as materialized (select row_number() over (order by id) - 1 as k, id, count(*) over () as n from members_member where code like 'L%'),
         drawn as materialized (
           select n, random() as a, random() as b, random() as c, random() as d,
             date_trunc('day', now()) - (floor(random() * ${DAYS}) || ' days')::interval + ((6 + 17 * sqrt(random())) || ' hours')::interval as started
           from generate_series($1::int, $2::int) as n),
         told as (
           select d.*, (300 + floor(d.b * 5400))::int as lasting_s, (20000 + floor(d.c * 580000))::bigint as energy,
             case when d.d < 0.96 then 'settled' when d.d < 0.975 then 'abnormal' else 'closed' end as state,
             floor(d.a * d.a * (select max(n) from pile))::bigint as pile_k, floor(random() * (select max(n) from member))::bigint as member_k from drawn d)
         insert into charging_order (tenant_id, id, order_no, operator_id, station_id, pile_id, connector_number, transaction_id, member_id, tag, start_method, state,
           started_at, ended_at, last_fact_at, meter_start, meter_stop, energy, electricity_fen, service_fen, total_fen, paid_principal_fen, settled_at, booked_on)
         select p.tenant_id, uuidv7(t.started - now()), 'B' || lpad(t.n::text, 20, '0'), p.operator_id, p.station_id, p.id, 1 + (t.n % 2), t.n::text, m.id, 'L' || m.k, 'tag', t.state,
           t.started, t.started + (t.lasting_s || ' seconds')::interval, t.started + (t.lasting_s || ' seconds')::interval, 0, t.energy, t.energy,
           case when t.state = 'settled' then t.energy * 7 / 1000 else 0 end, case when t.state = 'settled' then t.energy * 5 / 1000 else 0 end,
           case when t.state = 'settled' then t.energy * 7 / 1000 + t.energy * 5 / 1000 else 0 end, case when t.state = 'settled' then t.energy * 7 / 1000 + t.energy * 5 / 1000 else 0 end,
           case when t.state = 'settled' then t.started + (t.lasting_s || ' seconds')::interval end, case when t.state = 'settled' then t.started::date end
         from told t join pile p on p.k = t.pile_k join member m on m.k = t.member_k`,
        [from + 1, Math.min(count, from + CHUNK)],
      )
    })
  }
  const [pick] = await db.platform(tx =>
    tx.query(
      { station_id: col.uuid, member_id: col.uuid, pile_id: col.uuid },
      'select station_id, member_id, pile_id from charging_order where member_id is not null order by order_no limit 1',
    ),
  )
  insist(pick !== undefined, 'no orders were made')
  return { stationId: pick.station_id, memberId: pick.member_id, pileId: pick.pile_id }
}

/** Filter, sort and first page as the console asks for them. */
function questions({ stationId, memberId, pileId }: { stationId: string; memberId: string; pileId: string }): object[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  return [
    {},
    { filter: { state: ['settled'] } },
    { filter: { state: ['abnormal'] }, sort: '-startedAt' },
    { filter: { station: [stationId] } },
    { filter: { station: [stationId], state: ['settled'] }, sort: '-total' },
    { filter: { startedAt: { from: day(30), to: day(0) } } },
    { filter: { startedAt: { from: day(200), to: day(190) } }, sort: '-total' },
    { filter: { startedAt: { from: day(7), to: day(0) }, state: ['settled'] }, sort: '-energy' },
    { filter: { member: [memberId] } },
    { filter: { pile: [pileId] }, sort: 'startedAt' },
    { filter: { total: { from: '50.00', to: '60.00' } }, sort: 'total' },
    { filter: { orderNo: 'B00000000000000012345' } },
    { sort: '-total' },
    { sort: 'energy', filter: { state: ['settled'] } },
  ]
}

async function run(options: RunOptions): Promise<Figure[]> {
  const size = sizeOf(options)
  const product = await startProduct()
  try {
    const filled = performance.now()
    const pick = await fillOrders(product.db, size.orders)
    console.log(`   ${whole(size.orders)} orders filled in ${whole((performance.now() - filled) / 1_000)} s`)
    await product.maintain()
    const operator = await signIn(product.url)
    const asks = questions(pick)
    const byAsk = asks.map(() => [] as number[])
    for (let turn = 0; turn <= size.turns; turn++)
      for (const [index, ask] of asks.entries()) {
        const { ms } = await operator.post('/api/charging/order/list', { page: 1, pageSize: 20, ...ask })
        // The first turn reads pages from the disk and makes plans.
        if (turn > 0) byAsk[index]?.push(ms)
      }
    for (const [index, times] of byAsk.entries())
      console.log(`   p95 ${places(quantile(times, 0.95), 1).padStart(7)} ms  ${JSON.stringify(asks[index])}`)
    const all = byAsk.flat()
    const p95 = quantile(all, 0.95)
    return [
      {
        scenario: `orders, ${whole(size.orders)}`,
        what: `list with filter, sort and first page, ${asks.length} questions, p50 / p95`,
        value: `${places(quantile(all, 0.5), 1)} / ${places(p95, 1)} ms`,
        target: 'p95 ≤ 50 ms',
        met: p95 <= 50,
      },
    ]
  } catch (error) {
    console.error(await product.lastWords())
    throw error
  } finally {
    await product.stop()
  }
}

export const orders: Scenario = { name: 'orders', about: 'the order list over HTTP, signed in, on many orders', run }
