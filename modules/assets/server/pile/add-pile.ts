import { mustKeepLimit } from '@wattyard/identity/server'
import { audit, newId, platformActor, Refusal, searchText, type Tx } from '@wattyard/server-kit'
import {
  type CurrentType,
  type EvseLayout,
  MAX_CONNECTORS,
  pile,
  type PileProtocol,
  type PileStatus,
} from '../../contract/index.ts'
import { countPiles } from '../count-assets.ts'
import { type Pile, type Station, STATION } from '../rows.ts'
import { STATION_COLUMNS } from '../rows.ts'
import { isIdentity } from './serve-pile.ts'
import { followPiles } from './write-connectors.ts'

export interface NewPile {
  identity: string
  stationCode: string
  /** Needed only where two tenants use the same station code. */
  tenantId?: string
  /** The plate's number; the identity when absent, cut to 23 characters. */
  code?: string
  name?: string
  currentType?: CurrentType
  /** 120 kW for DC, 7 kW for AC when absent. */
  power_w?: number
  /** Two for DC, one for AC when absent. */
  connectorCount?: number
  /** One when absent. */
  connectorsPerEvse?: number
  protocol?: PileProtocol
  qrPrefix: string
}

async function stationByCode(tx: Tx, code: string, tenantId: string | undefined): Promise<Station> {
  const found = await tx.query(
    STATION,
    `select ${STATION_COLUMNS} from assets_station where code = $1 and ($2::uuid is null or tenant_id = $2) limit 2`,
    [code, tenantId ?? null],
  )
  const [station] = found
  if (!station) throw new Refusal('assets.noSuchStation', { params: { code } })
  if (found.length > 1) throw new Refusal('assets.stationAmbiguous', { params: { code } })
  return station
}

const isLayout = ({ connectorCount, connectorsPerEvse }: EvseLayout): boolean =>
  Number.isInteger(connectorsPerEvse) && connectorsPerEvse >= 1 && connectorsPerEvse <= connectorCount

/**
 * Creates a pile with its connectors at a station, from the command line or a set-up. The key it
 * signs in with is the gateway's and made there.
 *
 * @throws Refusal `assets.noSuchStation`, `assets.stationAmbiguous`, `assets.badIdentity`, `assets.identityTaken`, `assets.badConnectorCount`,
 *   `assets.evseTooBig`, `identity.limitOfPiles`
 */
export async function addPile(tx: Tx, wanted: NewPile): Promise<Pile> {
  const { identity, currentType = 'dc' } = wanted
  if (!isIdentity(identity)) throw new Refusal('assets.badIdentity')
  const station = await stationByCode(tx, wanted.stationCode, wanted.tenantId)
  const added: Pile = {
    id: newId(),
    tenantId: station.tenantId,
    identity,
    code: wanted.code ?? identity.slice(0, 23),
    name: wanted.name ?? identity,
    stationId: station.id,
    operatorId: station.operatorId,
    modelId: null,
    currentType,
    power_w: wanted.power_w ?? (currentType === 'ac' ? 7_000 : 120_000),
    connectorCount: wanted.connectorCount ?? (currentType === 'ac' ? 1 : 2),
    connectorsPerEvse: wanted.connectorsPerEvse ?? 1,
    protocol: wanted.protocol ?? 'ocpp16',
    status: 'normal' satisfies PileStatus,
    firmware: null,
  }
  if (!Number.isInteger(added.connectorCount) || added.connectorCount < 1 || added.connectorCount > MAX_CONNECTORS)
    throw new Refusal('assets.badConnectorCount', { params: { max: MAX_CONNECTORS } })
  if (!isLayout(added)) throw new Refusal('assets.evseTooBig', { params: { max: added.connectorCount } })
  const [taken] = await tx.query('select 1 from assets_pile where identity = $1 or (tenant_id = $2 and code = $3)', [
    identity,
    added.tenantId,
    added.code,
  ])
  if (taken) throw new Refusal('assets.identityTaken', { params: { identity } })
  await insertPiles(tx, [{ ...added, serial: null }], wanted.qrPrefix)
  await mustKeepLimit(tx, added.tenantId, 'piles', countPiles)
  await audit(tx, platformActor(added.tenantId, 'wattyard'), [
    { resource: pile.name, recordId: added.id, action: 'create', after: { identity, station: station.id } },
  ])
  return added
}

export type PileRow = Pile & { serial: string | null; commissionedOn?: string | null }

/** Writes piles and their connectors, set by set. */
export async function insertPiles(tx: Tx, piles: readonly PileRow[], qrPrefix: string): Promise<void> {
  const column = <T>(pick: (row: PileRow) => T) => piles.map(pick)
  await tx.execute(
    `insert into assets_pile (tenant_id, id, identity, code, name, station_id, operator_id, model_id, current_type, power_w, connector_count,
       connectors_per_evse, protocol, status, serial, firmware, commissioned_on, search_text)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::int[], $11::int[],
       $12::int[], $13::text[], $14::text[], $15::text[], $16::text[], $17::date[], $18::text[])`,
    [
      column(row => row.tenantId),
      column(row => row.id),
      column(row => row.identity),
      column(row => row.code),
      column(row => row.name),
      column(row => row.stationId),
      column(row => row.operatorId),
      column(row => row.modelId),
      column(row => row.currentType),
      column(row => row.power_w),
      column(row => row.connectorCount),
      column(row => row.connectorsPerEvse),
      column(row => row.protocol),
      column(row => row.status),
      column(row => row.serial),
      column(row => row.firmware),
      column(row => row.commissionedOn ?? null),
      column(row => searchText(pile, { code: row.code, name: row.name, identity: row.identity, serial: row.serial })),
    ],
  )
  await followPiles(
    tx,
    piles.map(row => ({ ...row, connectorKind: null })),
    qrPrefix,
  )
}
