import { TENANT_CREATED } from '@wattyard/identity/contract'
import { type Caller, newId } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPile, aStation, quietPorts } from '../../testing/index.ts'
import { matchBoots } from '../pile/match-boots.ts'
import { assetsModule } from '../module.ts'
import { seedDeviceTypes } from './serve-device-type.ts'

let server: TestServer
let as: Caller
/** What the gateway would say. */
let reporting: string[] = []
let inUse = new Set<string>()
const module = assetsModule({
  ...quietPorts(),
  pilesReporting: async () => reporting,
  modelsInUse: async () => inUse,
})

beforeAll(async () => {
  const db = await testDatabase()
  server = await testServer({ db, modules: [module] })
})
afterAll(async () => {
  await server.close()
  await server.db.close()
})
beforeEach(() => {
  as = callerWith({ tenantId: newId() })
  reporting = []
  inUse = new Set()
})

async function ok(path: string, input: Record<string, unknown>, method?: 'GET') {
  const answer = await server.call(path, input, { as, ...(method ? { method } : {}) })
  expect(answer, answer.text.slice(0, 400)).toMatchObject({ success: true })
  return answer.data
}
async function refused(path: string, input: Record<string, unknown>, who = as) {
  const { code, status, data, success } = await server.call(path, input, { as: who })
  expect(success).toBe(false)
  return { code, status, fields: Object.keys(data?.fields ?? {}) }
}
const seed = () => server.db.tenant(as.tenantId, tx => seedDeviceTypes(tx, as.tenantId))
const maker = (differs: Record<string, unknown> = {}) =>
  ok('/api/basedata/manufacture/save', { code: `M${newId().slice(-6)}`, name: `厂${newId().slice(-6)}`, ...differs })
const PILE = { protocol: 'ocpp16', currentType: 'dc', power: 60_000, connectorCount: 2, connectorKind: 'dcGun' }
const aModel = async (differs: Record<string, unknown> = {}) =>
  ok('/api/basedata/model/save', {
    code: `D${newId().slice(-6)}`,
    name: '型号',
    manufacturer: (differs.manufacturer as string) ?? (await maker()).id,
    ...PILE,
    ...differs,
  })

