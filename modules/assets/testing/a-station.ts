import { newId, type Tx } from '@wattyard/server-kit'
import type { AssetsPorts, Connector, Pile } from '../server/index.ts'
import { connectorsOf } from '../server/index.ts'
import { insertPiles } from '../server/pile/add-pile.ts'
import { insertStations, type StationRow } from '../server/station/insert-stations.ts'

let made = 0

/** Ports for tests: no sessions run and every operator exists; a test overrides what it needs. */
export function quietPorts(differs: Partial<AssetsPorts> = {}): AssetsPorts {
  return {
    runningSessions: async () => new Map(),
    pilesWithHistory: async () => new Set(),
    connectorStates: async () => new Map(),
    operatorNames: async (_tx, ids) => new Map(ids.map(id => [id, `Operator ${id.slice(-4)}`])),
    qrPrefix: 'https://charge.example/c/',
    ...differs,
  }
}

/** Inserts a station: `aStation(tx, { tenantId, name: '…' })` sets only what the test needs. */
export async function aStation(tx: Tx, differs: Partial<StationRow> & { tenantId: string }): Promise<StationRow> {
  const number = ++made
  const station: StationRow = {
    id: newId(),
    code: `S${number}`,
    name: `测试站${number}`,
    operatorId: newId(),
    status: 'open',
    address: '测试路1号',
    areaCode: '440305',
    lng: '113.940000',
    lat: '22.540000',
    zone: 'Asia/Shanghai',
    ...differs,
  }
  await insertStations(tx, [station])
  return station
}

/** Inserts a pile with its connectors at a station. */
export async function aPile(
  tx: Tx,
  station: Pick<StationRow, 'id' | 'tenantId' | 'operatorId'>,
  differs: Partial<Pile & { serial: string }> = {},
): Promise<Pile & { connectors: readonly Connector[] }> {
  const number = ++made
  const pile = {
    id: newId(),
    tenantId: station.tenantId,
    identity: `TEST-${newId().slice(-12)}`,
    code: `P${number}`,
    name: `测试桩${number}`,
    stationId: station.id,
    operatorId: station.operatorId,
    modelId: null,
    currentType: 'dc',
    power_w: 120_000,
    connectorCount: 2,
    connectorsPerEvse: 1,
    protocol: 'ocpp16',
    status: 'normal',
    firmware: null,
    serial: null,
    ...differs,
  } as const
  await insertPiles(tx, [pile], quietPorts().qrPrefix)
  return { ...pile, connectors: (await connectorsOf(tx, [pile.id])).get(pile.id) ?? [] }
}
