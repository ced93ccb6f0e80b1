import { computed, defineResource, field, optional } from '@wattyard/resource'
import { ACTIVE_OFFICES } from './office.ts'

/** `waiting` for an administrator · `approved`: the account exists · `rejected` · `expired` without a decision. */
export const REGISTRATION_STATES = ['waiting', 'approved', 'rejected', 'expired'] as const

/** Data of an applicant; the password is sent beside it. */
export const APPLICANT = {
  loginName: field.code({ max: 32 }),
  displayName: field.text({ max: 50, privacy: 'personal' }),
  phone: field.phone({ privacy: 'personal' }),
  email: optional(field.email({ privacy: 'personal' })),
  note: optional(field.note({ max: 200, privacy: 'personal' })),
} as const

/** An application for an account. The applicant has no access until an administrator creates the account. */
export const registration = defineResource({
  name: 'identity.registration',
  path: 'sys/registration',
  scope: 'shared',
  changes: 'guarded',
  writes: 'commands-only',
  fields: {
    loginName: computed(APPLICANT.loginName),
    displayName: computed(APPLICANT.displayName),
    phone: computed(APPLICANT.phone),
    email: computed(APPLICANT.email),
    note: computed(APPLICANT.note),
    state: computed(field.oneOf(REGISTRATION_STATES)),
    expiresAt: computed(field.instant()),
    decidedBy: computed(optional(field.text({ privacy: 'personal' }))),
    decidedAt: computed(optional(field.instant())),
    reason: computed(optional(field.text())),
    user: computed(optional(field.ref('identity.user'))),
  },
  list: {
    columns: ['createdAt', 'loginName', 'displayName', 'phone', 'email', 'note', 'state', 'expiresAt', 'decidedBy'],
    filters: ['state', 'loginName', 'displayName', 'phone'],
    sort: '-createdAt',
    search: ['loginName', 'displayName', 'phone'],
  },
  texts: 'open',
  label: 'displayName',
  commands: {
    /** Creates the account. Nobody can grant permissions that they lack. */
    approve: {
      on: 'one',
      input: {
        roleIds: field.refs('identity.role', { max: 20 }),
        office: optional(field.ref('identity.office', { only: ACTIVE_OFFICES })),
      },
    },
    reject: { on: 'one', input: { reason: field.text() } },
  },
})