describe('types of devices', () => {
  type Type = {
    id: string
    code: string
    parent: string | null
    position: number
    builtIn: boolean
    version: number
    nameEn: string
  }
  const all = async (): Promise<Type[]> => (await ok('/api/basedata/type/list', { pageSize: 200 })).list
  const typeOf = async (code: string) => {
    const found = (await all()).find(one => one.code === code)
    if (!found) throw new Error(`no type ${code}`)
    return found
  }
  const own = (code: string, parent?: string) =>
    ok('/api/basedata/type/save', { code, name: code, icon: 'other', attributes: [], ...(parent ? { parent } : {}) })

  test('a new tenant has those of the product, once', async () => {
    const handler = module.handles?.[TENANT_CREATED]
    const event = { id: newId(), tenantId: as.tenantId, topic: TENANT_CREATED, key: as.tenantId, body: {} }
    for (let time = 0; time < 2; time++)
      await server.db.tenant(as.tenantId, tx => handler?.(tx, event) ?? Promise.resolve())
    const types = await all()
    expect(types).toHaveLength(20)
    expect(types.every(one => one.builtIn)).toBe(true)
    const dc = await typeOf('pileDc')
    expect([dc.nameEn, dc.parent]).toEqual(['DC pile', (await typeOf('pile')).id])
    expect((await ok('/api/basedata/type/list', { q: 'meter' })).total).toBe(1)
  })

  test('what the product brings may be renamed and nothing else', async () => {
    await seed()
    const meter = await typeOf('meter')
    const change = (input: Record<string, unknown>) => ({ id: meter.id, version: meter.version, ...input })
    expect(await refused('/api/basedata/type/save', change({ code: 'x' }))).toMatchObject({ fields: ['code'] })
    expect(await refused('/api/basedata/type/save', change({ parent: null }))).toMatchObject({ fields: ['parent'] })
    expect((await refused('/api/basedata/type/del', { ids: [meter.id] })).code).toMatch(/notAllowedNow|typeBuiltIn/)
    expect((await refused('/api/basedata/type/move', { id: meter.id, parent: null, position: 0 })).code).toBe(
      'assets.typeBuiltIn',
    )
    expect(await ok('/api/basedata/type/save', change({ name: '计量表' }))).toMatchObject({
      name: '计量表',
      code: 'meter',
    })
  })

  test('own types stand anywhere, move, and never below themselves or too deep', async () => {
    await seed()
    const pile = await typeOf('pile')
    const first = await own('mine', pile.id)
    expect(first).toMatchObject({ builtIn: false, position: 2 })
    expect(await ok('/api/basedata/type/move', { id: first.id, parent: pile.id, position: 0 })).toMatchObject({
      position: 0,
    })
    const order = (await all()).filter(one => one.parent === pile.id).toSorted((a, b) => a.position - b.position)
    expect(order.map(one => [one.code, one.position])).toEqual([
      ['mine', 0],
      ['pileDc', 1],
      ['pileAc', 2],
    ])
    // charging > pile > mine are three levels; six are the most.
    const ids = [first.id as string]
    for (const code of ['l4', 'l5', 'l6']) ids.push((await own(code, ids.at(-1))).id)
    expect(
      await refused('/api/basedata/type/save', {
        code: 'l7',
        name: 'l7',
        icon: 'other',
        attributes: [],
        parent: ids.at(-1),
      }),
    ).toMatchObject({ fields: ['parent'] })
    expect(await refused('/api/basedata/type/move', { id: first.id, parent: ids.at(-1), position: 0 })).toMatchObject({
      fields: ['parent'],
    })
    expect(await refused('/api/basedata/type/move', { id: first.id, parent: newId(), position: 0 })).toMatchObject({
      fields: ['parent'],
    })
    const below = await own('beside')
    expect(await ok('/api/basedata/type/move', { id: first.id, parent: null, position: 99 })).toMatchObject({
      parent: null,
    })
    expect(
      await refused('/api/basedata/type/move', { id: below.id, parent: ids[3], position: 0 }).catch(() => null),
    ).toBeNull()
  })

  test('two people moving types at the same moment both come through, and make no circle', async () => {
    const names = ['a', 'b', 'c', 'd'].map(letter => `m${letter}${newId().slice(-6)}`)
    const ids: string[] = []
    for (const name of names) ids.push((await own(name)).id)
    const move = (id: unknown, position: number, parent: unknown = null) =>
      server.call('/api/basedata/type/move', { id, parent, position }, { as })
    for (let round = 0; round < 10; round++) {
      // Each renumbers the other's row.
      const beside = await Promise.all([move(ids[0], 3), move(ids[3], 0), move(ids[1], 2), move(ids[2], 0)])
      expect(beside.map(answer => answer.code)).toEqual(['0', '0', '0', '0'])
      const below = await Promise.all([move(ids[0], 0, ids[1]), move(ids[1], 0, ids[0])])
      expect(below.filter(answer => answer.success)).toHaveLength(1)
      for (const id of ids) expect((await move(id, 9)).success).toBe(true)
    }
    const types = (await all()).filter(one => names.includes(one.code)).toSorted((a, b) => a.position - b.position)
    expect(types.map(one => [one.parent, one.position])).toEqual([0, 1, 2, 3].map(place => [null, place]))
  })

  test('a form says the same as JSON, an empty list too', async () => {
    const form = (code: string, attributes: unknown) =>
      server.call('/api/basedata/type/save', { code, name: code, icon: 'other', attributes }, { as, form: true })
    expect((await form('f1', [])).data).toMatchObject({ attributes: [] })
    const attribute = { key: 'a', name: 'A', kind: 'number', unit: 'm', required: true }
    expect((await form('f2', [attribute])).data).toMatchObject({ attributes: [attribute] })
  })

  test('a type that is used stays', async () => {
    const parent = await own('p')
    const child = await own('c', parent.id)
    expect((await refused('/api/basedata/type/del', { ids: [parent.id] })).code).toBe('assets.typeHasTypes')
    const { id } = await aModel({ deviceType: child.id })
    expect((await refused('/api/basedata/type/del', { ids: [child.id] })).code).toBe('assets.typeHasModels')
    await ok('/api/basedata/model/del', { ids: [id] })
    await ok('/api/basedata/type/del', { ids: [child.id] })
  })

  test.each([
    [[{ key: 'A b', name: 'x', kind: 'text' }]],
    [[{ key: 'a', name: '', kind: 'text' }]],
    [[{ key: 'a', name: 'x', kind: 'colour' }]],
    [[{ key: 'a', name: 'x', kind: 'oneOf' }]],
    [
      [
        { key: 'a', name: 'x', kind: 'text' },
        { key: 'a', name: 'y', kind: 'text' },
      ],
    ],
    [[{ key: 'a', name: 'x', kind: 'text', more: 1 }]],
    ['none'],
  ])('further fields have a shape: %j', async attributes => {
    expect((await refused('/api/basedata/type/save', { code: 't', name: 't', icon: 'other', attributes })).code).toBe(
      'kernel.invalid',
    )
  })
})

