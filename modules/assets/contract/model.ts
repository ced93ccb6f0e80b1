import { defineResource, field, optional } from '@wattyard/resource'
import { CONNECTOR_KINDS, CURRENT_TYPES, PILE_PROTOCOLS } from './words.ts'

/** A type of pile as its manufacturer sells it (设备型号). */
export const model = defineResource({
  name: 'assets.model',
  path: 'basedata/model',
  scope: 'tenant',
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    manufacturer: field.ref('assets.manufacturer'),
    /** The model word that such piles send when they boot. */
    reportedAs: optional(field.text({ max: 50 })),
    currentType: field.oneOf(CURRENT_TYPES, { initial: 'dc' }),
    /** Rated output of the whole pile. */
    power: field.power({ max: 2_000_000 }),
    connectorCount: field.integer({ max: 16, initial: 1 }),
    connectorKind: field.oneOf(CONNECTOR_KINDS, { initial: 'dcGun' }),
    protocol: field.oneOf(PILE_PROTOCOLS, { initial: 'ocpp16' }),
    /** Output limits, volts and amperes. */
    minVoltage: optional(field.integer({ max: 2000 })),
    maxVoltage: optional(field.integer({ max: 2000 })),
    maxCurrent: optional(field.integer({ max: 2000 })),
    note: optional(field.note()),
  },
  list: {
    columns: ['code', 'name', 'manufacturer', 'currentType', 'power', 'connectorCount', 'connectorKind', 'protocol'],
    filters: ['manufacturer', 'currentType', 'connectorKind', 'protocol', 'power'],
    sort: 'code',
    sorts: ['name', 'power', 'createdAt'],
    search: ['code', 'name', 'reportedAs'],
  },
  form: [
    ['code', 'name'],
    ['manufacturer', 'reportedAs'],
    ['currentType', 'power'],
    ['connectorCount', 'connectorKind', 'protocol'],
    ['minVoltage', 'maxVoltage', 'maxCurrent'],
    ['note'],
  ],
  label: 'name',
  unique: [['code']],
  exchange: { import: true },
})
