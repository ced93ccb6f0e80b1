import { platformModule } from '@wattyard/platform/server'
import { type Caller, newId } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quietPorts } from '../../testing/index.ts'
import { assetsModule } from '../module.ts'
import { MAX_POINTS, MAX_SHAPES, readGeoJson, touchesChina } from './read-geo-json.ts'

let server: TestServer
let as: Caller
beforeAll(async () => {
  const db = await testDatabase()
  // Files come by the platform's routes.
  server = await testServer({ db, modules: [platformModule, assetsModule(quietPorts())] })
})
afterAll(async () => {
  await server.close()
  await server.db.close()
})
beforeEach(() => {
  as = callerWith({ tenantId: newId() })
})

const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [113.9, 22.4],
      [114.1, 22.4],
      [114.1, 22.6],
      [113.9, 22.4],
    ],
  ],
}
const MADRID = {
  type: 'LineString',
  coordinates: [
    [-3.7, 40.4],
    [-3.6, 40.5],
  ],
}
const features = (...geometries: unknown[]) => ({
  type: 'FeatureCollection',
  features: geometries.map(geometry => ({ type: 'Feature', properties: {}, geometry })),
})

/** Sends a document as a browser does, and gives the id of the file. */
async function sent(document: unknown, name = 'ground.geojson'): Promise<string> {
  const content = Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))
  const about = { resource: 'assets.mapPack', field: 'drawing', name, bytes: content.length, mark: newId() }
  const { data } = await server.call('/api/file/begin', about, { as })
  for (let at = 0; at * data.chunkBytes < content.length; at++)
    await server.call(
      '/api/file/chunk',
      { id: data.id, chunk: at },
      { as, bytes: content.subarray(at * data.chunkBytes, (at + 1) * data.chunkBytes) },
    )
  const finished = await server.call('/api/file/finish', { id: data.id }, { as })
  expect(finished, finished.text).toMatchObject({ success: true, data: { type: 'geojson' } })
  return data.id
}
const save = (input: Record<string, unknown>, who = as) => server.call('/api/basedata/mapPack/save', input, { as: who })
const pack = (input: Record<string, unknown>) =>
  save({
    name: `底图${newId().slice(-6)}`,
    source: '测绘院，内部使用',
    datum: 'gcj02',
    inUse: true,
    approvalNumber: 'GS(2024)0650号',
    ...input,
  })
const shown = async (who = as) => (await server.call('/api/device/station/ground', {}, { as: who, method: 'GET' })).data

describe('a ground', () => {
  test('is counted, shown to who sees stations, replaced and deleted', async () => {
    const { data } = await pack({ drawing: await sent(features(AREA, MADRID)) })
    expect(data).toMatchObject({ shapes: 2, points: 6, inUse: true })
    const driver = callerWith({ tenantId: as.tenantId, permissions: ['assets.station:read'] })
    expect(await shown(driver)).toMatchObject({
      approvalNumber: 'GS(2024)0650号',
      datum: 'gcj02',
      shapes: [{ closed: true, rings: [[113.9, 22.4, 114.1, 22.4, 114.1, 22.6, 113.9, 22.4]] }, { closed: false }],
    })
    expect(await shown(callerWith({ tenantId: newId() }))).toBeNull()
    const renewed = await save({ id: data.id, version: data.version, drawing: await sent(features(MADRID)) })
    expect(renewed.data).toMatchObject({ shapes: 1, points: 2 })
    await server.call('/api/basedata/mapPack/del', { id: data.id }, { as })
    expect(await shown()).toBeNull()
  })

  test('is the only one in use', async () => {
    const { data: first } = await pack({ drawing: await sent(features(AREA)) })
    const { data: second } = await pack({ drawing: await sent(features(MADRID)) })
    expect((await shown()).name).toBe(second.name)
    const { data: list } = await server.call('/api/basedata/mapPack/list', { filter: { inUse: true } }, { as })
    expect(list.list).toMatchObject([{ id: second.id }])
    expect((await server.call('/api/basedata/mapPack/get', { id: first.id }, { as })).data.inUse).toBe(false)
  })

  test('of China needs the number of its approval, in the form that the authority gives it; others may have none', async () => {
    for (const approvalNumber of [null, '12345', 'GS2024', 'GS(24)0650号', '<b>GS(2024)0650号</b>'])
      expect(await pack({ drawing: await sent(features(AREA)), approvalNumber })).toMatchObject({
        data: { fields: { approvalNumber: expect.stringContaining('审图号') } },
      })
    for (const approvalNumber of ['GS京(2022)1061号', '京S（2024）010号'])
      expect((await pack({ drawing: await sent(features(AREA)), approvalNumber })).success).toBe(true)
    expect((await pack({ drawing: await sent(features(MADRID)), approvalNumber: null })).success).toBe(true)
  })

  test('is not shown without a file, nor changed by who sees a part of the company', async () => {
    expect(await pack({})).toMatchObject({ data: { fields: { drawing: expect.any(String) } } })
    expect((await pack({ inUse: false })).success).toBe(true)
    const part = { ...as, scope: { operators: [newId()], stations: null, investors: null } }
    expect(await save({ name: 'x', source: 'y', datum: 'gcj02', inUse: false }, part)).toMatchObject({ status: 403 })
  })

  test('that is none is refused at its file, by what is wrong with it', async () => {
    const drawing = await sent(features({ type: 'Point', coordinates: [1, 2] }))
    expect(await pack({ drawing })).toMatchObject({
      data: { fields: { drawing: expect.stringContaining('只能包含线和面') } },
    })
  })
})

