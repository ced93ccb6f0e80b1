import { pile, PILE_PROTOCOLS } from '@wattyard/assets/contract'
import { computed, defineResource, field, optional } from '@wattyard/resource'

/** Supported security profiles of the OCPP security white paper: Basic authentication without and with TLS. */
export const PROFILES = ['plain', 'tls'] as const

/** Connection settings of a pile. The key leaves the server once, in the answer that creates it (`rotate-route.ts`). */
export const credential = defineResource({
  name: 'gateway.credential',
  path: 'device/credential',
  scope: { through: 'pile', of: pile },
  writes: 'crud',
  fields: {
    pile: field.ref('assets.pile', { fixed: true }),
    profile: field.oneOf(PROFILES, { initial: 'tls' }),
    protocols: field.tags({ values: PILE_PROTOCOLS, max: 4 }),
    networks: field.tags({ max: 10 }),
    enabled: field.boolean({ initial: true }),
    keyHash: computed(optional(field.secret({ privacy: 'sensitive' }))),
    keySet: computed(optional(field.instant())),
  },
  list: {
    columns: ['pile', 'profile', 'protocols', 'networks', 'enabled', 'keySet'],
    filters: ['pile', 'profile', 'enabled'],
    sort: '-createdAt',
  },
  form: [['pile', 'enabled'], ['profile', 'protocols'], ['networks']],
  label: 'pile',
  unique: [['pile']],
})
