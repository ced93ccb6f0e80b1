import { col } from '@wattyard/server-kit'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from './harness/console-client.ts'
import { prepareFleet } from './harness/fleet.ts'
import { type Load, startLoad } from './harness/load.ts'
import { startProduct } from './harness/product.ts'
import { type Figure, places, quantile, whole } from './harness/report.ts'
import { insist, type RunOptions, type Scenario } from './harness/scenario.ts'
import { untilWorkedThrough } from './harness/settle.ts'

const sizeOf = ({ quick }: RunOptions) =>
  quick ? { piles: 200, window_ms: 1_000, connect_ms: 1_000 } : { piles: 5_000, window_ms: 5_000, connect_ms: 15_000 }

const HALF_OPEN_SHARE = 0.2
const TIMEOUT_MS = 60_000
const ASK_EVERY_MS = 100
/** What an operator looks at while it happens. */
const PAGES = [
  '/api/charging/order/list',
  '/api/device/devicePole/list',
  '/api/device/station/list',
  '/api/device/gatewayEvent/list',
]

async function run(options: RunOptions): Promise<Figure[]> {
  const size = sizeOf(options)
  const product = await startProduct()
  let load: Load | null = null
  try {
    const fleet = await prepareFleet(product.db, size.piles)
    const operator = await signIn(product.url)
    load = await startLoad(
      { host: '127.0.0.1', port: product.port, piles: fleet.piles, register_wh: 100_000 },
      fleet.piles.map(pile => pile.tag),
    )
    const connected = await load.connect(size.connect_ms)
    insist(
      connected.booted === size.piles,
      `${connected.booted} of ${size.piles} piles came up: ${JSON.stringify(connected.failed[0])}`,
    )
    const first = await load.sessions({ sessionsPerPile: 1, step_wh: 300, readings: 2, span_ms: 100_000 })
    await untilWorkedThrough(product.db)
    const asked: number[] = []
    let over = false
    const ask = async (): Promise<void> => {
      for (let turn = 0; !over; turn++) {
        asked.push((await operator.post(PAGES[turn % PAGES.length] ?? '', {})).ms)
        await sleep(ASK_EVERY_MS)
      }
    }
    // Its failure is looked at when the storm is over, not while nobody waits for it.
    const asking = ask().then(
      () => null,
      (error: unknown) => error,
    )
    const storm = await load.storm({
      window_ms: size.window_ms,
      halfOpenShare: HALF_OPEN_SHARE,
      timeout_ms: TIMEOUT_MS,
    })
    over = true
    const failed = await asking
    insist(failed === null, String(failed))
    // What came back works: one more charge each.
    const second = await load.sessions({ sessionsPerPile: 1, step_wh: 300, readings: 2, span_ms: 100_000 })
    await untilWorkedThrough(product.db)
    const [orders] = await product.db.platform(tx =>
      tx.query(
        { orders: col.bigint, transactions: col.bigint },
        'select count(*) as orders, count(distinct transaction_id) as transactions from charging_order where pile_id = any($1::uuid[])',
        [fleet.piles.map(pile => pile.pileId)],
      ),
    )
    const sessions = first.sessions.length + second.sessions.length
    insist(
      storm.booted === size.piles,
      `${storm.booted} of ${size.piles} piles came back: ${JSON.stringify(storm.failed[0])}`,
    )
    insist(second.sessions.length === size.piles, `${second.sessions.length} of ${size.piles} piles charged again`)
    insist(
      orders?.orders === BigInt(sessions) && orders.transactions === orders.orders,
      `${orders?.orders} orders of ${sessions} sessions`,
    )
    const p95 = quantile(asked, 0.95)
    const scenario = `storm, ${whole(size.piles)} piles`
    return [
      {
        scenario,
        what: `cut and back within ${size.window_ms / 1_000} s: all authenticated and booted after`,
        value: `${places(storm.elapsed_ms / 1_000, 1)} s (${whole(storm.retries)} second tries)`,
        target: '≤ 10 s',
        met: storm.elapsed_ms <= 10_000,
      },
      {
        scenario,
        what: 'old sockets left half-open, closed by the server',
        value: `${whole(storm.halfOpenClosed)} of ${whole(storm.halfOpen)}`,
        target: 'all',
        met: storm.halfOpenClosed === storm.halfOpen,
      },
      { scenario, what: 'orders twice or lost', value: '0', target: '0', met: true },
      {
        scenario,
        what: 'console API p95 meanwhile',
        value: `${whole(p95)} ms (${asked.length} calls)`,
        target: '< 1,000 ms',
        met: p95 < 1_000,
      },
    ]
  } catch (error) {
    console.error(await product.lastWords())
    throw error
  } finally {
    await load?.stop()
    await product.stop()
  }
}

export const storm: Scenario = { name: 'storm', about: 'everybody is cut off and comes back at once', run }
