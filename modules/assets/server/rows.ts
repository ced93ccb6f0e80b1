import { col, type RowIn } from '@wattyard/server-kit'
import {
  CONNECTOR_KINDS,
  CONNECTOR_STATUSES,
  CURRENT_TYPES,
  MODEL_PROTOCOLS,
  MODEL_STATES,
  PILE_PROTOCOLS,
  PILE_STATUSES,
  STATION_STATUSES,
} from '../contract/index.ts'

/** A station as other modules see it. */
export const STATION = {
  id: col.uuid,
  tenantId: col.uuid,
  code: col.text,
  name: col.text,
  /** Name that drivers see. */
  anotherName: col.text,
  operatorId: col.uuid,
  status: col.oneOf(STATION_STATUSES),
  /** IANA zone of its local days and hours. */
  zone: col.text,
  areaCode: col.text.orNull,
}

export type Station = RowIn<typeof STATION>

/** A pile as other modules see it. */
export const PILE = {
  id: col.uuid,
  tenantId: col.uuid,
  identity: col.text,
  code: col.text,
  name: col.text,
  stationId: col.uuid,
  operatorId: col.uuid,
  modelId: col.uuid.orNull,
  currentType: col.oneOf(CURRENT_TYPES),
  power_w: col.integer,
  connectorCount: col.integer,
  connectorsPerEvse: col.integer,
  protocol: col.oneOf(PILE_PROTOCOLS),
  status: col.oneOf(PILE_STATUSES),
  firmware: col.text.orNull,
}

export type Pile = RowIn<typeof PILE>

/** A model as other modules see it. */
export const MODEL = {
  id: col.uuid,
  tenantId: col.uuid,
  code: col.text,
  name: col.text,
  protocol: col.oneOf(MODEL_PROTOCOLS),
  state: col.oneOf(MODEL_STATES),
}

export type Model = RowIn<typeof MODEL>

/** A connector as other modules see it. */
export const CONNECTOR = {
  id: col.uuid,
  tenantId: col.uuid,
  code: col.text,
  pileId: col.uuid,
  stationId: col.uuid,
  operatorId: col.uuid,
  number: col.integer,
  kind: col.oneOf(CONNECTOR_KINDS),
  /** Limit of this connector; null means the pile's power. */
  maxPower_w: col.integer.orNull,
  bay: col.text.orNull,
  publicCode: col.text,
  status: col.oneOf(CONNECTOR_STATUSES),
}

export type Connector = RowIn<typeof CONNECTOR>

export const STATION_COLUMNS = `id, tenant_id as "tenantId", code, name, coalesce(another_name, name) as "anotherName", operator_id as "operatorId",
  status, zone, area_code as "areaCode"`

export const PILE_COLUMNS = `id, tenant_id as "tenantId", identity, code, name, station_id as "stationId", operator_id as "operatorId",
  model_id as "modelId", current_type as "currentType", power_w, connector_count as "connectorCount",
  connectors_per_evse as "connectorsPerEvse", protocol, status, firmware`

export const CONNECTOR_COLUMNS = `id, tenant_id as "tenantId", code, pile_id as "pileId", station_id as "stationId", operator_id as "operatorId",
  number, kind, max_power_w as "maxPower_w", bay, public_code as "publicCode", status`
