import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackAsk } from './harness/attack-worker.ts'
import type { Outcomes } from './harness/attacks.ts'
import { type Asked, type ConsoleClient, signIn } from './harness/console-client.ts'
import { prepareFleet } from './harness/fleet.ts'
import { type Load, startLoad } from './harness/load.ts'
import { cpuOf, memoryOf } from './harness/processes.ts'
import { endProcess, type Product, ROOT, startProduct } from './harness/product.ts'
import { type Figure, places, quantile, whole } from './harness/report.ts'
import { insist, type RunOptions, type Scenario } from './harness/scenario.ts'

const sizeOf = ({ quick }: RunOptions) =>
  quick
    ? { piles: 200, staff: 5, window_ms: 1_000, before_ms: 5_000, attack_ms: 10_000, after_ms: 10_000, every_ms: 3_000 }
    : {
        piles: 2_000,
        staff: 20,
        window_ms: 10_000,
        before_ms: 30_000,
        attack_ms: 60_000,
        after_ms: 60_000,
        every_ms: 30_000,
      }

const STRANGER = ['bodies', 'streams', 'lists', 'slowBodies', 'upgrades']
const SIGNED_IN = [...STRANGER, 'deafExports', 'dear', 'files']
/** What staff look at, one page after the other, with a second of thought. */
const PAGES = [
  '/api/charging/order/list',
  '/api/device/devicePole/list',
  '/api/device/station/list',
  '/api/device/gatewayEvent/list',
]
const THOUGHT_MS = 1_000

/** Everybody who works, until it is over. */
function work(staff: readonly ConsoleClient[], isOver: () => boolean): Promise<Asked[]> {
  const asked: Asked[] = []
  const one = async (client: ConsoleClient, number: number) => {
    await sleep((THOUGHT_MS * number) / staff.length)
    for (let turn = number; !isOver(); turn++) {
      asked.push(await client.ask(PAGES[turn % PAGES.length] ?? '', {}))
      await sleep(THOUGHT_MS)
    }
  }
  return Promise.all(staff.map(one)).then(() => asked)
}

/** An attacker in a process of its own. */
async function attack(ask: AttackAsk): Promise<Record<string, Outcomes>> {
  const child = fork(join(import.meta.dirname, 'harness/attack-worker.ts'), { cwd: ROOT, execArgv: [] })
  try {
    return await new Promise((done, fail) => {
      child.once('exit', () => fail(new Error('the attacker ended')))
      child.once('message', (answer: { result?: Record<string, Outcomes>; error?: string }) =>
        answer.result ? done(answer.result) : fail(new Error(answer.error)),
      )
      child.send(ask)
    })
  } finally {
    child.removeAllListeners('exit')
    await endProcess(child)
  }
}

/** Somebody with the administrator's rights and password: one person may have twenty sessions, and staff have them. */
const anotherAdministrator = (product: Product, name: string) =>
  product.asOwner(
    `do $$ declare columns text;
     begin
       select string_agg(quote_ident(column_name), ',') into columns from information_schema.columns
       where table_name = 'identity_user' and is_generated = 'NEVER';
       execute format('insert into identity_user (%1$s) select %1$s from (
         select (jsonb_populate_record(u, jsonb_build_object(''id'', gen_random_uuid(), ''login_name'', ''${name}'', ''login_key'', ''${name}'',
           ''is_owner'', false))).* from identity_user u where login_name = ''admin'' limit 1) x', columns);
     end $$`,
  )

/** Memory of the server when it has had a moment to collect. */
const ownMemory = (product: Product) => memoryOf(product.pid).own_mb

