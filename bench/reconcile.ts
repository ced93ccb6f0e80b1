import { fork, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReconcileResult, ReconcileTask } from './harness/reconcile-worker.ts'
import { measureDays } from './harness/reconcile-days.ts'
import { type Figure, places, whole } from './harness/report.ts'
import { insist, type RunOptions, type Scenario } from './harness/scenario.ts'

const TARGET_S = 60
const TARGET_MB = 1_024

/** Gives a task to a process of its own, so that its memory is that of the task. */
function work(task: ReconcileTask): Promise<ReconcileResult> {
  const child = fork(join(import.meta.dirname, 'harness', 'reconcile-worker.ts'), {
    execArgv: (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean),
  })
  return new Promise<ReconcileResult>((resolve, reject) => {
    child.once('message', (told: { result?: ReconcileResult; error?: string }) => {
      if (told.result) resolve(told.result)
      else reject(new Error(told.error))
      child.disconnect()
    })
    child.once('exit', code => reject(new Error(`the worker ended with ${code}`)))
    child.send(task)
  })
}

/** Lists what differs between both sides by number and amount, with the tools of every machine. Returns its time in ms. */
function peer(folder: string): number {
  const script = `set -e; export LC_ALL=C
    sort -t, -k1,1 orders.csv > orders.sorted; sort -t, -k1,1 rows.csv > rows.sorted
    join -t, -a1 -a2 -e missing -o 0,1.2,2.2 orders.sorted rows.sorted | awk -F, '$2 != $3' > differing`
  const begun = performance.now()
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' })
  insist(status === 0, `sort and join: ${stderr}`)
  return performance.now() - begun
}

const seconds = (ms: number) => `${places(ms / 1_000, 1)} s`

async function run({ quick }: RunOptions): Promise<Figure[]> {
  // Some movements have no record and some no row: so many that both sides have a million.
  const rows = quick ? 10_000 : Number(process.env.BENCH_BILL ?? 1_002_000)
  const differences = Math.min(10_000, Math.floor(rows / 100))
  const folder = mkdtempSync(join(tmpdir(), 'wattyard-reconcile-'))
  try {
    const task = { folder, rows, differences }
    const written = await work({ ...task, do: 'write' })
    console.log(`   the day was written in ${seconds(written.ms)}`)
    const read = await work({ ...task, do: 'read' })
    const match = await work({ ...task, do: 'match' })
    const both = await work({ ...task, do: 'whole' })
    const peer_ms = peer(folder)
    for (const one of [match, both])
      insist(
        one.wrong === 0 && one.found === differences,
        `${one.found} of ${differences} differences found, ${one.wrong} wrong`,
      )
    const scenario = `reconciliation, ${whole(read.rows)} rows`
    const kept = measureDays(quick ? 2_000 : 100_000)
    const kept_s = (kept.read_ms + kept.compare_ms) / 1_000
    const figure = (what: string, { ms, cpu_ms, peak_mb }: ReconcileResult, isGoal: boolean): Figure => ({
      scenario,
      what,
      value: `${seconds(ms)}, ${seconds(cpu_ms)} CPU, ${whole(peak_mb)} MB`,
      target: isGoal ? `≤ ${TARGET_S} s, ≤ ${TARGET_MB} MB` : '',
      met: isGoal ? ms <= TARGET_S * 1_000 && peak_mb <= TARGET_MB : null,
    })
    return [
      figure('a packed trade bill of WeChat Pay read', read, false),
      figure(
        `records, books and rows compared; ${whole(differences)} differences of 12 kinds found, none invented`,
        match,
        true,
      ),
      figure('both: from the packed file to the differences', both, true),
      {
        scenario: `reconciliation, ${whole(kept.rows)} rows kept`,
        what: 'a stored bill read and compared through the database, outcomes and items kept',
        value: `${places(kept_s, 1)} s, ${whole(kept.peak_mb)} MB; the same day again ${seconds(kept.again_ms)}`,
        target: '≤ 15 s, ≤ 300 MB',
        met: kept_s <= 15 && kept.peak_mb <= 300,
      },
      {
        scenario,
        what: 'the comparison against `sort` and `join` of two sides, which tell unequal amounts alone',
        value: `${places(match.ms / peer_ms, 2)} of ${seconds(peer_ms)}`,
        target: '',
        met: null,
      },
    ]
  } finally {
    if (!process.env.BENCH_KEEP) rmSync(folder, { recursive: true, force: true })
  }
}

export const reconcile: Scenario = { name: 'reconcile', about: 'a day of a channel against records and books', run }
