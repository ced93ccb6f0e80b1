import { station } from '@wattyard/assets/contract'
import { computed, defineResource, field, optional } from '@wattyard/resource'

export const SOURCE_STATES = ['active', 'paused'] as const
/** How the last readings went. `partial`: some values are missing or not to be believed. */
export const SOURCE_HEALTH = ['waiting', 'ok', 'partial', 'failing'] as const
export type SourceHealth = (typeof SOURCE_HEALTH)[number]

/** Seconds between two readings: oftener than this no meter changes what it says, and gateways of serial lines choke. */
export const MIN_PERIOD_S = 5

/** A device that the gateway asks by itself (采集点): where it is, which model it is and which map of points it runs. */
export const pointSource = defineResource({
  name: 'gateway.pointSource',
  path: 'basedata/pointSource',
  scope: { through: 'station', of: station },
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    station: optional(field.ref('assets.station')),
    model: field.ref('assets.model'),
    /** Published map that it runs; it stays with it until somebody says otherwise. */
    map: computed(optional(field.ref('gateway.pointMap'))),
    /** Address or name; only networks that the installation and the operator allow are spoken to. */
    host: field.text({ max: 253, privacy: 'sensitive' }),
    port: field.integer({ min: 1, max: 65_535, initial: 502 }),
    /** Modbus unit; 1 to 247 behind a serial gateway. */
    unit: field.integer({ min: 0, max: 255, initial: 1 }),
    /** Twelve digits on the meter, for DL/T 645. */
    meterAddress: optional(field.code({ max: 12 })),
    period: field.duration({ min: MIN_PERIOD_S, max: 86_400, initial: 60 }),
    state: field.oneOf(SOURCE_STATES, { initial: 'active' }),
    health: computed(field.oneOf(SOURCE_HEALTH)),
    lastReadAt: computed(optional(field.instant())),
    /** Word of what went wrong last, `gateway.readProblem.…`. */
    lastProblem: computed(optional(field.text({ max: 60 }))),
    failures: computed(field.integer()),
    note: optional(field.note()),
  },
  list: {
    columns: [
      'code',
      'name',
      'station',
      'model',
      'map',
      'host',
      'port',
      'period',
      'state',
      'health',
      'lastReadAt',
      'lastProblem',
    ],
    filters: ['station', 'model', 'map', 'state', 'health'],
    sort: 'code',
    sorts: ['name', 'lastReadAt', 'createdAt'],
    search: ['code', 'name', 'host'],
  },
  form: [
    ['code', 'name'],
    ['model', 'station'],
    ['host', 'port'],
    ['unit', 'meterAddress'],
    ['period', 'state'],
    ['note'],
  ],
  label: 'code',
  unique: [['code']],
  commands: {
    /** Takes the newest published map of its model. */
    takeMap: { on: 'batch', confirm: true },
  },
  exchange: { import: true },
})

/** A name of the network, or an address. Whether it may be spoken to is judged whenever it is. */
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,251}[A-Za-z0-9])?$/
export const isHost = (text: string): boolean => HOST.test(text)
