import { defineResource, field } from '@wattyard/resource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexResources, newId, serveResource } from '../index.ts'
import { type PlacesServer, placesServer } from '../testing/places.ts'

let places: PlacesServer
let north = ''
let south = ''
let inNorth = ''
let inSouth = ''
beforeAll(async () => {
  places = await placesServer()
  const firm = await places.make('firm', { code: 'F' })
  north = await places.make('site', { code: 'N', operator: firm })
  south = await places.make('site', { code: 'S', operator: firm })
  inNorth = await places.make('box', { code: '1', site: north })
  inSouth = await places.make('box', { code: '1', site: south })
})
afterAll(() => places.close())

let counted = 0
const code = () => `L${++counted}`

test('a reference lies within the record of another field', async () => {
  expect(await places.save('lock', { code: code(), site: north, box: inNorth })).toMatchObject({ success: true })
  const { data } = await places.save('lock', { code: code(), site: north, box: inSouth })
  expect(data.fields).toEqual({ box: '不属于所选的probe.lock.site' })
  const many = await places.save('lock', { code: code(), site: north, boxes: [inNorth, inSouth] })
  expect(Object.keys(many.data.fields)).toEqual(['boxes'])
})

test('whichever of the two changes later, and an empty one binds nothing', async () => {
  const id = await places.make('lock', { code: code(), site: north, box: inNorth })
  expect((await places.save('lock', { id, site: south })).data.fields).toHaveProperty('box')
  expect((await places.save('lock', { id, box: inSouth })).data.fields).toHaveProperty('box')
  expect(await places.save('lock', { id, site: south, box: inSouth })).toMatchObject({ success: true })
  expect(await places.save('lock', { id, box: null, site: north })).toMatchObject({ success: true })
})

test('a picker offers only what lies within', async () => {
  const select = async (input: Record<string, unknown>) =>
    places.server.call('/api/probe/box/select', { q: '', ...input }, { as: places.as })
  expect((await select({})).data.list).toHaveLength(2)
  expect((await select({ within: `probe.site:${south}` })).data.list).toEqual([{ id: inSouth, label: '1' }])
  // The name of what is chosen already does not depend on where it lies.
  expect((await select({ within: `probe.site:${south}`, ids: [inNorth] })).data.list).toHaveLength(1)
  // Dashes alone are as long as an id, and none.
  const dashes = `probe.site:${'-'.repeat(36)}`
  for (const within of ['probe.lock:' + south, 'probe.site:x', "probe.site:' or true", dashes, south])
    expect((await select({ within })).data.fields, within).toHaveProperty('within')
})

test('a sheet names one of the same code by what it lies within, whatever column comes first', async () => {
  const rows = [
    { line: 2, values: { code: 'I1', box: '1', site: 'S' } },
    { line: 3, values: { site: 'N', box: '1', code: 'I2' } },
    { line: 4, values: { site: 'N', box: '2', code: 'I3' } },
  ]
  const { data } = await places.server.call('/api/probe/lock/import', { dryRun: false, rows }, { as: places.as })
  expect(data).toMatchObject({ accepted: 2, refused: 1, rows: [{ line: 4, fields: { box: '找不到对应的记录' } }] })
  const { data: all } = await places.server.call('/api/probe/lock/list', { pageSize: 100 }, { as: places.as })
  const boxOf = (wanted: string) => all.list.find((row: { code: string }) => row.code === wanted).box
  expect([boxOf('I1'), boxOf('I2')]).toEqual([inSouth, inNorth])
})

test('somebody else’s places are no containers', async () => {
  const { data } = await places.save('lock', { code: code(), site: newId(), box: inNorth })
  expect(data.fields).toEqual({ site: '找不到对应的记录' })
})

test('a definition whose container leads nowhere is a mistake of ours', () => {
  const lost = defineResource({
    name: 'probe.lost',
    path: 'probe/lost',
    scope: 'shared',
    writes: 'commands-only',
    fields: { code: field.code(), other: field.ref('probe.lost', { within: 'code' }) },
    list: { columns: ['code'], filters: [], sort: 'code' },
    label: 'code',
  })
  expect(() => indexResources([{ name: 'probe', resources: [serveResource(lost, {})] }])).toThrow(/within code/)
})
