import { OPERATORS } from '@wattyard/identity/contract'
import { computed, copied, defineResource, field, optional } from '@wattyard/resource'
import { PILE_LIVES, REPORTED_STATES } from './live/live-status.ts'
import { MODELS_OF_PILES } from './model.ts'
import { CURRENT_TYPES, NETWORK_KINDS, PILE_PROTOCOLS, PILE_STATUSES } from './words.ts'

declare module '@wattyard/resource' {
  interface Places {
    'assets.pile': true
  }
}

/** Most connectors of one pile. A larger device is several piles. */
export const MAX_CONNECTORS = 16

/** A charging pile (充电桩): one device with one identity at the gateway and 1 to 16 connectors. */
export const pile = defineResource({
  name: 'assets.pile',
  path: 'device/devicePole',
  scope: { operator: 'operator', station: 'station' },
  writes: 'crud',
  fields: {
    /** Name with which the pile signs in at the gateway. Unique in the installation; never part of a public answer. */
    identity: field.text({ max: 48, privacy: 'sensitive' }),
    /** Number on its plate, at most 23 characters (T/CEC 102 `EquipmentID`). */
    code: field.code({ max: 23 }),
    name: field.text({ max: 50 }),
    station: field.ref('assets.station'),
    /** The station's operator, copied so that scope needs no join. */
    operator: copied(field.ref('identity.office', { only: OPERATORS }), 'station.operator'),
    model: optional(field.ref('assets.model', { only: MODELS_OF_PILES })),
    currentType: field.oneOf(CURRENT_TYPES, { initial: 'dc' }),
    /** Rated output of the whole pile, shared by its connectors. */
    power: field.power({ min: 1, max: 2_000_000 }),
    connectorCount: field.integer({ min: 1, max: MAX_CONNECTORS, initial: 1 }),
    /** Connectors per EVSE, which charges one vehicle at a time. The last EVSE gets the remainder. */
    connectorsPerEvse: field.integer({ min: 1, max: MAX_CONNECTORS, initial: 1 }),
    protocol: field.oneOf(PILE_PROTOCOLS, { initial: 'ocpp16' }),
    status: field.oneOf(PILE_STATUSES, { initial: 'normal' }),
    /** What the pile does now (`pileLiveOf`), what it reports itself, and since when. The gateway writes them. */
    live: computed(field.oneOf(PILE_LIVES)),
    reported: computed(field.oneOf(REPORTED_STATES)),
    liveSince: optional(computed(field.instant())),
    serial: optional(field.text({ max: 50, privacy: 'sensitive' })),
    assetNumber: optional(field.code({ max: 32 })),
    /** As last reported by the pile. */
    firmware: optional(computed(field.text({ max: 100 }))),
    network: optional(field.oneOf(NETWORK_KINDS)),
    simNumber: optional(field.code({ max: 24, privacy: 'sensitive' })),
    simExpiresOn: optional(field.businessDay()),
    /** Month on the nameplate, which states no day. Recalls refer to it. */
    manufacturedIn: optional(field.month()),
    commissionedOn: optional(field.businessDay()),
    warrantyUntil: optional(field.businessDay()),
    note: optional(field.note()),
  },
  list: {
    columns: [
      'code',
      'name',
      'live',
      'status',
      'station',
      'model',
      'currentType',
      'power',
      'connectorCount',
      'connectorsPerEvse',
      'protocol',
      'identity',
      'firmware',
      'liveSince',
    ],
    priority: [
      'code',
      'name',
      'live',
      'station',
      'power',
      'status',
      'liveSince',
      'connectorCount',
      'model',
      'protocol',
    ],
    filters: [
      'live',
      'station',
      'operator',
      'model',
      'currentType',
      'protocol',
      'status',
      'reported',
      'power',
      'simExpiresOn',
      'manufacturedIn',
      'warrantyUntil',
    ],
    sort: 'code',
    sorts: ['name', 'identity', 'power', 'commissionedOn', 'createdAt'],
    search: ['code', 'name', 'identity', 'serial'],
  },
  form: [
    {
      group: 'place',
      tab: 'main',
      rows: [
        ['code', 'name', 'identity'],
        ['station', 'model', 'status'],
      ],
    },
    {
      group: 'output',
      tab: 'main',
      rows: [
        ['currentType', 'power'],
        ['connectorCount', 'connectorsPerEvse', 'protocol'],
      ],
    },
    {
      group: 'device',
      tab: 'life',
      rows: [
        ['serial', 'assetNumber'],
        ['network', 'simNumber', 'simExpiresOn'],
      ],
    },
    { group: 'dates', tab: 'life', rows: [['manufacturedIn', 'commissionedOn', 'warrantyUntil'], ['note']] },
  ],
  texts: 'open',
  label: 'code',
  choiceState: 'live',
  fills: { model: ['currentType', 'power', 'connectorCount', 'connectorsPerEvse', 'protocol'] },
  unique: [['identity'], ['code']],
  exchange: { import: true, samples: { identity: 'CP0001' } },
})
