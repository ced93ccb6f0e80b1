import { defineResource, field, optional } from '@wattyard/resource'
import { CURRENT_TYPES, MAX_CONNECTORS } from '@wattyard/assets/contract'
import { PROFILES } from './credential.ts'

export const PENDING_STATES = ['waiting', 'approved', 'rejected'] as const

/** Piles that tried to connect with an unknown identity. */
export const pendingPile = defineResource({
  name: 'gateway.pendingPile',
  path: 'device/pendingPile',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: {
    identity: field.text({ max: 48 }),
    state: field.oneOf(PENDING_STATES),
    ip: field.text({ max: 64 }),
    protocols: field.tags(),
    attempts: field.integer(),
    lastSeen: field.instant(),
    pile: optional(field.ref('assets.pile')),
  },
  list: {
    columns: ['identity', 'state', 'ip', 'protocols', 'attempts', 'lastSeen', 'createdAt'],
    filters: ['identity', 'state'],
    sort: '-lastSeen',
  },
  texts: 'open',
  label: 'identity',
  commands: {
    /** Creates the pile at a station with a key of its own, which is shown once. */
    approve: {
      on: 'one',
      input: {
        station: field.ref('assets.station'),
        code: field.code({ max: 23 }),
        currentType: field.oneOf(CURRENT_TYPES, { initial: 'dc' }),
        power: field.power({ max: 2_000_000 }),
        connectorCount: field.integer({ min: 1, max: MAX_CONNECTORS, initial: 1 }),
        /** One when absent. */
        connectorsPerEvse: optional(field.integer({ min: 1, max: MAX_CONNECTORS, initial: 1 })),
        profile: field.oneOf(PROFILES, { initial: 'tls' }),
      },
    },
    reject: { on: 'batch', confirm: true },
  },
})
