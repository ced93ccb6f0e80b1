import { OPERATORS } from '@wattyard/identity/contract'
import { computed, copied, defineResource, field, optional } from '@wattyard/resource'
import { MAX_CONNECTORS } from './pile.ts'
import { CONNECTOR_KINDS, CONNECTOR_STATUSES } from './words.ts'

/**
 * A connector (充电枪). Connectors are created and removed with the pile's connector count and move with the pile. A command changes
 * the fields that people set.
 */
export const connector = defineResource({
  name: 'assets.connector',
  path: 'device/connector',
  scope: { operator: 'operator', station: 'station' },
  writes: 'commands-only',
  fields: {
    /** Code of the pile and label of the connector: `P07-2`, `P07-1-2`. */
    code: computed(field.code({ max: 28 })),
    pile: computed(field.ref('assets.pile')),
    station: copied(field.ref('assets.station'), 'pile.station'),
    operator: copied(field.ref('identity.office', { only: OPERATORS }), 'pile.operator'),
    /** Number within the pile from 1; orders, prices and commands use it. */
    number: computed(field.integer({ max: MAX_CONNECTORS })),
    /** Position as OCPP 2.0.1 counts it: EVSE of the pile, connector of the EVSE. */
    evse: computed(field.integer({ max: MAX_CONNECTORS })),
    evseConnector: computed(field.integer({ max: MAX_CONNECTORS })),
    kind: field.oneOf(CONNECTOR_KINDS),
    /** Output limit of this connector; the pile's power when empty. */
    maxPower: optional(field.power({ max: 2_000_000 })),
    /** Number painted on the parking bay. */
    bay: optional(field.text({ max: 30, privacy: 'public' })),
    /** Random public name of the connector. It reveals nothing about the device. */
    publicCode: computed(field.code({ max: 12, privacy: 'public' })),
    /** Content of the connector's QR code: the product's own, unless stickers of another system are in place. */
    qrText: field.text({ max: 200, privacy: 'public' }),
    status: field.oneOf(CONNECTOR_STATUSES),
  },
  list: {
    columns: ['code', 'pile', 'station', 'evse', 'evseConnector', 'kind', 'maxPower', 'bay', 'status', 'qrText'],
    filters: ['station', 'pile', 'operator', 'kind', 'status'],
    sort: 'code',
    sorts: ['bay', 'createdAt'],
    search: ['code', 'bay', 'publicCode'],
  },
  texts: 'open',
  label: 'code',
  unique: [['pile', 'number'], ['publicCode']],
  commands: {
    change: {
      on: 'one',
      input: {
        kind: field.oneOf(CONNECTOR_KINDS),
        maxPower: optional(field.power({ max: 2_000_000 })),
        bay: optional(field.text({ max: 30 })),
        qrText: field.text({ max: 200 }),
        status: field.oneOf(CONNECTOR_STATUSES),
      },
    },
  },
})
