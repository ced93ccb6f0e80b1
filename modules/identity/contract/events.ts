/**
 * A tenant came into being. Modules that owe it reference data (accounts of the ledger, defaults)
 * listen under this topic of the outbox and prepare it in the tenant's own transaction.
 */
export const TENANT_CREATED = 'identity.tenant-created'

export interface TenantCreated {
  code: string
  profile: 'demo' | 'production'
  /** IANA zone. */
  zone: string
  /** ISO 4217. */
  currency: string
}

/** Somebody applies for an account. Key: id of the application. */
export const REGISTRATION_ASKED = 'identity.registration-asked'

export interface RegistrationAsked {
  loginName: string
  displayName: string
}

/** A password is too old soon. Key: id of its person. */
export const PASSWORD_ENDING = 'identity.password-ending'

export interface PasswordEnding {
  /** The same for the same warning. */
  about: string
  /** The warning's own number of days; fewer may be left. */
  days: number
  /** The day on which it ends, in the tenant's zone. */
  day: string
}
