import { newId, searchText, type Tx } from '@wattyard/server-kit'
import { manufacturer, model } from '../../contract/index.ts'
import { insertPiles, type PileRow } from '../pile/add-pile.ts'
import { insertStations, type StationRow } from '../station/insert-stations.ts'
import { connectorsOf } from '../read-assets.ts'
import type { Connector, Pile } from '../rows.ts'
import { seedDeviceTypes } from '../catalogue/serve-device-type.ts'
import { DEMO_MANUFACTURERS, DEMO_MODELS, DEMO_STATIONS, type DemoModelKey } from './demo-park.ts'

/** Rows that the rest of the demo builds on. */
export interface AssetsDemo {
  stations: readonly StationRow[]
  piles: readonly Pile[]
  connectors: ReadonlyMap<string, readonly Connector[]>
}

export interface AssetsDemoOptions {
  tenantId: string
  /** Offices of the three operators of the demo. */
  operatorIds: readonly [string, string, string]
  qrPrefix: string
}

async function insertManufacturers(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const { code, name, reportedAs } of DEMO_MANUFACTURERS) {
    const id = newId()
    ids.set(code, id)
    await tx.execute(
      'insert into assets_manufacturer (tenant_id, id, code, name, reported_as, search_text) values ($1, $2, $3, $4, $5, $6)',
      [tenantId, id, code, name, reportedAs, searchText(manufacturer, { code, name, reported_as: reportedAs })],
    )
  }
  return ids
}

async function insertModels(
  tx: Tx,
  tenantId: string,
  manufacturers: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const [key, one] of Object.entries(DEMO_MODELS)) {
    const id = newId()
    ids.set(key, id)
    await tx.execute(
      `insert into assets_model (tenant_id, id, code, name, manufacturer_id, reported_as, current_type, power_w, connector_count, connector_kind, protocol, device_type_id, search_text,
         connectors_per_evse)
       values ($1, $2, $3, $4, $5, $3, $6, $7, $8, $9, $10,
         (select id from assets_device_type where tenant_id = $1 and code = $12), $11, $13)`,
      [
        tenantId,
        id,
        one.code,
        one.name,
        manufacturers.get(one.manufacturer),
        one.currentType,
        one.power_w,
        one.connectorCount,
        one.connectorKind,
        one.protocol,
        searchText(model, { code: one.code, name: one.name, reported_as: one.code }),
        one.currentType === 'ac' ? 'pileAc' : 'pileDc',
        one.connectorsPerEvse,
      ],
    )
  }
  return ids
}

const KIND_NAME: Readonly<Record<DemoModelKey, string>> = {
  dc60: '直流桩',
  dc120: '直流桩',
  dc180: '超充桩',
  dc180x: '超充桩',
  ac7: '交流桩',
}

function pilesAt(
  station: StationRow,
  counts: Readonly<Partial<Record<DemoModelKey, number>>>,
  models: ReadonlyMap<string, string>,
): PileRow[] {
  const keys = Object.entries(counts).flatMap(([key, count]) =>
    Array.from({ length: count }, () => key as DemoModelKey),
  ) // keys of the record
  return keys.map((key, i) => {
    const one = DEMO_MODELS[key]
    const number = String(i + 1).padStart(2, '0')
    return {
      id: newId(),
      tenantId: station.tenantId,
      identity: `WY-${station.code}-${number}`,
      code: `${station.code}-${number}`,
      name: `${i + 1}号${KIND_NAME[key]}`,
      stationId: station.id,
      operatorId: station.operatorId,
      modelId: models.get(key) ?? null,
      currentType: one.currentType,
      power_w: one.power_w,
      connectorCount: one.connectorCount,
      connectorsPerEvse: one.connectorsPerEvse,
      protocol: one.protocol,
      status: 'normal',
      serial: `${one.manufacturer}${station.code.slice(2)}${number}`,
      firmware: null,
      commissionedOn: station.commissionedOn ?? null,
    }
  })
}

/** Creates manufacturers, models, 6 stations in Shenzhen and 40 piles with their connectors. */
export async function prepareDemoAssets(
  tx: Tx,
  { tenantId, operatorIds, qrPrefix }: AssetsDemoOptions,
): Promise<AssetsDemo> {
  await seedDeviceTypes(tx, tenantId)
  const models = await insertModels(tx, tenantId, await insertManufacturers(tx, tenantId))
  const stations = DEMO_STATIONS.map(
    ({ operator, piles: _piles, ...place }): StationRow => ({
      ...place,
      id: newId(),
      tenantId,
      operatorId: operatorIds[operator],
      status: 'open',
      servicePhone: '400-800-0000',
      zone: 'Asia/Shanghai',
    }),
  )
  await insertStations(tx, stations)
  const piles = stations.flatMap((station, i) => pilesAt(station, DEMO_STATIONS[i]?.piles ?? {}, models))
  await insertPiles(tx, piles, qrPrefix)
  return {
    stations,
    piles,
    connectors: await connectorsOf(
      tx,
      piles.map(pile => pile.id),
    ),
  }
}
