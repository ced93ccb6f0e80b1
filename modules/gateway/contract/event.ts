import { station } from '@wattyard/assets/contract'
import { defineResource, field, optional } from '@wattyard/resource'

/** Every kind of event with its severity for the operator. */
export const EVENT_SEVERITY = {
  connected: 'notice',
  disconnected: 'notice',
  'unknown-identity': 'warning',
  'wrong-key': 'warning',
  'key-missing': 'warning',
  'profile-mismatch': 'warning',
  'network-refused': 'warning',
  'protocol-refused': 'notice',
  'credential-disabled': 'warning',
  'replaced-dead': 'notice',
  'replaced-alive': 'warning',
  'held-pending': 'critical',
  admitted: 'notice',
  'pending-refused': 'notice',
  promoted: 'notice',
  'rate-exceeded': 'warning',
  'queue-exceeded': 'warning',
  'bad-frames': 'warning',
  'frame-too-long': 'warning',
  'silent-closed': 'notice',
  'message-id-reused': 'warning',
  'transaction-id-reused': 'warning',
  'unknown-connector': 'warning',
  'dead-letter': 'critical',
  'store-failing': 'critical',
  booted: 'notice',
  faulted: 'warning',
} as const satisfies Record<string, 'notice' | 'warning' | 'critical'>

export type EventKind = keyof typeof EVENT_SEVERITY

/** An event at the gateway: connection, refusal, undecodable frame. */
export const event = defineResource({
  name: 'gateway.event',
  path: 'device/gatewayEvent',
  scope: { through: 'station', of: station },
  writes: 'commands-only',
  fields: {
    kind: field.oneOf(Object.keys(EVENT_SEVERITY) as EventKind[]), // the keys are the kinds
    severity: field.oneOf(['notice', 'warning', 'critical']),
    pile: optional(field.ref('assets.pile')),
    station: optional(field.ref('assets.station')),
    identity: optional(field.text({ max: 64 })),
    ip: optional(field.text({ max: 64 })),
    detail: optional(field.text({ max: 500 })),
    times: field.integer(),
    at: field.instant(),
    frame: optional(field.text({ max: 40 })),
  },
  list: {
    columns: ['at', 'kind', 'severity', 'pile', 'identity', 'ip', 'detail', 'times'],
    filters: ['kind', 'severity', 'pile', 'station', 'at'],
    sort: '-at',
  },
  texts: 'open',
  masked: { detail: 'words' },
  label: 'kind',
  commands: {
    /** Lets the held second connection of a pile replace the first. */
    admit: { on: 'one', confirm: true },
    /** Closes the held second connection of a pile. */
    refuse: { on: 'one', confirm: true },
  },
})
