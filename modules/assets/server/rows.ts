import type {
  ConnectorKind,
  CurrentType,
  ModelProtocol,
  PileProtocol,
  PileStatus,
  StationStatus,
} from '../contract/index.ts'

/** A station as other modules see it. */
export interface Station {
  id: string
  tenantId: string
  code: string
  name: string
  /** What drivers see. */
  anotherName: string
  operatorId: string
  status: StationStatus
  /** IANA zone of its local days and hours. */
  zone: string
  areaCode: string | null
}

/** A pile as other modules see it. */
export interface Pile {
  id: string
  tenantId: string
  identity: string
  code: string
  name: string
  stationId: string
  operatorId: string
  modelId: string | null
  currentType: CurrentType
  power_w: number
  connectorCount: number
  connectorsPerEvse: number
  protocol: PileProtocol
  status: PileStatus
  firmware: string | null
}

/** A model as other modules see it. */
export interface Model {
  id: string
  tenantId: string
  code: string
  name: string
  protocol: ModelProtocol
  state: 'active' | 'retired'
}

/** A connector as other modules see it. */
export interface Connector {
  id: string
  tenantId: string
  code: string
  pileId: string
  stationId: string
  operatorId: string
  number: number
  kind: ConnectorKind
  /** Limit of this connector; null means the pile's power. */
  maxPower_w: number | null
  bay: string | null
  publicCode: string
  status: 'normal' | 'stopped'
}

export const STATION_COLUMNS = `id, tenant_id as "tenantId", code, name, another_name as "anotherName", operator_id as "operatorId",
  status, zone, area_code as "areaCode"`

export const PILE_COLUMNS = `id, tenant_id as "tenantId", identity, code, name, station_id as "stationId", operator_id as "operatorId",
  model_id as "modelId", current_type as "currentType", power_w, connector_count as "connectorCount",
  connectors_per_evse as "connectorsPerEvse", protocol, status, firmware`

export const CONNECTOR_COLUMNS = `id, tenant_id as "tenantId", code, pile_id as "pileId", station_id as "stationId", operator_id as "operatorId",
  number, kind, max_power_w as "maxPower_w", bay, public_code as "publicCode", status`
