import { defineResource, field, optional } from '@wattyard/resource'
import { FACTOR_POLICIES } from './binding.ts'
import { MAX_AGE_DAYS, MAX_REMEMBERED } from './password-age.ts'

/*
 * Tenants as the platform's administrators manage them (`/console/tenant`). People of a tenant see only their own row, as
 * `identity.tenant`; these calls are for people of the installation's home tenant.
 */

/** Permission to request the deletion of a tenant, to approve somebody else's request, and to withdraw one. */
export const PLATFORM_DELETE = 'identity.tenant:erase'

/** Permissions that mean nothing outside the installation's own tenant. */
export const PLATFORM_PERMISSIONS: ReadonlySet<string> = new Set([
  'identity.tenant:govern',
  'identity.tenant:exportAll',
  PLATFORM_DELETE,
])

export const LIMITED = ['people', 'stations', 'piles'] as const
export type Limited = (typeof LIMITED)[number]
/** Largest limit that can be set. */
export const MAX_LIMIT = 1_000_000

const limit = optional(field.integer({ min: 1, max: MAX_LIMIT }))
const LIMIT_FIELDS = { people: limit, stations: limit, piles: limit }

/**
 * Commands of the platform on a tenant, as definitions for forms and input checks. It is not served as a resource: rows of a
 * resource belong to the caller's tenant, and these calls concern all tenants.
 */
export const tenancy = defineResource({
  name: 'identity.tenancy',
  path: 'sys/tenants',
  scope: 'wholeTenant',
  writes: 'commands-only',
  fields: { code: field.code({ max: 32 }), name: field.text({ max: 100 }) },
  list: { columns: ['code', 'name'], filters: [], sort: 'code' },
  label: 'name',
  commands: {
    create: {
      on: 'none',
      input: {
        code: field.code({ max: 32 }),
        name: field.text({ max: 100 }),
        zone: field.zone({ initial: 'Asia/Shanghai' }),
        currency: field.code({ max: 3, initial: 'CNY' }),
        loginName: field.code({ max: 32, initial: 'admin' }),
        displayName: field.text({ max: 50 }),
        ...LIMIT_FIELDS,
      },
    },
    change: {
      on: 'one',
      input: {
        name: field.text({ max: 100 }),
        ...LIMIT_FIELDS,
        registration: field.boolean(),
        factorPolicy: field.oneOf(FACTOR_POLICIES),
        verifyEvery: optional(field.duration()),
        passwordMaxAge: optional(field.integer({ min: 0, max: MAX_AGE_DAYS })),
        passwordRemembered: optional(field.integer({ min: 0, max: MAX_REMEMBERED })),
      },
    },
    suspend: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
    resume: { on: 'one', confirm: true },
  },
})

/** Only a deletion leads to `deleting` and `deleted`, and no command leads back. */
export const TENANT_STATUSES = ['active', 'suspended', 'deleting', 'deleted'] as const
export type TenantStatus = (typeof TENANT_STATUSES)[number]

export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'expired'] as const

/** `manifest.json` of an export: its content, so that it can be checked without the product. */
export interface ExportManifest {
  readonly format: 'wattyard.tenant-export/1'
  readonly version: string
  /** Epoch ms of the snapshot that all tables show. */
  readonly at: number
  readonly tenant: { readonly id: string; readonly code: string; readonly name: string }
  /**
   * Lines are JSON objects; SHA-256 is of the file's bytes. `omitted` names the columns with passwords and keys, which are left
   * out.
   */
  readonly tables: readonly {
    readonly name: string
    readonly file: string
    readonly rows: number
    readonly sha256: string
    readonly omitted: readonly string[]
  }[]
}

/** Answer of `POST /chg/api/sys/tenants/create`. The password is never shown again. */
export interface TenantMade {
  readonly id: string
  /** Login name of the first administrator. */
  readonly username: string
  readonly password: string
}

export const DELETION_STATES = ['asked', 'approved', 'withdrawn', 'deleting', 'deleted'] as const