function figuresOf(
  before: readonly Asked[],
  during: readonly Asked[],
): Pick<Figure, 'what' | 'value' | 'target' | 'met'>[] {
  const times = (asked: readonly Asked[]) => asked.map(one => one.ms)
  const p95 = quantile(times(during), 0.95)
  const failed = during.filter(one => one.status >= 500 || one.status === 0).length
  const refused = during.filter(one => one.status === 429).length
  return [
    {
      what: 'staff p95 while attacked',
      value: `${whole(p95)} ms (p50 ${whole(quantile(times(during), 0.5))}, before ${whole(quantile(times(before), 0.95))}; ${during.length} calls)`,
      target: '≤ 500 ms',
      met: p95 <= 500,
    },
    { what: 'staff: answers 5xx or none', value: whole(failed), target: '0', met: failed === 0 },
    { what: 'staff: told to come back (429)', value: whole(refused), target: '0', met: refused === 0 },
  ]
}

async function run(options: RunOptions): Promise<Figure[]> {
  const size = sizeOf(options)
  const product = await startProduct()
  let load: Load | null = null
  try {
    const fleet = await prepareFleet(product.db, size.piles)
    const staff: ConsoleClient[] = []
    for (let i = 0; i < size.staff; i++) staff.push(await signIn(product.url))
    await anotherAdministrator(product, 'villain')
    const villain = await signIn(product.url, 'villain')
    load = await startLoad({ host: '127.0.0.1', port: product.port, piles: fleet.piles, register_wh: 100_000 }, [])
    const connected = await load.connect(size.window_ms)
    insist(connected.booted === size.piles, `${connected.booted} of ${size.piles} piles came up`)
    await load.steady({ duration_ms: size.every_ms, every_ms: size.every_ms })
    const quietUntil = Date.now() + size.before_ms
    const before = await work(staff, () => Date.now() > quietUntil)
    const memoryBefore = ownMemory(product)
    const cpuBefore = cpuOf(product.pid)
    let over = false
    const started = performance.now()
    const [piles, stranger, signedIn, during] = await Promise.all([
      load.steady({ duration_ms: size.attack_ms, every_ms: size.every_ms }),
      attack({
        target: { port: product.port, from: '127.0.0.66', session: null },
        attacks: STRANGER,
        duration_ms: size.attack_ms,
      }),
      attack({
        target: { port: product.port, from: '127.0.0.77', session: villain.session() },
        attacks: SIGNED_IN,
        duration_ms: size.attack_ms,
      }),
      work(staff, () => over),
      sleep(size.attack_ms).then(() => {
        over = true
      }),
    ])
    const cpu = cpuOf(product.pid)
    const share = (ms: number) => places((ms * 100) / (performance.now() - started), 0)
    const memoryPeak = ownMemory(product)
    console.log(`stranger: ${JSON.stringify(stranger)}\nsigned in: ${JSON.stringify(signedIn)}`)
    console.log(
      `server ${share(cpu.own_ms - cpuBefore.own_ms)} % of a core, database ${share(cpu.children_ms - cpuBefore.children_ms)} %`,
    )
    insist(piles.disconnected === 0, `${piles.disconnected} piles lost their connection`)
    await sleep(size.after_ms)
    const memoryAfter = ownMemory(product)
    const scenario = `hostile, ${whole(size.piles)} piles, ${size.staff} staff`
    const growth = (memoryAfter / memoryBefore - 1) * 100
    return [
      ...figuresOf(before, during).map(figure => ({ scenario, ...figure })),
      {
        scenario,
        what: 'answers to piles p50 / p99 while attacked',
        value: `${places(piles.all.p50_ms, 1)} / ${places(piles.all.p99_ms, 1)} ms (${piles.lost} lost)`,
        target: 'p99 ≤ 200 ms, none lost',
        met: piles.all.p99_ms <= 200 && piles.lost === 0,
      },
      {
        scenario,
        what: 'memory a minute later',
        value: `${whole(memoryAfter)} MB (before ${whole(memoryBefore)}, at the end ${whole(memoryPeak)})`,
        target: 'within 10 %',
        met: growth <= 10,
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

export const hostile: Scenario = {
  name: 'hostile',
  about: 'a stranger and somebody signed in do their worst while the others work',
  run,
}
