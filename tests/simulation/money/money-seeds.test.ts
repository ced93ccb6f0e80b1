import type { Pool } from '@wattyard/server-kit'
import { singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatherMoney } from './money-evidence.ts'
import { judgeMoney } from './money-laws.ts'
import { runMoney } from './run-money.ts'

/** Seeds of an ordinary test run; `WATTYARD_SEEDS=1000` for a night, `WATTYARD_SEED=17` for one alone. */
const SEEDS = Number(process.env.WATTYARD_SEEDS ?? 50)
const ONLY = process.env.WATTYARD_SEED
const seeds = ONLY === undefined ? Array.from({ length: SEEDS }, (_, i) => i + 1) : [Number(ONLY)]
let pool: Pool

beforeAll(async () => {
  pool = await singleConnectionPool()
})
afterAll(() => pool.close())

test.each(seeds)('seed %i', async seed => {
  const world = await runMoney(pool, seed)
  const breaches = judgeMoney(world, await gatherMoney(world))
  await world.around.close()
  expect(breaches, [`run it alone with WATTYARD_SEED=${seed}`, ...world.story].join('\n')).toEqual({})
})
