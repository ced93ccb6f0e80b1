import { type Caller, col } from '@wattyard/server-kit'
import { type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPoints } from '../../contract/point-map/check-points.ts'
import type { PointRow } from '../../contract/point-map/point.ts'
import {
  recordedFacts,
  type TestGateway,
  type TestPile,
  servedGateway,
  type ServedGateway,
} from '../../testing/index.ts'
import { FRAME_COLUMNS, translateStored, STORED_FRAME } from '../consume/recover-frames.ts'
import { readingMend } from './pile-maps.ts'

let served: ServedGateway
let server: TestServer
let bed: TestGateway
let as: Caller

beforeAll(async () => {
  served = await servedGateway()
  ;({ bed, server, as } = served)
})
afterAll(() => served.close())

async function ok(path: string, input: Record<string, unknown>, method?: 'GET') {
  const answer = await server.call(path, input, { as, ...(method ? { method } : {}) })
  expect(answer, answer.text.slice(0, 400)).toMatchObject({ success: true })
  return answer.data
}

const KWH: PointRow = {
  key: 'energy',
  name: '电能',
  address: 'Energy.Active.Import.Register',
  unit: 'kWh',
  measurand: 'energyImport',
}
const START: PointRow = { key: 'start', name: '起码', address: 'meterStart', unit: 'kWh', measurand: 'energyImport' }
const CURRENT: PointRow = { key: 'current', name: '电流', address: 'Current.Import', unit: 'mA', measurand: 'current' }

let made = 0
async function aModel(protocol: string) {
  const maker = await ok('/api/basedata/manufacture/save', { code: `M${++made}`, name: `厂家${made}` })
  const rest = { currentType: 'dc', power: 60_000, connectorCount: 2, connectorKind: 'dcGun' }
  return (
    await ok('/api/basedata/model/save', {
      code: `D${made}`,
      name: `型号${made}`,
      manufacturer: maker.id,
      protocol,
      ...rest,
    })
  ).id as string
}
async function publish(model: string, points: PointRow[]) {
  const { id } = await ok('/api/basedata/pointMap/createDraft', { model })
  await ok('/api/basedata/pointMap/saveDraft', { id, points, seen: 1 })
  await ok('/api/basedata/pointMap/publish', { id })
}
async function pileOf(model: string): Promise<TestPile> {
  const pile = await bed.addPile()
  const { version } = await ok('/api/device/devicePole/get', { id: pile.pileId }, 'GET')
  await ok('/api/device/devicePole/save', { id: pile.pileId, version, model })
  return pile
}

