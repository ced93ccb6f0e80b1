import { computed, defineResource, field, optional } from '@wattyard/resource'
import {
  CHARGING_PROTOCOLS,
  CONNECTOR_KINDS,
  CURRENT_TYPES,
  MODEL_PHASES,
  MODEL_PROTOCOLS,
  MODEL_STATES,
} from './words.ts'

/** Models that piles can have: in use, and not those of meters. */
export const MODELS_OF_PILES = { state: ['active'], protocol: CHARGING_PROTOCOLS } as const

/** A device model of a manufacturer (设备型号): of piles and of all other equipment of a station. */
export const model = defineResource({
  name: 'assets.model',
  path: 'basedata/model',
  scope: 'shared',
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    manufacturer: field.ref('assets.manufacturer'),
    deviceType: optional(field.ref('assets.deviceType')),
    /** Model name that such piles send when they boot. */
    reportedAs: optional(field.text({ max: 50 })),
    /** Further model names: of other firmware or brands. */
    aliases: optional(field.tags()),
    /** Required for piles; meters have none. The same applies to power, connectors and connector kind. */
    currentType: optional(field.oneOf(CURRENT_TYPES, { initial: 'dc' })),
    phases: optional(field.oneOf(MODEL_PHASES)),
    /** Rated output of the whole pile. */
    power: optional(field.power({ max: 2_000_000 })),
    connectorCount: optional(field.integer({ min: 0, max: 16, initial: 1 })),
    /** Connectors per EVSE; one when absent. */
    connectorsPerEvse: optional(field.integer({ min: 0, max: 16, initial: 1 })),
    connectorKind: optional(field.oneOf(CONNECTOR_KINDS, { initial: 'dcGun' })),
    protocol: field.oneOf(MODEL_PROTOCOLS, { initial: 'ocpp16' }),
    /** Output limits. */
    minVoltage: optional(field.quantity('V', { min: 0, max: 2000 })),
    maxVoltage: optional(field.quantity('V', { min: 0, max: 2000 })),
    maxCurrent: optional(field.quantity('A', { min: 0, max: 2000 })),
    /** Firmware versions as the devices report them. A version in neither list has not been assessed. */
    goodFirmware: optional(field.tags()),
    badFirmware: optional(field.tags()),
    state: computed(field.oneOf(MODEL_STATES)),
    note: optional(field.note()),
  },
  list: {
    columns: [
      'code',
      'name',
      'manufacturer',
      'deviceType',
      'currentType',
      'power',
      'connectorCount',
      'connectorKind',
      'protocol',
      'state',
    ],
    priority: ['code', 'name', 'manufacturer', 'power', 'connectorKind', 'protocol', 'state'],
    filters: ['manufacturer', 'deviceType', 'currentType', 'connectorKind', 'protocol', 'power', 'state'],
    sort: 'code',
    sorts: ['name', 'power', 'createdAt'],
    search: ['code', 'name', 'reportedAs'],
  },
  form: [
    ['code', 'name'],
    ['manufacturer'],
    ['reportedAs', 'aliases'],
    ['deviceType', 'protocol'],
    ['currentType', 'phases', 'power'],
    ['connectorCount', 'connectorsPerEvse', 'connectorKind'],
    ['minVoltage', 'maxVoltage', 'maxCurrent'],
    ['goodFirmware', 'badFirmware'],
    ['note'],
  ],
  texts: 'open',
  label: 'name',
  unique: [['code']],
  commands: {
    /** Removes it from the choice for new devices. Existing devices keep it. */
    retire: { on: 'batch', confirm: true },
    restore: { on: 'batch' },
    /** Creates a model with the same properties and a code of its own. */
    copy: { on: 'one', input: { code: field.code({ max: 32 }), name: field.text({ max: 50 }) } },
  },
  exchange: { import: true },
})
