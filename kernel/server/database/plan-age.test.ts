import { setTimeout as sleep } from 'node:timers/promises'
import { emptyDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Pool } from './database.ts'
import { planAges } from './plan-age.ts'
import type { Connection } from './tx.ts'

it('asks a connection to plan again after a second, and more and more seldom', () => {
  let now = 0
  const arePlansOld = planAges(() => now)
  const [one, other] = [{}, {}]
  const asked: number[] = []
  for (; now < 400_000; now += 500) if (arePlansOld(one)) asked.push(now / 1_000)
  expect(asked.slice(0, 6)).toEqual([1, 3, 7, 15, 31, 63])
  expect(asked.slice(6), 'once a minute at last').toEqual([123, 183, 243, 303, 363])
  expect(arePlansOld(other), 'each connection for itself').toBe(false)
})

const LOOK_UP = `select o.id from unnest($1::bigint[]) as k(holder)
  cross join lateral (select id from pile where pile.holder = k.holder limit 1) as o`

let pool: Pool
const during = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
  const { connection, release } = await pool.acquire()
  try {
    return await work(connection)
  } finally {
    release()
  }
}
const lookUp = (times: number): Promise<void> =>
  during(async connection => {
    for (let i = 0; i < times; i++) await connection.query(LOOK_UP, [['7']], true)
  })
/** The plan that PostgreSQL keeps for the look-up, and how often it has used one for any values. */
const kept = () =>
  during(async connection => {
    const { rows } = await connection.query(
      'select name, generic_plans::int as uses from pg_prepared_statements where statement = $1',
      [LOOK_UP],
    )
    const [{ name, uses }] = rows as [{ name: string; uses: number }]
    const plan = await connection.query(`explain execute ${name}('{7}')`)
    return { uses, plan: plan.rows.map(row => row['QUERY PLAN']).join('\n') }
  })

beforeAll(async () => {
  pool = await emptyDatabase()
  await during(connection =>
    connection.script(
      'create table pile (id bigint, holder bigint, note text); insert into pile values (1, 1); analyze pile; create index by_holder on pile (holder)',
    ),
  )
})
afterAll(() => pool.close())

it('a look-up into a table that has grown since takes its index within seconds', async () => {
  await lookUp(10)
  const small = await kept()
  expect(small.uses).toBeGreaterThan(0)
  expect(small.plan).toContain('Seq Scan on pile')
  await during(connection =>
    connection.query("insert into pile select n, n, repeat('x', 200) from generate_series(2, 20000) as n"),
  )
  await sleep(1_100)
  await lookUp(1)
  expect((await kept()).plan).toContain('by_holder')
})
