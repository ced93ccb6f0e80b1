import { aTenant, limitTenant } from '@wattyard/identity/testing'
import { type Caller, col, HIDDEN_QUESTIONS_PER_HOUR, newId, WHOLE_TENANT } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPile, aStation, quietPorts } from '../../testing/index.ts'
import { MOST_NEW_PILES } from '../../contract/index.ts'
import { assetsModule } from '../module.ts'

let server: TestServer
let as: Caller
let operator = newId()
const mark = () => newId().slice(-10)

beforeAll(async () => {
  const ports = quietPorts({ operatorNames: async (_tx, ids) => new Map(ids.map(id => [id, id])) })
  server = await testServer({ db: await testDatabase(), modules: [assetsModule(ports)] })
})
afterAll(async () => {
  await server.close()
  await server.db.close()
})
beforeEach(async () => {
  as = callerWith({ tenantId: (await aTenant(server.db)).tenantId })
  operator = newId()
})

const aNewStation = (differs: Record<string, unknown> = {}) => {
  const code = `S${mark()}`
  return { code, name: code, operator, address: '路', location: { lng: '121.5', lat: '31.2' }, ...differs }
}
const aNewPile = (differs: Record<string, unknown> = {}) => {
  const code = `P${mark()}`
  return { code, name: code, identity: code, power: 120_000, connectorCount: 2, ...differs }
}
const create = (body: { station: unknown; piles: unknown[] }, { who = as, key = newId() } = {}) =>
  server.call('/api/device/station/saveWithPiles', body, { as: who, key })
const counted = () =>
  server.db.tenant(as.tenantId, async tx => {
    const [row] = await tx.query(
      { stations: col.integer, piles: col.integer, connectors: col.integer },
      `select (select count(*)::int from assets_station where tenant_id = $1) as stations,
              (select count(*)::int from assets_pile where tenant_id = $1) as piles,
              (select count(*)::int from assets_connector where tenant_id = $1) as connectors`,
      [as.tenantId],
    )
    return row
  })

test('a station comes with its piles and their connectors, each with a history', async () => {
  const body = { station: aNewStation(), piles: [aNewPile(), aNewPile({ connectorCount: 1 })] }
  const answer = await create(body)
  expect(answer).toMatchObject({ success: true, data: { piles: 2 } })
  expect(await counted()).toEqual({ stations: 1, piles: 2, connectors: 3 })
  const { list } = (await server.call('/api/device/devicePole/list', {}, { as })).data
  expect(list.map((one: { station: string; operator: string }) => [one.station, one.operator])).toEqual([
    [answer.data.id, operator],
    [answer.data.id, operator],
  ])
  const history = await server.call('/api/device/station/history', { id: answer.data.id }, { as })
  expect(history.data.list.map((one: { action: string }) => one.action)).toEqual(['create'])
})

test('sent again with its key it is the same station; another body under that key is refused', async () => {
  const [body, key] = [{ station: aNewStation(), piles: [aNewPile()] }, newId()]
  const [first, again] = [await create(body, { key }), await create(body, { key })]
  expect(again.data).toEqual(first.data)
  expect(await counted()).toMatchObject({ stations: 1, piles: 1 })
  expect((await create({ ...body, piles: [aNewPile()] }, { key })).code).toBe('kernel.keyReused')
  expect((await server.call('/api/device/station/saveWithPiles', body, { as })).code).toBe('kernel.keyMissing')
})

test('all that is wrong with the piles is named at its place, and nothing is there', async () => {
  const there = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
  const taken = await server.db.tenant(as.tenantId, tx => aPile(tx, there))
  const good = aNewPile()
  const answer = await create({
    station: aNewStation(),
    piles: [
      good,
      aNewPile({ identity: '=bad' }),
      aNewPile({ code: good.code }),
      aNewPile({ identity: taken.identity }),
      aNewPile({ power: 3_000_000, colour: 'red' }),
    ],
  })
  expect(answer).toMatchObject({ success: false, code: 'kernel.invalid' })
  expect(Object.keys(answer.data.fields).toSorted()).toEqual([
    'piles.1.identity',
    'piles.2.code',
    'piles.3.identity',
    'piles.4.colour',
    'piles.4.power',
  ])
  expect(await counted()).toMatchObject({ stations: 1, piles: 1 })
})

test('an identity of another tenant is taken, and is not told whose it is', async () => {
  const other = callerWith({ tenantId: (await aTenant(server.db)).tenantId })
  const body = { station: aNewStation(), piles: [aNewPile()] }
  expect((await create(body, { who: other })).success).toBe(true)
  const answer = await create({ station: aNewStation(), piles: [aNewPile(), body.piles[0]] })
  expect(Object.keys(answer.data.fields)).toEqual(['piles.1.identity'])
  expect(await counted()).toMatchObject({ stations: 0, piles: 0 })
})

test('what is wrong with the station is named first', async () => {
  const code = `S${mark()}`
  expect((await create({ station: aNewStation({ code }), piles: [aNewPile()] })).success).toBe(true)
  const answer = await create({ station: aNewStation({ code, name: '' }), piles: [aNewPile({ identity: '=bad' })] })
  expect(Object.keys(answer.data.fields)).toEqual(['station.name', 'station.code'])
  const taken = await create({ station: aNewStation({ code }), piles: [aNewPile()] })
  expect(Object.keys(taken.data.fields)).toEqual(['station.code'])
})

