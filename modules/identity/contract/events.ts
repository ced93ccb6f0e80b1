/**
 * Topic of the outbox: a tenant was created. Modules with reference data per tenant (accounts of the ledger, defaults) listen to
 * it and create the data in the tenant's own transaction.
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

/** Topic: a person applies for an account. Key: id of the application. */
export const REGISTRATION_ASKED = 'identity.registration-asked'

export interface RegistrationAsked {
  loginName: string
  displayName: string
}

/** Topic: a password expires soon. Key: id of its person. */
export const PASSWORD_ENDING = 'identity.password-ending'

export interface PasswordEnding {
  /** The same for the same warning. */
  about: string
  /** Number of days of this warning. Fewer may be left. */
  days: number
  /** Day of expiry in the tenant's zone. */
  day: string
}

/** Topic: a person asks for a page that they may not open. Key: id of the person. */
export const PAGE_ASKED = 'identity.page-asked'

export interface PageAsked {
  /** The same for the same page and person on the same day (UTC). */
  about: string
  loginName: string
  displayName: string
  /** Route of the page; whoever reads the message reads its title in their own language. */
  page: string
  /** Operator that the asker is limited to; null for none, or several. */
  operatorId: string | null
}
