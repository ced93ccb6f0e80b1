import { type Caller, col, newId, type ServedResource } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { Records } from './records.ts'
import { administrator, conformanceWorld } from './world.ts'

/*
 * A request for a second person ends with the record that it rests on, whoever writes there (decision 437). The database notes what was
 * written, so that each table that requests rest on has to let them follow.
 */

const world = await conformanceWorld()
afterAll(() => world.close())

const withRule = world.served.filter(({ secondPerson = {} }) => Object.keys(secondPerson).length > 0)

/** Names of definitions that the inputs of a command with a rule point at. */
const pointedAt = ({ resource, secondPerson = {} }: ServedResource): string[] =>
  Object.keys(secondPerson).flatMap(command =>
    Object.values(resource.commands[command]?.input ?? {}).flatMap(({ kind, of }) =>
      of !== undefined && (kind === 'ref' || kind === 'refs') ? [of] : [],
    ),
  )

test('every table that requests rest on lets them follow its rows', async () => {
  const names = new Set([...withRule.map(({ resource }) => resource.name), ...withRule.flatMap(pointedAt)])
  const tables = [...names].map(name => world.server.index.byName(name)?.resource.table)
  const followed = await world.db.platform(tx =>
    tx.query(
      { table: col.text, how: col.text },
      'select tgrelid::regclass::text as "table", tgname::text as how from pg_trigger where tgname like \'requests_follow_%\'',
    ),
  )
  const missing = tables.flatMap(table =>
    ['requests_follow_update', 'requests_follow_delete']
      .filter(how => !followed.some(one => one.table === table && one.how === how))
      .map(how => `${table}: ${how}`),
  )
  expect(withRule.length).toBeGreaterThan(8)
  expect(missing).toEqual([])
})

/** Writes down a request that no release takes any more: whatever is written, it holds no longer. */
async function aRequest(as: Caller, resource: string, command: string, record: string): Promise<string> {
  const id = newId()
  await world.db.tenant(as.tenantId, tx =>
    tx.execute(
      `insert into platform_approval (tenant_id, id, resource, command, record, subject, input, basis, asker_id, asked_by, expires_at)
       values ($1, $2, $3, $4, $5, 'x', '{"no": "such"}', '{}', $6, 'Ann', now() + interval '1 day')`,
      [as.tenantId, id, resource, command, record, newId()],
    ),
  )
  return id
}

const stateOf = async (as: Caller, id: string) =>
  (await world.server.call('/api/platform/approval/get', { id }, { as })).data

/** Journals never change: one that reverses another touches it, which tests of corrections see. */
const CHANGING = withRule.filter(({ resource }) => resource.name !== 'ledger.journal')

describe.each(CHANGING.map(served => [served.resource.name, served] as const))('requests on %s', (_name, served) => {
  const { resource } = served
  const [command = ''] = Object.keys(served.secondPerson ?? {})

  test('end when one is written', async () => {
    const as = await administrator(world)
    const id = await new Records(world, as, 50_000).make(served).then(({ id: made }) => made)
    const request = await aRequest(as, resource.name, command, id)
    await world.db.tenant(as.tenantId, tx =>
      tx.execute(`update ${resource.table} set version = version + 1 where tenant_id = $1 and id = $2`, [
        as.tenantId,
        id,
      ]),
    )
    expect((await stateOf(as, request)).state).toBe('waiting')
    const other = callerWith({ tenantId: as.tenantId })
    const read = await world.server.call(
      '/api/platform/setting/save',
      { key: 'platform.approvalHours', value: 71 },
      { as: other },
    )
    expect(read.success, read.msg).toBe(true)
    expect(await stateOf(as, request)).toMatchObject({ state: 'outdated', decidedBy: null })
  })

  test.runIf(resource.writes === 'crud')('end when one is deleted or saved', async () => {
    const as = await administrator(world)
    const records = new Records(world, as, 60_000)
    const [saved, deleted] = [await records.make(served), await records.make(served)]
    const before = (await world.server.call(`/api/${resource.path}/get`, { id: saved.id }, { as })).data
    const [onSaved, onDeleted] = [
      await aRequest(as, resource.name, command, saved.id),
      await aRequest(as, resource.name, command, deleted.id),
    ]
    const save = await world.server.call(
      `/api/${resource.path}/save`,
      { id: saved.id, version: before.version },
      { as },
    )
    expect(save.success, save.msg).toBe(true)
    expect(await stateOf(as, onSaved)).toMatchObject({ state: 'outdated', instead: 'update' })
    const del = await world.server.call(`/api/${resource.path}/del`, { ids: [deleted.id] }, { as })
    expect(del.success, del.msg).toBe(true)
    expect(await stateOf(as, onDeleted)).toMatchObject({ state: 'outdated', instead: 'delete' })
    const approved = await world.server.call('/api/platform/approval/approve', { id: onDeleted }, { as, key: newId() })
    expect(approved.code).toBe('platform.recordDeleted')
  })
})
