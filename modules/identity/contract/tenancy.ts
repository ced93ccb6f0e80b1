import { defineResource, field, optional } from '@wattyard/resource'
import { FACTOR_POLICIES, type FactorPolicy } from './binding.ts'
import { MAX_AGE_DAYS, MAX_REMEMBERED, type PasswordRule } from './password-age.ts'
import type { PasswordStrength } from './password-strength.ts'

/*
 * Tenants as the platform's own administrators keep them (`/console/tenant`). A tenant's own people see `identity.tenant`,
 * their one row; these calls are for people of the installation's home tenant alone.
 */

/** Who may ask for the deletion of a tenant, approve one that somebody else has asked for, and take one back. */
export const PLATFORM_DELETE = 'identity.tenant:erase'

/** Permissions that mean nothing outside the installation's own tenant. */
export const PLATFORM_PERMISSIONS: ReadonlySet<string> = new Set([
  'identity.tenant:govern',
  'identity.tenant:exportAll',
  PLATFORM_DELETE,
])

/** What a tenant may have at most; null is without limit. Each is checked where one more is made. */
export interface TenantLimits {
  /** Active people, guests not counted. */
  readonly people: number | null
  readonly stations: number | null
  /** Piles that are not retired. */
  readonly piles: number | null
}

export const LIMITED = ['people', 'stations', 'piles'] as const
export type Limited = (typeof LIMITED)[number]
/** Largest limit that can be set; what is more is no limit. */
export const MAX_LIMIT = 1_000_000

const limit = optional(field.integer({ max: MAX_LIMIT }))
const LIMIT_FIELDS = { people: limit, stations: limit, piles: limit }

/**
 * What the platform does with a tenant, as forms and checks of input know it. It is not served as a resource: a
 * resource's rows are those of the caller's tenant, and these calls are about all.
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
        passwordMaxAge: optional(field.integer({ max: MAX_AGE_DAYS })),
        passwordRemembered: optional(field.integer({ max: MAX_REMEMBERED })),
      },
    },
    suspend: { on: 'one', confirm: true, input: { reason: field.text({ max: 200 }) } },
    resume: { on: 'one', confirm: true },
  },
})

/** `deleting` and `deleted` are reached by a deletion alone, and nothing leads back. */
export const TENANT_STATUSES = ['active', 'suspended', 'deleting', 'deleted'] as const
export type TenantStatus = (typeof TENANT_STATUSES)[number]

/** One line of `GET /chg/api/sys/tenants/list`. Instants are epoch ms. */
export interface TenantSeen {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly profile: 'demo' | 'production'
  readonly status: TenantStatus
  readonly suspendedAt: number | null
  readonly suspendedReason: string | null
  readonly zone: string
  readonly currency: string
  readonly createdAt: number
  /** Runs the installation: cannot be suspended or deleted. */
  readonly isHome: boolean
  readonly people: number
  readonly stations: number
  readonly piles: number
  /** Orders that began in this month, in the tenant's zone. */
  readonly ordersThisMonth: number
  readonly lastSignInAt: number | null
  readonly limits: TenantLimits
  readonly registration: boolean
  readonly factorPolicy: FactorPolicy
  /** Seconds; null as long as the session. */
  readonly verifyEvery: number | null
  /** Days and number, as the tenant says; null is as the installation has it, 0 is never. */
  readonly passwordMaxAge: number | null
  readonly passwordRemembered: number | null
  /** What is in force. */
  readonly passwordRule: PasswordRule & PasswordStrength
  /** When its deletion is due, once two people have agreed on it; null before and without one. */
  readonly deletionDueAt: number | null
}

export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'expired'] as const