describe('models', () => {
  test('a pile says what a meter has not', async () => {
    const manufacturer = (await maker()).id
    const base = { code: 'X', name: 'X', manufacturer }
    expect(await refused('/api/basedata/model/save', { ...base, protocol: 'ocpp16', power: null })).toMatchObject({
      fields: ['power'],
    })
    expect(await refused('/api/basedata/model/save', { ...base, ...PILE, connectorCount: 0 })).toMatchObject({
      fields: ['connectorCount'],
    })
    expect(
      await ok('/api/basedata/model/save', { ...base, protocol: 'modbusTcp', currentType: 'dc', connectorCount: 1 }),
    ).toMatchObject({
      protocol: 'modbusTcp',
      currentType: null,
      connectorCount: null,
      power: null,
      state: 'active',
    })
    expect(
      await refused('/api/basedata/model/save', {
        ...base,
        code: 'Y',
        ...PILE,
        goodFirmware: ['1.0', '1.1'],
        badFirmware: ['1.1'],
      }),
    ).toMatchObject({ fields: ['badFirmware'] })
  })

  test('a copy has all but what names it', async () => {
    const model = await aModel({ reportedAs: 'DC-60', aliases: ['DC60'], maxVoltage: '1000', goodFirmware: ['2.1'] })
    const { id } = await ok('/api/basedata/model/copy', { id: model.id, code: 'COPY', name: '副本' })
    expect(await ok('/api/basedata/model/get', { id }, 'GET')).toMatchObject({
      code: 'COPY',
      name: '副本',
      manufacturer: model.manufacturer,
      power: 60_000,
      maxVoltage: '1000',
      goodFirmware: ['2.1'],
      reportedAs: null,
      aliases: null,
    })
    expect((await ok('/api/basedata/model/list', { q: '副本' })).total).toBe(1)
    expect(await refused('/api/basedata/model/copy', { id: model.id, code: 'COPY', name: 'x' })).toMatchObject({
      fields: ['code'],
    })
    const stranger = callerWith({ tenantId: newId() })
    expect((await refused('/api/basedata/model/copy', { id: model.id, code: 'Z', name: 'z' }, stranger)).status).toBe(
      404,
    )
  })

  test('is retired and restored, counted, and kept while something runs by it', async () => {
    const model = await aModel()
    await ok('/api/basedata/model/retire', { ids: [model.id] })
    expect((await refused('/api/basedata/model/retire', { ids: [model.id] })).code).toBe('kernel.notAllowedNow')
    expect((await ok('/api/basedata/model/list', { filter: { state: 'retired' } })).list).toHaveLength(1)
    await ok('/api/basedata/model/restore', { ids: [model.id] })
    await server.db.platform(async tx =>
      aPile(tx, await aStation(tx, { tenantId: as.tenantId }), { modelId: model.id }),
    )
    expect(await ok('/api/basedata/model/get', { id: model.id }, 'GET')).toMatchObject({
      pileCount: 1,
      state: 'active',
    })
    const part = callerWith({ tenantId: as.tenantId, scope: { operators: null, stations: [newId()], investors: null } })
    expect(
      (await server.call('/api/basedata/model/get', { id: model.id }, { as: part, method: 'GET' })).data,
    ).not.toHaveProperty('pileCount')
    inUse = new Set([model.id])
    expect((await refused('/api/basedata/model/del', { ids: [model.id] })).code).toBe('assets.modelInUse')
  })
})

describe('manufacturers', () => {
  test('a word that devices report belongs to one of them', async () => {
    await maker({ reportedAs: 'ACME', aliases: ['Acme Power'] })
    const other = { code: 'O', name: 'O' }
    expect(await refused('/api/basedata/manufacture/save', { ...other, reportedAs: 'acme' })).toMatchObject({
      fields: ['reportedAs'],
    })
    expect(await refused('/api/basedata/manufacture/save', { ...other, aliases: ['x', 'ACME POWER'] })).toMatchObject({
      fields: ['aliases'],
    })
    expect(await refused('/api/basedata/manufacture/save', { ...other, country: 'cn' })).toMatchObject({
      fields: ['country'],
    })
    expect(await ok('/api/basedata/manufacture/save', { ...other, country: 'CN', aliases: ['Other'] })).toMatchObject({
      country: 'CN',
    })
  })
})

