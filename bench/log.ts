import { signIn } from './harness/console-client.ts'
import { indexCost } from './harness/index-cost.ts'
import { LOG_DAYS, fillLog, type FilledLog } from './harness/fill-log.ts'
import { startProduct } from './harness/product.ts'
import { type Figure, places, quantile, whole } from './harness/report.ts'
import { type RunOptions, type Scenario } from './harness/scenario.ts'

const DAY_MS = 86_400_000
const TARGET_MS = 50
const sizeOf = ({ quick }: RunOptions) =>
  quick ? { rows: 20_000, turns: 2 } : { rows: Number(process.env.BENCH_LOG ?? 5_000_000), turns: 30 }

/** What people ask the log, from the first look to the odd question. */
function questions({ busy, seldom }: FilledLog): Record<string, object> {
  const ago = (days: number) => Date.now() - days * DAY_MS
  const operation = { part: 'operation' }
  return {
    'operations, newest': operation,
    'sign-ins, newest': { part: 'sign-in' },
    'sign-ins that failed': { part: 'sign-in', action: 'sign-in-failed' },
    'sign-ins from an address': { part: 'sign-in', ip: '10.3.7.9' },
    'somebody busy': { ...operation, actorId: busy },
    'somebody who is seldom here': { ...operation, actorId: seldom },
    'what nobody signed in did': { ...operation, actorId: 'none' },
    'a kind, a person': { ...operation, resource: 'assets.pile', actorId: busy },
    'a rare kind, a person': { ...operation, resource: 'finance.dayClose', actorId: busy },
    'a kind, a deed': { ...operation, resource: 'charging.order', action: 'refund' },
    'a rare deed of a common kind, a person': {
      ...operation,
      resource: 'charging.order',
      action: 'refund',
      actorId: seldom,
    },
    'one record': { ...operation, resource: 'assets.pile', recordId: 'assets.pile-77' },
    'a week, five months ago': { ...operation, from: ago(157), to: ago(150) },
    'a kind in a week, five months ago': { ...operation, resource: 'pricing.version', from: ago(157), to: ago(150) },
    'a deep page': { ...operation, after: `${ago(LOG_DAYS - 5)}.00000000-0000-7000-8000-000000000000` },
    'a deep page of a person': {
      ...operation,
      actorId: busy,
      after: `${ago(LOG_DAYS - 5)}.00000000-0000-7000-8000-000000000000`,
    },
    'a text that is common': { ...operation, q: 'normal' },
    'a text that is nowhere': { ...operation, q: 'no such text' },
    'a text of a person': { ...operation, q: 'pile-77', actorId: busy },
    'a text, five months ago': { ...operation, q: 'pile-77', to: ago(150) },
  }
}

async function run(options: RunOptions): Promise<Figure[]> {
  const { rows, turns } = sizeOf(options)
  const product = await startProduct()
  try {
    const begun = performance.now()
    const filled = await fillLog(product, rows)
    console.log(`   ${whole(rows)} entries filled in ${whole((performance.now() - begun) / 1_000)} s`)
    await product.maintain()
    const operator = await signIn(product.url)
    const asks = Object.entries(questions(filled))
    const times = asks.map(() => [] as number[])
    for (let turn = 0; turn <= turns; turn++)
      for (const [index, [, ask]] of asks.entries()) {
        const { ms } = await operator.post('/api/platform/audit/list', { pageSize: 50, ...ask })
        // The first turn reads pages from the disk and makes plans.
        if (turn > 0) times[index]?.push(ms)
      }
    for (const [index, [what]] of asks.entries())
      console.log(`   p95 ${places(quantile(times[index] ?? [], 0.95), 1).padStart(7)} ms  ${what}`)
    const slowest = Math.max(...times.map(one => quantile(one, 0.95)))
    const all = times.flat()
    const p95 = quantile(all, 0.95)
    const { before_us, after_us } = await indexCost(product, options.quick ? 200 : 10_000)
    const scenario = `log, ${whole(rows)}`
    return [
      {
        scenario,
        what: `list by ${asks.length} questions, p50 / p95 / p95 of the slowest question`,
        value: `${places(quantile(all, 0.5), 1)} / ${places(p95, 1)} / ${places(slowest, 1)} ms`,
        target: `p95 ≤ ${TARGET_MS} ms`,
        met: p95 <= TARGET_MS,
      },
      {
        scenario,
        what: 'one entry written, in the database, without and with the indexes of migration 131',
        value: `${places(before_us, 0)} / ${places(after_us, 0)} µs`,
        target: '',
        met: null,
      },
    ]
  } catch (error) {
    console.error(await product.lastWords())
    throw error
  } finally {
    await product.stop()
  }
}

export const log: Scenario = { name: 'log', about: 'the log of operations over HTTP, signed in, on many entries', run }
