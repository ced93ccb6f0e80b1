import { computed, defineResource, field, optional } from '@wattyard/resource'
import { FACTOR_POLICIES } from './binding.ts'
import { LONGEST_MINIMUM, MOST_KINDS } from './password-strength.ts'

/** A customer of the installation: one operating company with its own people, piles and money. */
export const tenant = defineResource({
  name: 'identity.tenant',
  path: 'sys/tenant',
  scope: 'wholeTenant',
  // Code, zone and currency are part of every stored day and amount, so only the name can change.
  writes: 'commands-only',
  fields: {
    code: field.code({ max: 32 }),
    name: field.text({ max: 100 }),
    profile: field.oneOf(['demo', 'production']),
    status: field.oneOf(['active', 'suspended', 'deleting', 'deleted']),
    zone: field.zone(),
    currency: field.code({ max: 3 }),
    registration: computed(field.boolean()),
    factorPolicy: computed(field.oneOf(FACTOR_POLICIES)),
    /** Validity of a verification; when empty, as long as its session. */
    verifyEvery: computed(optional(field.duration())),
    /** When empty, the installation's value applies. */
    passwordLength: computed(optional(field.integer({ max: LONGEST_MINIMUM }))),
    passwordKinds: computed(optional(field.integer({ max: MOST_KINDS }))),
  },
  list: {
    columns: ['code', 'name', 'profile', 'status', 'zone', 'currency', 'registration', 'factorPolicy'],
    filters: ['status', 'registration', 'factorPolicy'],
    sort: 'code',
    search: ['code', 'name'],
  },
  texts: 'open',
  label: 'name',
  commands: {
    rename: { on: 'one', input: { name: field.text({ max: 100 }) } },
    /** Whether strangers can apply for an account. */
    setRegistration: { on: 'one', input: { registration: field.boolean() } },
    /** Second factor that is required, and how often. */
    setFactorPolicy: {
      on: 'one',
      input: { factorPolicy: field.oneOf(FACTOR_POLICIES), verifyEvery: optional(field.duration()) },
    },
    /** Requirements for new passwords. They cannot be below the installation's. */
    setPasswordPolicy: {
      on: 'one',
      input: {
        passwordLength: optional(field.integer({ min: 1, max: LONGEST_MINIMUM })),
        passwordKinds: optional(field.integer({ min: 1, max: MOST_KINDS })),
      },
    },
  },
  exchange: { export: false },
})
