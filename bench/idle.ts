import { prepareFleet } from './harness/fleet.ts'
import { type Load, startLoad } from './harness/load.ts'
import { cpuOf, memoryOf } from './harness/processes.ts'
import { startProduct } from './harness/product.ts'
import { type Figure, places, whole } from './harness/report.ts'
import { insist, type RunOptions, type Scenario } from './harness/scenario.ts'

const sizeOf = ({ quick }: RunOptions) =>
  quick
    ? { piles: 200, window_ms: 1_000, every_ms: 3_000, duration_ms: 6_000 }
    : { piles: 10_000, window_ms: 20_000, every_ms: 30_000, duration_ms: 90_000 }

async function run(options: RunOptions): Promise<Figure[]> {
  const size = sizeOf(options)
  const product = await startProduct()
  let load: Load | null = null
  try {
    const fleet = await prepareFleet(product.db, size.piles)
    load = await startLoad({ host: '127.0.0.1', port: product.port, piles: fleet.piles, register_wh: 100_000 }, [])
    const connected = await load.connect(size.window_ms)
    insist(
      connected.booted === size.piles,
      `${connected.booted} of ${size.piles} piles came up: ${JSON.stringify(connected.failed[0])}`,
    )
    // The first stretch settles what connecting left behind.
    await load.steady({ duration_ms: size.every_ms, every_ms: size.every_ms })
    const before = cpuOf(product.pid)
    const result = await load.steady({ duration_ms: size.duration_ms, every_ms: size.every_ms })
    const after = cpuOf(product.pid)
    const memory = memoryOf(product.pid)
    insist(
      result.lost === 0 && result.disconnected === 0,
      `${result.lost} calls lost, ${result.disconnected} connections ended`,
    )
    const share = (ms: number) => (ms * 100) / result.elapsed_ms
    const own = share(after.own_ms - before.own_ms)
    const database = share(after.children_ms - before.children_ms)
    const scenario = `idle, ${whole(size.piles)} piles`
    return [
      {
        scenario,
        what: `heartbeat and readings every ${size.every_ms / 1_000} s: share of a core, server process`,
        value: `${places(own, 1)} % (database ${places(database, 1)} %)`,
        target: '≤ 15 %',
        met: own <= 15,
      },
      {
        scenario,
        what: 'memory of the server process',
        value: `${whole(memory.own_mb)} MB (database ${whole(memory.children_mb)} MB)`,
        target: '≤ 500 MB',
        met: memory.own_mb <= 500,
      },
      {
        scenario,
        what: 'answer p50 / p99',
        value: `${places(result.all.p50_ms, 1)} / ${places(result.all.p99_ms, 1)} ms`,
        target: 'p99 < 50 ms',
        met: result.all.p99_ms < 50,
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

export const idle: Scenario = { name: 'idle', about: 'many connected piles that say little', run }