const factsOf = async (pile: TestPile) => {
  await bed.gateway.settled()
  return (await recordedFacts(server.db)).filter(fact => fact.pileId === pile.pileId)
}
/** The pile's frames read once more from the log, as after a crash. */
const readAgain = (pile: TestPile) =>
  server.db.platform(async tx => {
    const rows = await tx.query(
      STORED_FRAME,
      `select ${FRAME_COLUMNS} from gateway_frame where pile_id = $1 and direction = 'in' and problem is null order by seq`,
      [pile.pileId],
    )
    const [stream] = await tx.query(
      { stream: col.integer },
      'select stream from gateway_frame where pile_id = $1 limit 1',
      [pile.pileId],
    )
    const facts = (await translateStored(tx, stream?.stream ?? 0, rows)).flatMap(frame => frame.facts)
    // As the recording keeps them: energies are texts there.
    return JSON.parse(
      JSON.stringify(facts, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
    ) as object[]
  })

const reading = (value: string, unit: string | null = 'Wh', measurand = 'Energy.Active.Import.Register') => ({
  connectorId: 1,
  meterValue: [{ timestamp: '2026-11-20T08:00:00Z', sampledValue: [{ value, measurand, ...(unit ? { unit } : {}) }] }],
})
const samplesOf = (facts: readonly object[]) =>
  facts.flatMap(fact =>
    'samples' in fact ? (fact.samples as { register: string | null; currentMa: number | null }[]) : [],
  )

test('readings of a model are mended by its map before facts are made of them', async () => {
  const model = await aModel('ocpp16')
  await publish(model, [KWH, START, CURRENT])
  const pile = await pileOf(model)
  const client = await bed.connect(pile)
  await client.call('StartTransaction', {
    connectorId: 1,
    idTag: 'A',
    meterStart: 1_000,
    timestamp: '2026-11-20T08:00:00Z',
  })
  await client.call('MeterValues', reading('1012.5'))
  await client.call('MeterValues', reading('1013.25', null))
  await client.call('MeterValues', reading('16001', 'A', 'Current.Import'))
  const facts = await factsOf(pile)
  // 1e-4 kWh: a kilowatt-hour is 10,000 of them.
  expect(facts[0]).toMatchObject({ kind: 'session-started', meterStart: '10000000' })
  expect(samplesOf(facts).map(one => one.register)).toEqual(['10125000', '10132500', null])
  expect(samplesOf(facts)[2]?.currentMa).toBe(16_001)
  expect(await readAgain(pile)).toEqual(facts)
  const [mended] = await server.db.platform(tx =>
    tx.query(
      { mended: col.text },
      "select mended from gateway_frame where pile_id = $1 and action = 'MeterValues' limit 1",
      [pile.pileId],
    ),
  )
  expect(mended?.mended).toBe('point-map')
  await client.close()
})

test('in 2.0.1 the unit stands beside the number, and a scale beside the unit', async () => {
  const model = await aModel('ocpp201')
  await publish(model, [KWH, { ...CURRENT, scale: '0.001', unit: 'A' }])
  const pile = await pileOf(model)
  const client = await bed.connect(pile, 'ocpp2.0.1')
  await client.call('MeterValues', {
    evseId: 1,
    meterValue: [
      {
        timestamp: '2026-11-20T08:00:00Z',
        sampledValue: [
          { value: 1012.5, measurand: 'Energy.Active.Import.Register' },
          { value: 16_001, measurand: 'Current.Import', unitOfMeasure: { unit: 'A' } },
        ],
      },
    ],
  })
  const facts = await factsOf(pile)
  expect(samplesOf(facts)).toMatchObject([{ register: '10125000', currentMa: 16_001 }])
  expect(await readAgain(pile)).toEqual(facts)
  await client.close()
})

test('a connection keeps the map it began with; what was read by it is read so again, whatever is published since', async () => {
  const model = await aModel('ocpp16')
  const pile = await pileOf(model)
  const before = await bed.connect(pile)
  await before.call('MeterValues', reading('1000'))
  await publish(model, [KWH])
  await before.call('MeterValues', reading('1000'))
  await before.close()
  bed.gateway.credentialChanged(pile.identity)
  const after = await bed.connect(pile)
  await after.call('MeterValues', reading('1000'))
  await publish(model, [{ ...KWH, unit: 'MWh' }])
  await after.call('MeterValues', reading('1000'))
  await after.close()
  bed.gateway.credentialChanged(pile.identity)
  const last = await bed.connect(pile)
  await last.call('MeterValues', reading('1000'))
  const facts = await factsOf(pile)
  expect(samplesOf(facts).map(one => one.register)).toEqual(['10000', '10000', '10000000', '10000000', '10000000000'])
  expect(await readAgain(pile)).toEqual(facts)
  await last.close()
})

test('a pile whose model has no map is read as ever, and nothing is written down for it', async () => {
  const pile = await pileOf(await aModel('ocpp16'))
  const client = await bed.connect(pile)
  await client.call('MeterValues', reading('1000'))
  expect(samplesOf(await factsOf(pile)).map(one => one.register)).toEqual(['10000'])
  const rows = await server.db.platform(tx =>
    tx.query('select 1 from gateway_pile_map where pile_id = $1', [pile.pileId]),
  )
  expect(rows).toEqual([])
  await client.close()
})

test('units of a map in the words of OCPP, scales as powers of ten', () => {
  const mendOf = (row: PointRow) => {
    const [point] = checkPoints('ocpp16', [{ ...KWH, ...row }]).points
    return point && readingMend(point)
  }
  expect(mendOf({})).toEqual({ measurand: KWH.address, unit: 'kWh', exponent: 0 })
  expect(mendOf({ unit: 'MWh', scale: '0.1' })).toMatchObject({ unit: 'kWh', exponent: 2 })
  expect(mendOf({ measurand: 'temperature', unit: '°C', scale: '10.0' })).toMatchObject({
    unit: 'Celsius',
    exponent: 1,
  })
  expect(mendOf({ measurand: 'frequency', unit: 'Hz' })).toMatchObject({ unit: null })
  expect(mendOf({ scale: '1.5' })).toBeUndefined()
  expect(mendOf({ scale: '-1' })).toBeUndefined()
})
