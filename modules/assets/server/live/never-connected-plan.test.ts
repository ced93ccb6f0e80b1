import { col, type Database, listRecords, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEVER_CONNECTED, pile } from '../../contract/index.ts'
import { countNeverConnected } from './read-lives.ts'

/*
 * Home counts the piles that never connected at every visit, and again with each change of a pile: among many piles that are in use it
 * must find the few without reading the others.
 */

const tenantId = newId()
const PILES = 20_000
/** One pile in five hundred never connected; half of these stand at a station under construction. The stations themselves do not matter. */
const FILLED = `set session_replication_role = replica;
  insert into assets_pile (tenant_id, id, code, name, identity, station_id, operator_id, current_type, power_w, connector_count, protocol, status, reported, live)
  select '${tenantId}', gen_random_uuid(), 'P' || n, 'P' || n, 'P' || n, md5((n % 50)::text)::uuid, md5((n % 3)::text)::uuid, 'dc', 120000, 1, 'ocpp16', 'normal',
    case when n % 500 = 0 then 'never' else 'idle' end, case when n % 1000 = 0 then 'out' when n % 500 = 0 then 'never' when n % 2 = 0 then 'out' else 'idle' end
  from generate_series(1, ${PILES}) n;
  analyze assets_pile;
  reset session_replication_role;`

let db: Database
beforeAll(async () => {
  db = await testDatabase({ sql: FILLED })
}, 120_000)
afterAll(() => db.close())

/** Returns how the database reads the piles that a function asks for. */
async function planOf(tx: Tx, ask: (recording: Tx) => Promise<unknown>): Promise<string> {
  const asked: [text: string, values: readonly unknown[]][] = []
  const recording = {
    query: (_shape: unknown, text: string, values: readonly unknown[] = []) => {
      asked.push([text, values])
      return Promise.resolve([])
    },
  }
  await ask(recording as unknown as Tx)
  const rows = asked.find(([text]) => /^select (assets_pile\.\*|count\(\*\)::int as count) from assets_pile/.test(text))
  if (!rows) throw new Error('no piles were asked for')
  const told = await tx.query({ 'QUERY PLAN': col.text }, `explain ${rows[0]}`, rows[1])
  return told.map(line => line['QUERY PLAN']).join('\n')
}

const caller = callerWith({ tenantId })

test.each([
  ['their number', (tx: Tx) => countNeverConnected(tx, caller)],
  [
    'the list that home shows',
    (tx: Tx) => {
      const served = { resource: pile } as unknown as Parameters<typeof listRecords>[2]
      const index = { byName: () => undefined, copies: [] } as unknown as Parameters<typeof listRecords>[3]
      const input = { filter: NEVER_CONNECTED, sort: 'createdAt', page: 1, pageSize: 6 }
      return listRecords(tx, caller, served, index, input as unknown as Parameters<typeof listRecords>[4])
    },
  ],
])('%s is read from the index of what piles report', async (_what, ask) => {
  const plan = await db.tenant(tenantId, tx => planOf(tx, ask))
  expect(plan).toMatch(/Scan (on|using) assets_pile_reported\b/)
  expect(plan).not.toMatch(/Seq Scan/)
})

test('those of a station under construction are counted', async () => {
  expect(await db.tenant(tenantId, tx => countNeverConnected(tx, caller))).toBe(PILES / 500)
})
