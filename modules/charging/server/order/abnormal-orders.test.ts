import { execFileSync } from 'node:child_process'
import { formatFen } from '@wattyard/money'
import { col, newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChargingServer, chargingServer, type ChargingWorld, wait } from '../../testing/index.ts'
import { openCasesByRule } from '../read/read-today.ts'
import { CASE_ASSIGNED } from './assign-abnormal.ts'

let charging: ChargingServer
let world: ChargingWorld
beforeAll(async () => {
  charging = await chargingServer()
})
afterAll(() => charging.close())

const call = async (name: string, input: Record<string, unknown> = {}, as = world.as) =>
  world.server.call(`/api/charging/abnormal/${name}`, input, { as, key: newId() })
const rows = async (input: Record<string, unknown> = {}): Promise<Record<string, unknown>[]> =>
  (await call('list', input)).data.list

/** An order that ended at a register, in 10 kWh when it is 100,000. Returns its id. */
async function ended(register: bigint, who = {}): Promise<string> {
  const session = world.session(who)
  await world.tell(session.started())
  wait(world, 30)
  await world.tell(session.stopped(register))
  return session.id
}

test('an order with several findings is one row, led by the worst; its amount counts once, here and on home', async () => {
  world = await charging.world()
  // Nobody is known to have made it, and 300 kWh in half an hour are more than its pile can deliver.
  const doubted = await ended(3_000_000n, { tag: null })
  const [row] = await rows()
  const findings = row?.findings as { code: string; severity: string; state: string }[]
  expect(findings.length).toBeGreaterThan(1)
  expect(row).toMatchObject({ id: doubted, order: doubted, state: 'open', openFindings: findings.length })
  const severities = findings.map(one => one.severity)
  expect(row?.severity).toBe(severities.includes('critical') ? 'critical' : 'warning')
  expect(row?.code).toBe(findings[0]?.code)
  const { data: counts } = await call('counts')
  expect(counts).toMatchObject({ total: 1, notices: 0, blocking: 1, amount: row?.estimate })
  // The figures of its detail: as its facts are now, and nothing billed yet.
  expect(row).toMatchObject({ orderEstimate: row?.estimate, total: '0.00', energy: expect.stringMatching(/^\d/) })
  expect(counts.list).toMatchObject([{ code: row?.code, count: 1 }])
  const { tenantId, scope } = callerWith({ tenantId: world.tenantId })
  const home = await world.server.db.tenant(world.tenantId, tx => openCasesByRule(tx, { tenantId, scope }))
  expect(home).toMatchObject([{ orders: 1, held: row?.blocks }])
  expect(home.map(one => formatFen(one.estimate_fen))).toEqual([row?.estimate])
})

test('a reason that the list was narrowed by stands over it on paper in words', async () => {
  world = await charging.world()
  await ended(3_000_000n, { tag: null })
  const over = async (filter: object): Promise<string> => {
    const paper = await world.server.call(
      '/api/charging/abnormal/export',
      { filter, columns: 'orderNo,code', format: 'pdf' },
      { as: world.as, method: 'GET', language: 'zh' },
    )
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input: paper.bytes, encoding: 'utf8' })
  }
  expect(await over({ code: 'member-missing' })).toMatch(/原因：(?!member)\p{Script=Han}+/u)
  // Names of what every object has are no codes.
  for (const code of ['constructor', 'toString', '__proto__']) expect(await over({ code })).toContain(`原因：${code}`)
  expect(await over({ code: { not: 'energy-doubtful' } })).toMatch(/原因：(?!.*energy).*\p{Script=Han}{3}/u)
})

test('an order that begins and ends in one delivery, as of a pile that was offline, is listed as well', async () => {
  world = await charging.world()
  const session = world.session({ tag: null })
  const start = session.started()
  wait(world, 30)
  await world.tell(start, session.stopped(3_000_000n))
  expect((await rows()).map(row => row.id)).toEqual([session.id])
})

test('the worst come first, then the oldest; notices are counted apart', async () => {
  world = await charging.world()
  const little = await ended(1_000n)
  const older = await ended(3_000_000n)
  const newer = await ended(3_000_000n)
  expect((await rows()).map(row => row.id)).toEqual([older, newer, little])
  expect((await call('counts')).data).toMatchObject({ total: 2, notices: 1 })
  expect((await rows({ filter: { severity: 'notice' } })).map(row => row.id)).toEqual([little])
})

test('an order is handed only to people of the company who are there', async () => {
  world = await charging.world()
  const id = await ended(3_000_000n)
  world.ports.whoMay = async () => []
  expect(await call('assign', { ids: [id], assignee: newId() })).toMatchObject({
    success: false,
    code: 'charging.assigneeOutOfReach',
  })
  expect((await rows())[0]?.assignee).toBeNull()
  delete world.ports.whoMay
})

test('several orders with the same reason are closed at once, with all their findings', async () => {
  world = await charging.world()
  const ids = [await ended(1_000n), await ended(1_000n, { connector: 2 })]
  expect(await call('dismiss', { ids, note: '车主提前结束' })).toMatchObject({ success: true })
  expect(await rows({ filter: { state: 'open' } })).toEqual([])
  const closed = await rows()
  expect(closed).toMatchObject(ids.map(() => ({ state: 'dismissed', note: '车主提前结束', openFindings: 0, can: [] })))
  for (const { findings } of closed) expect(findings).toMatchObject([{ state: 'dismissed', closedBy: 'Tester' }])
})

test('numbers of people in the note of a finding are hidden as in the note of its order', async () => {
  world = await charging.world()
  const ids = [await ended(1_000n)]
  await call('dismiss', { ids, note: '车主 13966655544' })
  world = { ...world, as: { ...world.as, readsMasked: true } }
  expect(await rows()).toMatchObject([{ note: '车主 139****5544', findings: [{ note: '车主 139****5544' }] }])
})

test('an order is handed to a person, who is told; whoever takes it themselves is not', async () => {
  world = await charging.world()
  const id = await ended(3_000_000n)
  const colleague = newId()
  expect((await call('assign', { ids: [id], assignee: world.as.userId })).success).toBe(true)
  expect(await rows()).toMatchObject([{ assignee: world.as.userId }])
  const told = () =>
    world.server.db.platform(tx =>
      tx.query(
        { key: col.text, body: col.json<Record<string, unknown>>() },
        'select key, body from kernel_outbox where topic = $1',
        [CASE_ASSIGNED],
      ),
    )
  expect(await told()).toEqual([])
  expect((await call('assign', { ids: [id], assignee: colleague })).success).toBe(true)
  expect(await told()).toMatchObject([{ key: id, body: { assigneeId: colleague, by: 'Tester' } }])
  const reader = callerWith({ tenantId: world.tenantId, permissions: ['charging.abnormal:read'] })
  expect((await call('assign', { ids: [id] }, reader)).status).toBe(403)
  expect((await call('assign', { ids: [id] })).success).toBe(true)
  expect(await rows()).toMatchObject([{ assignee: null }])
})
