import type { Pool } from '@wattyard/server-kit'
import { singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatherEvidence } from './evidence.ts'
import { judge } from './invariants.ts'
import { runSeed } from './run-seed.ts'
import type { World } from './world.ts'

/** Seeds of an ordinary test run; `WATTYARD_SEEDS=1000` for a night, `WATTYARD_SEED=17` for one alone. */
const SEEDS = Number(process.env.WATTYARD_SEEDS ?? 50)
const ONLY = process.env.WATTYARD_SEED
/** Runs that share a database; it grows, and is left behind before it gets slow. */
const RUNS_PER_DATABASE = 15
const TIMEOUT_MS = 120_000

/** One test per seed of this part; parts run in parallel. */
export function judgeSeeds(part: number, parts: number): void {
  const all = ONLY === undefined ? Array.from({ length: SEEDS }, (_, i) => i + 1) : [Number(ONLY)]
  const seeds = ONLY === undefined ? all.filter(seed => seed % parts === part) : part === 0 ? all : []
  let pool: Pool
  let runs = 0

  beforeAll(async () => {
    pool = await singleConnectionPool()
  })
  afterAll(() => pool.close())

  test.each(seeds)('seed %i', { timeout: TIMEOUT_MS }, async seed => {
    if (runs++ % RUNS_PER_DATABASE === RUNS_PER_DATABASE - 1) {
      await pool.close()
      pool = await singleConnectionPool()
    }
    const world = await runSeed(pool, seed)
    const breaches = judge(world, await gatherEvidence(world))
    expect(breaches, storyOf(world)).toEqual({})
  })
  // oxlint-disable-next-line vitest/no-conditional-tests, vitest/no-disabled-tests -- one seed alone belongs to one part; the other part's file must hold a test all the same
  if (seeds.length === 0) test.skip('has no seeds of its own', () => {})
}

/** What one needs to look into a failing seed. */
function storyOf({ seed, drawn, story }: World): string {
  const faults = Object.entries(drawn).filter(([, value]) => value !== 0 && value !== false)
  return [
    `seed ${seed}: run it alone with WATTYARD_SEED=${seed}`,
    faults.map(([name, value]) => `${name} ${typeof value === 'number' ? Number(value.toFixed(3)) : value}`).join(', '),
    ...story,
  ].join('\n')
}