describe('what is read of a file', () => {
  const of = (document: unknown) =>
    readGeoJson(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)))
  const line = (points: number) => ({
    type: 'LineString',
    coordinates: Array.from({ length: points }, (_, i) => [i / 1e6, 1]),
  })

  test.each<[string, unknown]>([
    ['notGeoJson', '{"type":"FeatureCollection"'],
    ['notGeoJson', { type: 'FeatureCollection', features: 7 }],
    ['notGeoJson', 'null'],
    ['notGeoJson', '['.repeat(200_000)],
    ['empty', features()],
    ['empty', features(null)],
    ['empty', features({ type: 'MultiPolygon', coordinates: [[]] }, { type: 'Polygon', coordinates: [] })],
    ['otherGeometry', { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: 7 }] }],
    ['otherGeometry', features({ type: 'GeometryCollection', geometries: [MADRID] })],
    ['otherGeometry', features({ type: 'MultiPoint', coordinates: [[1, 2]] })],
    ['coordinates', features({ type: 'LineString', coordinates: [[1, 2]] })],
    [
      'coordinates',
      features({
        type: 'LineString',
        coordinates: [
          [1, 2],
          [181, 2],
        ],
      }),
    ],
    [
      'coordinates',
      features({
        type: 'LineString',
        coordinates: [
          [1, 2],
          ['3', 4],
        ],
      }),
    ],
    [
      'coordinates',
      features({
        type: 'LineString',
        coordinates: [
          [1, 2],
          [null, 4],
        ],
      }),
    ],
    [
      'coordinates',
      features({
        type: 'Polygon',
        coordinates: [
          [
            [1, 2],
            [2, 3],
            [1, 2],
          ],
        ],
      }),
    ],
    ['coordinates', features({ type: 'Polygon', coordinates: 'x' })],
    ['tooMuch', line(MAX_POINTS + 1)],
    ['tooMuch', features(...Array.from({ length: MAX_SHAPES + 1 }, () => MADRID))],
  ])('%s', (fault, document) => expect(of(document)).toBe(fault))

  test('lines and areas, with holes and several parts, alone or in a feature', () => {
    expect(of(line(MAX_POINTS))).toHaveLength(1)
    expect(of({ type: 'Feature', geometry: AREA })).toHaveLength(1)
    expect(of({ type: 'MultiPolygon', coordinates: [AREA.coordinates, AREA.coordinates] })).toHaveLength(2)
    expect(
      of({
        type: 'LineString',
        coordinates: [
          [1.123_456_789, 2, 350],
          [3, 4, 350],
        ],
      }),
    ).toEqual([{ closed: false, rings: [[1.123457, 2, 3, 4]] }])
  })

  test('and nothing after its first mistake: piles wait while a file is read', () => {
    const started = process.cpuUsage()
    expect(of(`{"type":"LineString","coordinates":[${'0,'.repeat(2_400_000)}0]}`)).toBe('tooMuch')
    expect(of(`{"type":"Polygon","coordinates":[${'0,'.repeat(2_400_000)}0]}`)).toBe('coordinates')
    expect(of(`{"type":"FeatureCollection","features":[${'{},'.repeat(1_600_000)}{}]}`)).toBe('notGeoJson')
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(4_000)
  })

  test('whether it shows a part of China', () => {
    const shapes = (document: unknown) => {
      const read = of(document)
      if (typeof read === 'string') throw new Error(read)
      return read
    }
    expect(touchesChina(shapes(AREA))).toBe(true)
    expect(touchesChina(shapes(MADRID))).toBe(false)
    // Around all of it, and across it, without a corner within.
    const [west, east, south, north] = [60, 150, -10, 60]
    const around = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    expect(touchesChina(shapes({ type: 'Polygon', coordinates: [around] }))).toBe(true)
    const across = [
      [west, 30],
      [east, 40],
    ]
    expect(touchesChina(shapes({ type: 'LineString', coordinates: across }))).toBe(true)
    // Longitudes are not taken for latitudes: 40 N 100 W is not 100 E 40 N.
    expect(
      touchesChina(
        shapes({
          type: 'LineString',
          coordinates: [
            [-100, 40],
            [40, -100 + 60],
          ],
        }),
      ),
    ).toBe(false)
  })
})
