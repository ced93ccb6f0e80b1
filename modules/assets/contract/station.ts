import { OPERATORS_ONLY } from '@wattyard/identity/contract'
import { computed, defineDictionary, defineResource, field, optional } from '@wattyard/resource'
import { STATION_LIVES } from './live/live-status.ts'
import { AMENITIES, CONSTRUCTIONS, PARKING_KINDS, STATION_KINDS, STATION_STATUSES } from './words.ts'

/** Tags for sorting stations. Each tenant can add its own. */
export const STATION_TAG = defineDictionary('assets.stationTag', [
  'park',
  'flagship',
  'allDay',
  'superFast',
  'fast',
  'slow',
  'underground',
  'residential',
  'highway',
  'logistics',
  'rideHailing',
  'family',
])

declare module '@wattyard/resource' {
  interface Places {
    'assets.station': true
  }
}

/** A charging station (充电站): a place with piles, one operator and one power supply. */
export const station = defineResource({
  name: 'assets.station',
  path: 'device/station',
  scope: { operator: 'operator', station: 'id' },
  writes: 'crud',
  fields: {
    /** Number of the station, at most 20 characters (T/CEC 102 `StationID`). */
    code: field.code({ max: 20 }),
    name: field.text({ max: 50, privacy: 'public' }),
    /** Name for drivers and in the station selector; `name` when empty. */
    anotherName: optional(field.text({ max: 50, privacy: 'public' })),
    operator: field.ref('identity.office', { only: OPERATORS_ONLY }),
    kind: field.oneOf(STATION_KINDS, { initial: 'public', privacy: 'public' }),
    construction: optional(field.oneOf(CONSTRUCTIONS)),
    /** Changed by the commands open, close and maintain only. */
    status: computed(field.oneOf(STATION_STATUSES)),
    /** What its piles do now (`stationLiveOf`). */
    live: computed(field.oneOf(STATION_LIVES)),
    address: field.text({ max: 100, privacy: 'public' }),
    /** County code of six digits (GB/T 2260), or twelve with the street. */
    areaCode: optional(field.code({ max: 12, privacy: 'public' })),
    location: field.geoPoint({ privacy: 'public' }),
    stationPhone: optional(field.phone({ privacy: 'public' })),
    servicePhone: optional(field.phone({ privacy: 'public' })),
    openAllDay: field.boolean({ initial: true, privacy: 'public' }),
    /** Empty while the station is open all day. */
    openingHours: optional(field.openHours({ privacy: 'public' })),
    parkingBays: optional(field.integer({ min: 0, max: 100_000, privacy: 'public' })),
    parkingKind: optional(field.oneOf(PARKING_KINDS, { privacy: 'public' })),
    parkingNote: optional(field.text({ max: 200, privacy: 'public' })),
    amenities: field.tags({ values: AMENITIES, privacy: 'public' }),
    /** Directions to the piles (`SiteGuide`). */
    guide: optional(field.note({ max: 500, privacy: 'public' })),
    /** Capacity of the supply. */
    ratedCapacityKva: optional(field.quantity('kVA', { min: 0, max: 1_000_000 })),
    /** Customer number at the electricity supplier (户号). */
    supplyAccount: optional(field.code({ max: 32 })),
    commissionedOn: optional(field.businessDay()),
    tags: field.choices(STATION_TAG),
    /** Time zone of local days, tariff hours and opening hours. */
    zone: field.zone({ initial: 'Asia/Shanghai' }),
    /** Pictures of the entrance and the bays, for drivers and inspectors. */
    pictures: optional(field.images({ max: 8, privacy: 'public' })),
    note: optional(field.note()),
  },
  added: {
    /** Piles that are not retired. */
    piles: field.integer(),
    /** Sum of what its sessions report now, without readings that are too old. */
    powerNow: field.power(),
    /** Sessions under way by the connectors of its piles. */
    utilisation: field.percent(),
    /**
     * Electricity and service of the prices in force for its fast (DC) and slow (AC) piles; null without such piles or without a
     * price. Where piles have prices of their own, theirs are not here.
     */
    fastPrice: field.price(),
    slowPrice: field.price(),
  },
  addedNeeds: {
    powerNow: 'charging.order:read',
    utilisation: 'charging.order:read',
    fastPrice: 'pricing.assignment:read',
    slowPrice: 'pricing.assignment:read',
  },
  list: {
    columns: [
      'code',
      'name',
      'live',
      'piles',
      'powerNow',
      'utilisation',
      'fastPrice',
      'status',
      'operator',
      'kind',
      'address',
      'servicePhone',
      'tags',
      'slowPrice',
      'createdAt',
    ],
    priority: ['code', 'name', 'live', 'fastPrice', 'utilisation', 'powerNow', 'piles'],
    filters: ['live', 'operator', 'kind', 'construction', 'status', 'areaCode', 'tags', 'createdAt'],
    sort: 'code',
    sorts: ['name', 'status', 'createdAt'],
    search: ['code', 'name', 'anotherName', 'address'],
  },
  form: [
    {
      group: 'identity',
      rows: [
        ['code', 'name', 'anotherName'],
        ['operator', 'kind', 'construction'],
        ['address', 'areaCode', 'location'],
        ['tags', 'zone'],
      ],
    },
    {
      group: 'drivers',
      rows: [
        ['stationPhone', 'servicePhone'],
        ['openAllDay', 'openingHours'],
        ['parkingBays', 'parkingKind', 'parkingNote'],
        ['amenities'],
        ['guide'],
        ['pictures'],
      ],
    },
    { group: 'supply', rows: [['ratedCapacityKva', 'supplyAccount', 'commissionedOn'], ['note']] },
  ],
  texts: 'open',
  label: 'name',
  choiceState: 'live',
  unique: [['code']],
  commands: {
    open: { on: 'batch' },
    /** Refused while sessions run, unless `evenIfCharging` confirms it. */
    close: { on: 'batch', confirm: true, input: { evenIfCharging: optional(field.boolean()) } },
    maintain: { on: 'batch', confirm: true, input: { evenIfCharging: optional(field.boolean()) } },
    /** Assigns the stations with their piles and connectors to another operator. */
    bind: { on: 'batch', input: { operator: field.ref('identity.office', { only: OPERATORS_ONLY }) } },
  },
  // The example has opening hours.
  exchange: { import: true, samples: { areaCode: '440305', openAllDay: 'false' } },
})