test('a limit of the tenant holds for all of it', async () => {
  await limitTenant(server.db, as.tenantId, { piles: 2 })
  const three = { station: aNewStation(), piles: [aNewPile(), aNewPile(), aNewPile()] }
  expect((await create(three)).code).toBe('identity.limitOfPiles')
  expect(await counted()).toEqual({ stations: 0, piles: 0, connectors: 0 })
  expect((await create({ ...three, piles: three.piles.slice(0, 2) })).success).toBe(true)
})

test('takes both permissions, a scope that reaches the operator, and no read-only account', async () => {
  const body = { station: aNewStation(), piles: [aNewPile()] }
  for (const one of ['assets.station:create', 'assets.pile:create'])
    expect(await create(body, { who: callerWith({ tenantId: as.tenantId, permissions: [one] }) })).toMatchObject({
      status: 403,
      code: 'kernel.forbidden',
    })
  const both = ['assets.station:create', 'assets.pile:create']
  const elsewhere = callerWith({
    tenantId: as.tenantId,
    permissions: both,
    scope: { ...WHOLE_TENANT, operators: [newId()] },
  })
  expect((await create(body, { who: elsewhere })).code).toBe('kernel.outsideScope')
  expect((await create(body, { who: callerWith({ tenantId: as.tenantId, readOnly: true }) })).success).toBe(false)
  expect(await counted()).toMatchObject({ stations: 0, piles: 0 })
  expect((await create(body, { who: callerWith({ tenantId: as.tenantId, permissions: both }) })).success).toBe(true)
})

test('only new ones, and not without piles or with more than a form should hold', async () => {
  const there = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
  expect(
    Object.keys((await create({ station: aNewStation({ id: there.id }), piles: [aNewPile()] })).data.fields),
  ).toEqual(['station.id'])
  const elsewhere = await create({ station: aNewStation(), piles: [aNewPile({ station: there.id })] })
  expect(Object.keys(elsewhere.data.fields)).toEqual(['piles.0.station'])
  const many = Array.from({ length: MOST_NEW_PILES + 1 }, () => aNewPile())
  expect((await create({ station: aNewStation(), piles: many })).data.fields).toHaveProperty('piles')
  expect((await create({ station: aNewStation(), piles: [] })).data.fields).toHaveProperty('piles')
  expect((await create({ station: aNewStation(), piles: many.slice(1) })).data).toMatchObject({ piles: MOST_NEW_PILES })
})

describe('a step of the form', () => {
  const check = (body: Record<string, unknown>, who = as) =>
    server.call('/api/device/station/checkWithPiles', body, { as: who })

  test('is told all that the save would refuse, and makes nothing', async () => {
    const there = await server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId }))
    const taken = await server.db.tenant(as.tenantId, tx => aPile(tx, there))
    const code = there.code
    const answer = await check({
      station: { code, operator: newId(), location: { lng: '222', lat: '31.2' }, parkingBays: '-3', colour: 'red' },
      piles: [
        { power: 'abc', connectorCount: 17 },
        { code: taken.code, identity: taken.identity },
        { identity: '=bad' },
      ],
    })
    expect(answer).toMatchObject({ success: false, code: 'kernel.invalid' })
    expect(Object.keys(answer.data.fields).toSorted()).toEqual([
      'piles.0.connectorCount',
      'piles.0.power',
      'piles.1.code',
      'piles.1.identity',
      'piles.2.identity',
      'station.code',
      'station.colour',
      'station.location.lng',
      'station.parkingBays',
    ])
    expect(await counted()).toMatchObject({ stations: 1, piles: 1 })
  })

  test('is told of an identity that another company has, in the words of the save; a person learns few of them', async () => {
    const stranger = callerWith({ tenantId: (await aTenant(server.db)).tenantId })
    const there = await server.db.tenant(stranger.tenantId, tx => aStation(tx, { tenantId: stranger.tenantId }))
    const { identity } = await server.db.tenant(stranger.tenantId, tx => aPile(tx, there))
    const asked = await check({ piles: [{ identity }] })
    const saved = await create({ station: aNewStation(), piles: [aNewPile({ identity })] })
    expect(saved.data.fields['piles.0.identity']).toBe('已被占用')
    expect(asked.data.fields).toEqual(saved.data.fields)

    // Whoever asks for many is told no more; their own piles are no question.
    const theirs = await server.db.tenant(stranger.tenantId, async tx => {
      const piles = []
      for (let i = 0; i < HIDDEN_QUESTIONS_PER_HOUR; i++) piles.push(await aPile(tx, there))
      return piles.map(one => one.identity)
    })
    const curious = callerWith({ tenantId: as.tenantId })
    const answers = []
    for (const one of theirs) answers.push((await check({ piles: [{ identity: one }] }, curious)).code)
    expect(new Set(answers)).toEqual(new Set(['kernel.invalid']))
    expect(await check({ piles: [{ identity }] }, curious)).toMatchObject({ status: 429 })
    expect(await create({ station: aNewStation(), piles: [aNewPile({ identity })] }, { who: curious })).toMatchObject({
      status: 429,
    })
    expect((await create({ station: aNewStation(), piles: [aNewPile()] }, { who: curious })).success).toBe(true)
  })

  test('does not ask for what another step has', async () => {
    expect(await check({ station: { code: 'S-1', name: '站' } })).toMatchObject({ success: true })
    expect(await check({ piles: [{ power: 60_500 }] })).toMatchObject({ success: true })
  })

  test('is for people who may make both', async () => {
    for (const one of ['assets.station:create', 'assets.pile:create'])
      expect(await check({}, callerWith({ tenantId: as.tenantId, permissions: [one] }))).toMatchObject({ status: 403 })
  })
})
