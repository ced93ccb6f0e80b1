import { computed, defineResource, field, optional } from '@wattyard/resource'
import { ACTIVE_OFFICES, OPERATORS, OPERATORS_ONLY } from './office.ts'

export const USER_TYPES = ['staff', 'investor', 'guest'] as const
export type UserType = (typeof USER_TYPES)[number]

/** `none`: neither password nor invitation · `invited`: an unused link exists · `ready`: the person has a password. */
export const SIGN_IN_STATES = ['none', 'invited', 'ready'] as const

export const GENDERS = ['male', 'female', 'other'] as const

/** Most roles of one person. */
export const MAX_ROLES = 20
/** Most operators, and most stations, that are assigned to one person. */
export const MAX_PLACES = 200

/** Letters and digits of any script, `.`, `_` and `-`; no `@`, which separates the tenant at sign-in. */
export const LOGIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{1,31}$/u

/** A person who signs in. The login name is unique in the tenant; people of other tenants sign in as `name@tenant`. */
export const user = defineResource({
  name: 'identity.user',
  path: 'sys/user',
  // People limited to some stations see the people who work at one of them.
  scope: { operator: 'operator', station: 'scopeStationIds' },
  // People without stations of their own work at every station of their operators.
  stations: 'notNarrowed',
  writes: 'crud',
  fields: {
    loginName: field.code({ max: 32, fixed: true }),
    displayName: field.text({ max: 50, privacy: 'personal' }),
    // A guest is in no list and no count, so only the free trial makes its own account one.
    userType: field.oneOf(USER_TYPES, { initial: 'staff', reserved: ['guest'] }),
    status: field.oneOf(['active', 'disabled'], { initial: 'active' }),
    phone: optional(field.phone({ privacy: 'personal' })),
    email: optional(field.email({ privacy: 'personal' })),
    nickname: optional(field.text({ max: 50, privacy: 'personal' })),
    gender: optional(field.oneOf(GENDERS, { privacy: 'personal' })),
    introduction: optional(field.note({ max: 500, privacy: 'personal' })),
    office: optional(field.ref('identity.office', { only: ACTIVE_OFFICES })),
    operator: computed(optional(field.ref('identity.office', { only: OPERATORS }))),
    duty: optional(field.ref('identity.duty')),
    roleIds: field.refs('identity.role', { max: MAX_ROLES }),
    scopeOperatorIds: optional(field.refs('identity.office', { only: OPERATORS_ONLY })),
    scopeStationIds: optional(field.refs('assets.station')),
    language: field.oneOf(['zh', 'en', 'es'], { initial: 'zh' }),
    lastSignInAt: computed(optional(field.instant())),
    signInState: computed(field.oneOf(SIGN_IN_STATES)),
    /** Expiry of the invitation's link. */
    invitedUntil: computed(optional(field.instant())),
    isOwner: computed(field.boolean()),
  },
  added: {
    /** Whether signing in takes a second factor. */
    secondFactor: field.boolean(),
  },
  list: {
    columns: [
      'loginName',
      'displayName',
      'signInState',
      'roleIds',
      'office',
      'duty',
      'phone',
      'userType',
      'status',
      'secondFactor',
      'lastSignInAt',
    ],
    priority: [
      'loginName',
      'displayName',
      'roleIds',
      'office',
      'signInState',
      'status',
      'secondFactor',
      'lastSignInAt',
    ],
    filters: [
      'loginName',
      'displayName',
      'phone',
      'userType',
      'status',
      'signInState',
      'office',
      'operator',
      'duty',
      'roleIds',
      'scopeStationIds',
    ],
    sort: 'loginName',
    sorts: ['displayName', 'lastSignInAt'],
    search: ['loginName', 'displayName', 'phone'],
    // The account of the free trial is nobody's colleague. The filter finds it, so that it can be disabled.
    without: { userType: 'guest' },
  },
  form: [
    ['loginName', 'displayName'],
    ['userType', 'status'],
    ['phone', 'email'],
    ['nickname', 'gender'],
    ['introduction'],
    ['office', 'duty'],
    ['language'],
    ['roleIds'],
    ['scopeOperatorIds', 'scopeStationIds'],
  ],
  texts: 'open',
  label: 'displayName',
  unique: [['loginName']],
  commands: {
    /** Also ends the person's sessions. Nobody can disable themselves or the last administrator. */
    disable: { on: 'batch', confirm: true },
    enable: { on: 'batch', confirm: true },
    /** Creates a link that sets the first password, valid once and for 72 hours. It invalidates the previous link. */
    invite: { on: 'batch' },
    withdrawInvitation: { on: 'batch', confirm: true },
    setPassword: { on: 'one', input: { password: field.secret() } },
    resetFactor: { on: 'one', confirm: true },
    signOut: { on: 'batch', confirm: true },
  },
  exchange: { import: true },
})
