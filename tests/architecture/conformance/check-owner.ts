import { columnOf, holdsFiles, ownerField, permissionForAll } from '@wattyard/resource'
import { type Caller, newId, type ServedResource } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { beforeAll, expect, test } from 'vitest'
import { Records } from './records.ts'
import { administrator, type World } from './world.ts'

/** Definitions whose owner was tried. */
export const ownersChecked: string[] = []

/** What a definition with an owner shows, and lets do, to somebody who may do everything but reach everybody's records. */
export function checkOwner(world: World, served: ServedResource): void {
  const { resource } = served
  const owner = ownerField(resource)
  if (owner === null) throw new Error(`${resource.name} is nobody's own`)
  const base = `/api/${resource.path}`
  let as: Caller
  let id = ''
  let ofWhom = ''
  let record: Record<string, unknown> = {}
  beforeAll(async () => {
    as = await administrator(world)
    ;({ id } = await new Records(world, as).make(served))
    record = (await call('get', { id }, as)).data
    ofWhom = String(record[owner])
    ownersChecked.push(resource.name)
  })
  const call = async (path: string, input: Record<string, unknown>, who: Caller) =>
    world.server.call(`${base}/${path}`, input, { as: who, key: newId() })
  const forAll = permissionForAll(resource)
  const permissions = [...new Set(world.served.flatMap(one => one.resource.permissions))]
  const withoutAll = (userId: string) =>
    callerWith({ tenantId: as.tenantId, userId, permissions: permissions.filter(one => one !== forAll) })
  const withAll = () => callerWith({ tenantId: as.tenantId, permissions })

  test('it is a permission of its own, and the table finds rows by their owner', () => {
    expect(resource.permissions).toContain(forAll)
    expect(columnOf(owner, resource.fields[owner]!)).toBeTruthy() // a field of the definition
  })

  test('a stranger meets nothing of it by any call', async () => {
    const who = withoutAll(newId())
    for (const [path, input] of [
      ['list', {}],
      ['select', {}],
      ['select', { ids: [id] }],
      ...(resource.list.filters.includes(owner) ? [['list', { filter: { [owner]: ofWhom } }] as const] : []),
    ] as const)
      expect((await call(path, input, who)).data.list, path).toEqual([])
    for (const path of ['get', 'history']) expect((await call(path, { id }, who)).code, path).toBe('kernel.notFound')
    if (resource.list.totals?.length) expect((await call('totals', {}, who)).data.rows).toBe(0)
    if (resource.exchange?.export !== false) {
      const answer = await world.server.call(`${base}/export`, {}, { as: who, method: 'GET' })
      expect(answer.headers['x-total-rows']).toBe('0')
    }
    for (const key of Object.keys(resource.fields).filter(one => holdsFiles(resource.fields[one]!))) // its own keys
      for (const file of [record[key]].flat().filter(one => typeof one === 'string'))
        expect((await world.server.call('/api/file/get', { id: file }, { as: who, method: 'GET' })).status).toBe(404)
  })

  test('nor changes any of it', async () => {
    const who = withoutAll(newId())
    const records = new Records(world, as)
    const calls: [string, Record<string, unknown>][] = []
    if (resource.writes === 'crud') calls.push(['save', { id }], ['del', { id }])
    for (const [name, rule] of Object.entries(resource.commands))
      if (rule.on !== 'none')
        calls.push([name, { ...(await records.values(resource, Object.entries(rule.input ?? {}))), id }])
    for (const [path, input] of calls) expect((await call(path, input, who)).code, path).toBe('kernel.notFound')
  })

  test('its owner and who reaches everybody’s meet it', async () => {
    for (const who of [withoutAll(ofWhom), withAll()]) {
      const { data } = await call('list', {}, who)
      expect(data.list.map((row: { id: string }) => row.id)).toContain(id)
      expect(await call('get', { id }, who)).toMatchObject({ success: true })
    }
  })
}
