import { station } from '@wattyard/assets/contract'
import { computed, defineResource, field, optional } from '@wattyard/resource'
import { POLLED_PROTOCOLS } from './point-map/point.ts'

export const SOURCE_STATES = ['active', 'paused'] as const
/** Result of the last readings. `partial`: some values are missing or doubtful. */
export const SOURCE_HEALTH = ['waiting', 'ok', 'partial', 'failing'] as const
export type SourceHealth = (typeof SOURCE_HEALTH)[number]

/** Shortest period between readings in seconds. Meters do not update more often, and serial gateways are overloaded by more. */
export const MIN_PERIOD_S = 5

/** A device that the gateway polls (采集点): its address, model and point map. */
export const pointSource = defineResource({
  name: 'gateway.pointSource',
  path: 'basedata/pointSource',
  scope: { through: 'station', of: station },
  writes: 'crud',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 50 }),
    station: optional(field.ref('assets.station')),
    model: field.ref('assets.model', { only: { protocol: POLLED_PROTOCOLS } }),
    /** Published map in use, until somebody changes it. */
    map: computed(optional(field.ref('gateway.pointMap'))),
    /** Address or host name. The gateway contacts only networks that installation and operator allow. */
    host: field.text({ max: 253, privacy: 'sensitive' }),
    port: field.integer({ min: 1, max: 65_535, initial: 502 }),
    /** Modbus unit; 1 to 247 behind a serial gateway. */
    unit: field.integer({ min: 0, max: 255, initial: 1 }),
    /** Twelve digits of the meter, for DL/T 645. */
    meterAddress: optional(field.code({ max: 12 })),
    period: field.duration({ min: MIN_PERIOD_S, max: 86_400, initial: 60 }),
    state: field.oneOf(SOURCE_STATES, { initial: 'active' }),
    health: computed(field.oneOf(SOURCE_HEALTH)),
    lastReadAt: computed(optional(field.instant())),
    /** Last problem as a key, `gateway.readProblem.…`. */
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
  texts: 'open',
  label: 'code',
  unique: [['code']],
  commands: {
    /** Switches to the newest published map of the model. */
    takeMap: { on: 'batch', confirm: true },
  },
  exchange: { import: true, samples: { host: '192.168.1.20', port: '502', meterAddress: '000000000001' } },
})

/** Format of a host name or address. Whether it may be contacted is checked at each connection. */
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,251}[A-Za-z0-9])?$/
export const isHost = (text: string): boolean => HOST.test(text)
