import { copied, defineResource, field } from '@wattyard/resource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexResources, serveResource } from '../index.ts'
import { type PlacesServer, placesServer } from '../testing/places.ts'

let places: PlacesServer
let first = ''
let second = ''
beforeAll(async () => {
  places = await placesServer()
  first = await places.make('firm', { code: 'A' })
  second = await places.make('firm', { code: 'B' })
})
afterAll(() => places.close())

let counted = 0
const code = () => `C${++counted}`

async function chain() {
  const site = await places.make('site', { code: code(), operator: first })
  const box = await places.make('box', { code: code(), site })
  const lock = await places.make('lock', { code: code(), site, box })
  return { site, box, lock }
}

test('a copied field is taken when the record is made, and no form may send it', async () => {
  const { box, lock } = await chain()
  expect(await places.get('box', box)).toMatchObject({ operator: first })
  expect(await places.get('lock', lock)).toMatchObject({ operator: first, boxOperator: first, builder: first })
  expect((await places.save('box', { id: box, operator: second })).data.fields).toEqual({ operator: '未知字段' })
})

test('it follows its source through every level; what is fixed stays, and so do versions of what agrees', async () => {
  const { site, box, lock } = await chain()
  const other = await chain()
  const before = await places.get('lock', other.lock)
  await places.save('site', { id: site, operator: second })
  expect(await places.get('box', box)).toMatchObject({ operator: second, version: 2 })
  expect(await places.get('lock', lock)).toMatchObject({ operator: second, boxOperator: second, builder: first })
  expect(await places.get('lock', other.lock)).toEqual({ ...before, operator: first })
  const now = await places.get('lock', lock)
  await places.save('site', { id: site, code: code() })
  expect((await places.get('lock', lock)).version).toBe(now.version)
})

test('it follows to another source, and is empty without one', async () => {
  const { lock } = await chain()
  const site = await places.make('site', { code: code(), operator: second })
  const box = await places.make('box', { code: code(), site })
  await places.save('lock', { id: lock, site, box })
  expect(await places.get('lock', lock)).toMatchObject({ operator: second, boxOperator: second, builder: first })
  await places.save('lock', { id: lock, box: null })
  expect(await places.get('lock', lock)).toMatchObject({ operator: second, boxOperator: null })
})

test('a copy of nothing is a mistake of ours', () => {
  const odd = defineResource({
    name: 'probe.odd',
    path: 'probe/odd',
    scope: 'shared',
    writes: 'commands-only',
    fields: { parent: field.ref('probe.odd'), code: copied(field.code(), 'parent.title') },
    list: { columns: ['code'], filters: [], sort: 'code' },
    label: 'code',
  })
  expect(() => indexResources([{ name: 'probe', resources: [serveResource(odd, {})] }])).toThrow(/parent.title/)
})
