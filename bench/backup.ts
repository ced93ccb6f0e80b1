import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillOrders } from './orders.ts'
import { ROOT, startProduct } from './harness/product.ts'
import { type Figure, places, whole } from './harness/report.ts'
import { insist, type RunOptions, type Scenario } from './harness/scenario.ts'

const GOAL_S = 120

interface Outcome {
  seconds: number
  answer: { rows: number; bytes?: number; proof?: unknown }
  peak_mb: number
}

/** One of the product's commands, as an operator gives it, with the largest memory it took. */
async function command(args: readonly string[], dataFolder: string, mayFail = false): Promise<Outcome> {
  const began = performance.now()
  const child = spawn(process.execPath, ['apps/server/cli.ts', ...args, '--json'], {
    cwd: ROOT,
    env: { ...process.env, WATTYARD_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  let peak_kb = 0
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak_kb = Math.max(peak_kb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
    } catch {
      // It has just ended, or this system has no such file: the figure stays what it is.
    }
  }, 200)
  const code = await new Promise<number>(done => child.once('close', status => done(status ?? 1)))
  clearInterval(watch)
  insist(code === 0 || mayFail, `${args.join(' ')} ended with ${code}:\n${errors}`)
  return {
    seconds: (performance.now() - began) / 1_000,
    answer: JSON.parse(output) as Outcome['answer'], // the command's own answer
    peak_mb: peak_kb / 1_024,
  }
}

async function run({ quick }: RunOptions): Promise<Figure[]> {
  const orders = quick ? 5_000 : Number(process.env.BENCH_ORDERS ?? 1_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'wattyard-bench-backup-'))
  const file = join(folder, 'it.tar.zst')
  const product = await startProduct()
  try {
    await fillOrders(product.db, orders)
    await product.maintain()
    const made = await command(['backup', '--to', file], product.dataFolder)
    await product.stop()
    // These orders have no journals, so the books of the copy cannot be proved; that its rows are the same is.
    const restored = await command(['restore', file], join(folder, 'copy'), true)
    insist(restored.answer.rows === made.answer.rows, `${restored.answer.rows} of ${made.answer.rows} rows came back`)
    console.log(`   ${whole(made.answer.rows)} rows, ${whole(statSync(file).size / 2 ** 20)} MiB`)
    const figure = (what: string, { seconds, peak_mb }: Outcome): Figure => ({
      scenario: `backup, ${whole(orders)} orders`,
      what,
      value: `${places(seconds, 1)} s, ${whole(peak_mb)} MB of memory`,
      target: `≤ ${GOAL_S} s`,
      met: seconds <= GOAL_S,
    })
    return [
      figure('backup beside the running product', made),
      figure('restore into a new database: rows, indexes, keys, every row compared', restored),
    ]
  } finally {
    await product.stop().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

export const backupScenario: Scenario = {
  name: 'backup',
  about: 'the whole installation into one file and back, as the command line does it',
  run,
}
