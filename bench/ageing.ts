import { type Database } from '@wattyard/server-kit'
import { signIn } from './harness/console-client.ts'
import { startProduct } from './harness/product.ts'
import { type Figure, places, quantile, whole } from './harness/report.ts'
import type { RunOptions, Scenario } from './harness/scenario.ts'

const sizeOf = ({ quick }: RunOptions) =>
  quick ? { documents: 5_000, turns: 2 } : { documents: Number(process.env.BENCH_DOCUMENTS ?? 200_000), turns: 15 }
const COMPANIES = 2_000
const KINDS = ['receivable', 'payable'] as const

/**
 * Open documents of two years as a large operator leaves them, half of each kind, and for each ten of them one that was settled in the last
 * quarter, so that past days have something to take back. Rows alone: ageing reads neither companies nor the books.
 */
async function fillDocuments(db: Database, count: number): Promise<void> {
  await db.platform(async tx => {
    await tx.execute('set local statement_timeout = 0')
    await tx.execute(
      `insert into companies_company (tenant_id, id, name, kinds, country, term_days, name_grams, search_text)
       select t.tenant_id, gen_random_uuid(), 'Bench company ' || n, array['supplier'], 'other', 30, '{}', 'bench company ' || n
       from (select tenant_id from identity_tenant where is_home) t, generate_series(1, $1::int) n`,
      [COMPANIES],
    )
    await tx.execute(
      `with company as materialized (
         select row_number() over (order by id) - 1 as k, tenant_id, id from companies_company where name like 'Bench company %'),
       drawn as materialized (
         select n, (current_date - floor(random() * 730)::int) as issued, (100 + floor(random() * 5000000))::bigint as amount from generate_series(1, $1::int) n)
       insert into payables_document (tenant_id, id, number, kind, company_id, phase, amount_fen, open_fen, purpose, subject, issued, due, booked_on, journal_id,
         entered_by_id, search_text)
       select c.tenant_id, gen_random_uuid(), 'B-' || d.n, case when d.n % 2 = 0 then 'receivable' else 'payable' end, c.id, 'confirmed', d.amount,
         case when d.n % 11 = 0 then 0 else d.amount end, 'other', 'Bench', d.issued, d.issued + 30, d.issued, gen_random_uuid(), gen_random_uuid(), 'b-' || d.n
       from drawn d join company c on c.k = d.n % $2::int`,
      [Math.round(count * 1.1), COMPANIES],
    )
    await tx.execute(
      `insert into payables_allocation (tenant_id, id, number, company_id, kind, debit_id, credit_id, amount_fen, effective_on, booked_on, actor, journal_id)
       select tenant_id, gen_random_uuid(), number, company_id, 'writeOff', case when kind = 'receivable' then id end, case when kind = 'payable' then id end,
         amount_fen, day, day, 'bench', gen_random_uuid()
       from (select *, greatest(booked_on, current_date - floor(random() * 90)::int) as day from payables_document where number like 'B-%' and open_fen = 0) d`,
    )
  })
}

async function run(options: RunOptions): Promise<Figure[]> {
  const size = sizeOf(options)
  const product = await startProduct()
  try {
    await fillDocuments(product.db, size.documents)
    await product.maintain()
    const clerk = await signIn(product.url)
    const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const times = { today: [] as number[], past: [] as number[], byCompany: [] as number[] }
    for (let turn = 0; turn <= size.turns; turn++)
      for (const kind of KINDS) {
        const ask = async (into: number[], input: object) => {
          const { ms } = await clerk.post('/api/payables/document/ageing', { kind, ...input })
          // The first turn reads pages from the disk and makes plans.
          if (turn > 0) into.push(ms)
        }
        await ask(times.today, {})
        for (const days of [1, 30, 90, 365]) await ask(times.past, { day: dayAgo(days + turn) })
        await ask(times.byCompany, { byCompany: 'true' })
      }
    const all = [...times.today, ...times.past]
    const p95 = quantile(all, 0.95)
    const said = (list: readonly number[]): string =>
      `${places(quantile(list, 0.5), 1)} / ${places(quantile(list, 0.95), 1)} ms`
    console.log(`   today ${said(times.today)}, past days ${said(times.past)}, by company ${said(times.byCompany)}`)
    return [
      {
        scenario: `ageing, ${whole(size.documents)}`,
        what: 'open documents of a kind by age, today and on past days, p50 / p95',
        value: said(all),
        target: 'p95 ≤ 100 ms',
        met: p95 <= 100,
      },
    ]
  } catch (error) {
    console.error(await product.lastWords())
    throw error
  } finally {
    await product.stop()
  }
}

export const ageing: Scenario = {
  name: 'ageing',
  about: 'what is open with companies by age, over HTTP, on many documents',
  run,
}