/** An export of a tenant, as `GET /chg/api/sys/tenants/exports` tells of it. Instants are epoch ms. */
export interface TenantExport {
  readonly id: string
  readonly state: (typeof EXPORT_STATES)[number]
  readonly createdAt: number
  readonly askedBy: string
  readonly endedAt: number | null
  /** Until when the file is kept. */
  readonly keptUntil: number | null
  readonly tables: number | null
  readonly rows: number | null
  readonly bytes: number | null
  /** SHA-256 of the whole file, hex. */
  readonly sha256: string | null
  readonly error: string | null
}

/** `manifest.json` of an export: what is in it, to be checked without us. */
export interface ExportManifest {
  readonly format: 'wattyard.tenant-export/1'
  readonly version: string
  /** Epoch ms of the one moment that all tables show. */
  readonly at: number
  readonly tenant: { readonly id: string; readonly code: string; readonly name: string }
  /** Lines are JSON objects; SHA-256 is of the file's bytes. Passwords and keys are left out by name. */
  readonly tables: readonly {
    readonly name: string
    readonly file: string
    readonly rows: number
    readonly sha256: string
    readonly omitted: readonly string[]
  }[]
}

/** Answer of `POST /chg/api/sys/tenants/create`: the only time that the password is said. */
export interface TenantMade {
  readonly id: string
  /** What the first administrator signs in as. */
  readonly username: string
  readonly password: string
}

export const DELETION_STATES = ['asked', 'approved', 'withdrawn', 'deleting', 'deleted'] as const

/** What stands against a deletion, or is lost with it; words are at `what`. */
export interface DeletionObstacle {
  readonly what: string
  readonly count: number
  /** Decimal text in the tenant's currency, when money is meant. */
  readonly amount: string | null
  /** Nobody may ask, approve or begin while it stands. */
  readonly stops: boolean
}

/** A deletion of a tenant, as `GET /chg/api/sys/tenants/deletion` tells of it. Instants are epoch ms. */
export interface TenantDeletion {
  readonly id: string
  readonly state: (typeof DELETION_STATES)[number]
  readonly reason: string
  readonly askedAt: number
  readonly askedBy: string
  /** The one who looks has asked for it, and so cannot approve it. */
  readonly isOwn: boolean
  readonly approvedAt: number | null
  readonly approvedBy: string | null
  readonly dueAt: number | null
  readonly withdrawnAt: number | null
  readonly withdrawnBy: string | null
  readonly beganAt: number | null
  readonly endedAt: number | null
  /** Why it does not go on. */
  readonly problem: string | null
  /** Rows that are gone or have lost whom they named, so far. */
  readonly rowsDone: number
}

/** Answer of `GET /chg/api/sys/tenants/deletion`. */
export interface DeletionView {
  /** Days between approval and deletion, as the installation has set them. */
  readonly waitDays: number
  /** As it is now; empty once nothing can be done about it. */
  readonly obstacles: readonly DeletionObstacle[]
  /** The latest first. */
  readonly list: readonly TenantDeletion[]
}

/** What was done to the rows of one table. */
export interface DeletedTable {
  readonly name: string
  readonly fate: 'erased' | 'kept' | 'pseudonymised'
  readonly rows: number
  /** Why rows were kept. */
  readonly for?: 'books' | 'installation' | 'trace'
  /** Columns that no longer say whom they named. */
  readonly columns?: readonly string[]
}

/** What is left to prove a deletion: kept with the tenant's line, and handed out as JSON. Instants are epoch ms. */
export interface DeletionCertificate {
  readonly format: 'wattyard.tenant-deletion/1'
  readonly version: string
  readonly deletion: string
  readonly tenant: { readonly id: string; readonly code: string; readonly name: string }
  readonly reason: string
  readonly asked: { readonly by: string; readonly at: number }
  readonly approved: { readonly by: string; readonly at: number; readonly waitDays: number; readonly dueAt: number }
  readonly beganAt: number
  readonly endedAt: number
  /** What stood against it and was decided on. */
  readonly warnings: readonly DeletionObstacle[]
  readonly tables: readonly DeletedTable[]
  readonly files: number
}