describe('what piles call themselves', () => {
  const boot = (pileId: string, vendor: string, model: string, at = Date.now()) => ({
    tenantId: as.tenantId,
    pileId,
    vendor,
    model,
    firmware: '1.0',
    at,
  })
  const somePiles = (count: number, modelId: string | null = null) =>
    server.db.platform(async tx => {
      const station = await aStation(tx, { tenantId: as.tenantId })
      const made: string[] = []
      for (let i = 0; i < count; i++) made.push((await aPile(tx, station, { modelId })).id)
      return made
    })
  const match = (boots: Parameters<typeof matchBoots>[1]) => server.db.platform(tx => matchBoots(tx, boots))
  const modelOf = async (id: string) => (await ok('/api/device/devicePole/get', { id }, 'GET')).model
  const unknown = async () => (await ok('/api/basedata/reportedDevice/list', {})).list

  test('a pile gets the model whose words fit, and its history says who gave it', async () => {
    const known = await aModel({ manufacturer: (await maker({ aliases: ['Acme Power'] })).id, reportedAs: 'DC-60' })
    const [pile = ''] = await somePiles(1)
    await match([boot(pile, ' ACME power ', 'dc-60')])
    expect(await modelOf(pile)).toBe(known.id)
    const history = await ok('/api/device/devicePole/history', { id: pile }, 'GET')
    expect(JSON.stringify(history)).toContain(known.id)
    expect(await unknown()).toEqual([])
  })

  test('an unknown model is one row per pair of words, however often it boots', async () => {
    const [a = '', b = ''] = await somePiles(2)
    await match([boot(a, 'New', 'N1', 1_000), boot(b, 'New', 'N1', 2_000)])
    await match([boot(a, 'New', 'N1', 3_000)])
    await match([boot(a, '', ''), boot(a, 'x'.repeat(80), 'Ü'.repeat(80))])
    const rows = await unknown()
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(
      expect.objectContaining({
        vendor: 'New',
        model: 'N1',
        boots: 3,
        lastPile: a,
        lastSeenAt: 3_000,
        firmware: '1.0',
      }),
    )
  })

  test('a model set by hand stays; two that fit are none', async () => {
    const { id: manufacturer } = await maker({ reportedAs: 'ACME' })
    const byHand = await aModel({ manufacturer })
    await aModel({ manufacturer, reportedAs: 'TWIN' })
    await aModel({ manufacturer, aliases: ['twin'] })
    const [set = ''] = await somePiles(1, byHand.id)
    const [open = ''] = await somePiles(1)
    await match([boot(set, 'ACME', 'TWIN'), boot(open, 'ACME', 'TWIN')])
    expect([await modelOf(set), await modelOf(open)]).toEqual([byHand.id, null])
  })

  test('a pile that is gone by then holds nothing up', async () => {
    await match([boot(newId(), 'Gone', 'G')])
    expect(await unknown()).toHaveLength(1)
  })

  test('bound in one click: maker and model learn their words, the piles get the model', async () => {
    const manufacturer = (await maker({ reportedAs: 'Old word' })).id
    const target = await aModel({ manufacturer, reportedAs: 'DC-60' })
    const [a = '', b = ''] = await somePiles(2)
    await match([boot(a, 'New brand', 'N-60'), boot(b, 'New brand', 'N-60')])
    reporting = [a, b]
    const [row] = await unknown()
    expect(await ok('/api/basedata/reportedDevice/bind', { id: row.id, model: target.id })).toEqual({ piles: 2 })
    expect([await modelOf(a), await modelOf(b)]).toEqual([target.id, target.id])
    expect(await ok('/api/basedata/manufacture/get', { id: manufacturer }, 'GET')).toMatchObject({
      reportedAs: 'Old word',
      aliases: ['New brand'],
    })
    expect(await ok('/api/basedata/model/get', { id: target.id }, 'GET')).toMatchObject({
      reportedAs: 'DC-60',
      aliases: ['N-60'],
    })
    expect(await unknown()).toEqual([])
    const [later = ''] = await somePiles(1)
    await match([boot(later, 'new brand', 'n-60')])
    expect([await modelOf(later), await unknown()]).toEqual([target.id, []])
  })

  test('a vendor of somebody else is not taken over; what is dismissed comes back', async () => {
    await maker({ reportedAs: 'Taken' })
    const target = await aModel()
    const [pile = ''] = await somePiles(1)
    await match([boot(pile, 'Taken', 'T1')])
    const [row] = await unknown()
    expect((await refused('/api/basedata/reportedDevice/bind', { id: row.id, model: target.id })).code).toBe(
      'assets.vendorOfOther',
    )
    await ok('/api/basedata/reportedDevice/dismiss', { ids: [row.id] })
    expect(await unknown()).toEqual([])
    await match([boot(pile, 'Taken', 'T1')])
    expect(await unknown()).toHaveLength(1)
    const reader = callerWith({ tenantId: as.tenantId, permissions: ['assets.reportedDevice:read'] })
    expect((await refused('/api/basedata/reportedDevice/dismiss', { ids: [row.id] }, reader)).status).toBe(403)
  })
})
