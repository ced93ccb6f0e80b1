/**
 * The closed value sets of this module, with the numbers that interconnection partners use for them: tables of T/CEC 102.2-2016,
 * and additions of provincial platforms where named. The words are stored and shown; the numbers occur only in interconnection
 * messages.
 */

/** `StationType`; 101–107 are later additions. */
export const STATION_KIND_NUMBERS = {
  public: 1,
  personal: 50,
  bus: 100,
  sanitation: 101,
  logistics: 102,
  taxi: 103,
  rental: 104,
  residential: 105,
  company: 106,
  sharedPrivate: 107,
  other: 255,
} as const

/** `Construction`: kind of the site. */
export const CONSTRUCTION_NUMBERS = {
  residential: 1,
  publicInstitution: 2,
  enterprise: 3,
  officeBuilding: 4,
  industrialPark: 5,
  transportHub: 6,
  venue: 7,
  cityGreen: 8,
  buildingParking: 9,
  roadside: 10,
  motorway: 11,
  other: 255,
} as const

/** `StationStatus`; 51 (resting) is a later addition. */
export const STATION_STATUS_NUMBERS = {
  unknown: 0,
  building: 1,
  closed: 5,
  maintenance: 6,
  open: 50,
  resting: 51,
} as const

/** `EquipmentStatus` of the Shenzhen supervision platform. `retired` (退运) is the product's own and is not reported. */
export const PILE_STATUS_NUMBERS = { building: 1, stopped: 5, maintenance: 6, normal: 50, retired: 5 } as const

/** `EquipmentType`. */
export const CURRENT_TYPE_NUMBERS = { dc: 1, ac: 2, acdc: 3, wireless: 4, other: 5 } as const

/** `ConnectorType` (GB/T 20234). Plugs of other standards are 6, "other". */
export const CONNECTOR_KIND_NUMBERS = {
  householdSocket: 1,
  acSocket: 2,
  acPlug: 3,
  dcGun: 4,
  wireless: 5,
  ccs2: 6,
  type2: 6,
  other: 6,
} as const

/** `ConnectorStatusInfo.Status`, by the states that a pile's protocol can distinguish. */
export const CONNECTOR_STATE_NUMBERS = {
  offline: 0,
  idle: 1,
  plugged: 2,
  suspended: 2,
  finishing: 2,
  charging: 3,
  reserved: 4,
  unavailable: 255,
  fault: 255,
} as const

/** Returns the keys of one of the tables above as the values of a `oneOf`. */
function wordsOf<T extends Readonly<Record<string, number>>>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[] // the tables are closed literals, so these are all their keys
}

export const STATION_KINDS = wordsOf(STATION_KIND_NUMBERS)
export const CONSTRUCTIONS = wordsOf(CONSTRUCTION_NUMBERS)
export const STATION_STATUSES = wordsOf(STATION_STATUS_NUMBERS)
export const PILE_STATUSES = wordsOf(PILE_STATUS_NUMBERS)
export const CURRENT_TYPES = wordsOf(CURRENT_TYPE_NUMBERS)
export const CONNECTOR_KINDS = wordsOf(CONNECTOR_KIND_NUMBERS)

/** Pile protocols of the gateway. */
export const PILE_PROTOCOLS = ['ocpp16', 'ocpp201'] as const
/** Protocols of devices that charge vehicles; the gateway serves the first ones and can decode the others. */
export const CHARGING_PROTOCOLS = [...PILE_PROTOCOLS, 'ykc', 'dny'] as const
/** Protocols of meters, which the server queries over the network. Such devices do not charge vehicles. */
export const METER_PROTOCOLS = ['modbusTcp', 'dlt645'] as const
/** Protocols of device models. */
export const MODEL_PROTOCOLS = [...CHARGING_PROTOCOLS, ...METER_PROTOCOLS] as const
/** Supply side of a device. */
export const MODEL_PHASES = ['single', 'three', 'dc'] as const
/** A retired model is not offered for new devices. */
export const MODEL_STATES = ['active', 'retired'] as const
export const MANUFACTURER_STATES = ['active', 'retired'] as const
/** How a pile reaches the network (`net_type`). */
export const NETWORK_KINDS = ['sim', 'lan', 'wan', 'other'] as const
/** States of a connector, in display order. */
export const CONNECTOR_STATES = wordsOf(CONNECTOR_STATE_NUMBERS)
/** How parking is paid, after `ParkType`. */
export const PARKING_KINDS = ['free', 'paid', 'freeForLimitedTime', 'freeWhileCharging', 'other'] as const
/** Administrative status of a connector, in use or out of use. Its live activity is its state. */
export const CONNECTOR_STATUSES = ['normal', 'stopped'] as const
/** Services of a station besides charging. */
export const AMENITIES = [
  'toilet',
  'shop',
  'restaurant',
  'lounge',
  'shelter',
  'receiptPrinter',
  'barrierGate',
  'parkingLock',
  'wifi',
  'carWash',
] as const

export type StationStatus = keyof typeof STATION_STATUS_NUMBERS
export type PileStatus = keyof typeof PILE_STATUS_NUMBERS
export type CurrentType = keyof typeof CURRENT_TYPE_NUMBERS
export type ConnectorKind = keyof typeof CONNECTOR_KIND_NUMBERS
export type ConnectorState = keyof typeof CONNECTOR_STATE_NUMBERS
export type PileProtocol = (typeof PILE_PROTOCOLS)[number]
export type ModelProtocol = (typeof MODEL_PROTOCOLS)[number]
