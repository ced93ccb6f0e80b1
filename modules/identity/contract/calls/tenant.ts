import { defineCall, idInput, instant, searchWord } from '@wattyard/calls'
import { z } from 'zod'
import { FACTOR_POLICIES } from '../binding.ts'
import { DELETION_STATES, EXPORT_STATES, PLATFORM_DELETE, TENANT_STATUSES, type TenantMade } from '../tenancy.ts'
import { passwordRuleShape, passwordStrengthShape } from './password-policy.ts'
import { keyInput, passwordInput } from './sign-in.ts'

/*
 * Calls of the platform about all tenants: for people of the installation's home tenant alone, besides their permission.
 */

const desk = { access: 'identity.tenant:govern', platformOnly: true } as const
const exporting = { access: 'identity.tenant:exportAll', platformOnly: true } as const
const deleting = { access: PLATFORM_DELETE, platformOnly: true } as const
const ofOne = z.strictObject({ id: idInput })
const proof = { password: passwordInput, key: keyInput }
const made = z.object({ id: z.string() })

/** A tenant's limits; null means none. Each is checked when one more is created. */
const limits = z.object({
  /** Active people without guests. */
  people: z.int().nullable(),
  stations: z.int().nullable(),
  /** Piles that are not retired. */
  piles: z.int().nullable(),
})
export type TenantLimits = Readonly<z.output<typeof limits>>

const tenantSeen = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  profile: z.enum(['demo', 'production']),
  status: z.enum(TENANT_STATUSES),
  suspendedAt: instant.nullable(),
  suspendedReason: z.string().nullable(),
  zone: z.string(),
  currency: z.string(),
  createdAt: instant,
  /** Runs the installation: cannot be suspended or deleted. */
  isHome: z.boolean(),
  people: z.int(),
  stations: z.int(),
  piles: z.int(),
  /** Orders that began in this month, in the tenant's zone. */
  ordersThisMonth: z.int(),
  lastSignInAt: instant.nullable(),
  limits,
  registration: z.boolean(),
  factorPolicy: z.enum(FACTOR_POLICIES),
  /** Seconds; null means as long as the session. */
  verifyEvery: z.int().nullable(),
  /** The tenant's own values, days and number; null means the installation's value, 0 means never. */
  passwordMaxAge: z.int().nullable(),
  passwordRemembered: z.int().nullable(),
  /** The rule in force. */
  passwordRule: passwordRuleShape.extend(passwordStrengthShape.shape),
  /** Due time of the deletion after two people have agreed to it; null otherwise. */
  deletionDueAt: instant.nullable(),
})
/** A tenant as the platform's own people see it. */
export type TenantSeen = Readonly<z.output<typeof tenantSeen>>

/** Answer of the creation of a tenant. Its input is that of `tenancy`. */
export const tenantMadeShape: z.ZodType<TenantMade> = z.object({
  id: idInput,
  username: z.string(),
  password: z.string(),
})

export const listTenants = defineCall({
  ...desk,
  method: 'GET',
  path: '/api/sys/tenants/list',
  summary: 'every tenant with its figures',
  input: z.strictObject({ q: searchWord }),
  output: z.object({ list: z.array(tenantSeen) }),
})

const changed = z.record(z.string(), z.unknown()).nullable()
const tenantChange = z.object({
  id: z.string(),
  at: instant,
  actorName: z.string(),
  ip: z.string().nullable(),
  action: z.string(),
  /** Values by field key, before and after. */
  before: changed,
  after: changed,
})
/** An action of the platform on a tenant. */
export type TenantHistoryEntry = Readonly<z.output<typeof tenantChange>>

export const listTenantHistory = defineCall({
  ...desk,
  method: 'GET',
  path: '/api/sys/tenants/history',
  summary: 'what the platform has done with a tenant, the newest first',
  input: ofOne,
  output: z.object({ list: z.array(tenantChange) }),
})

const tenantExport = z.object({
  id: z.string(),
  state: z.enum(EXPORT_STATES),
  createdAt: instant,
  askedBy: z.string(),
  endedAt: instant.nullable(),
  /** Expiry of the file. */
  keptUntil: instant.nullable(),
  tables: z.int().nullable(),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  /** SHA-256 of the whole file, hex. */
  sha256: z.string().nullable(),
  error: z.string().nullable(),
})
/** An export of a tenant with its progress. */
export type TenantExport = Readonly<z.output<typeof tenantExport>>

export const listTenantExports = defineCall({
  ...exporting,
  method: 'GET',
  path: '/api/sys/tenants/exports',
  summary: 'exports of a tenant',
  input: ofOne,
  output: z.object({
    /** The installation has a folder for them. */
    isOn: z.boolean(),
    list: z.array(tenantExport),
  }),
})

export const askTenantExport = defineCall({
  ...exporting,
  method: 'POST',
  path: '/api/sys/tenants/export',
  summary: 'puts an export of everything a tenant has in line',
  input: ofOne.extend(proof),
  output: made,
})

export const linkTenantExport = defineCall({
  ...exporting,
  method: 'POST',
  path: '/api/sys/tenants/exportLink',
  summary: 'a link to a finished export, for the caller alone and ten minutes',
  input: ofOne,
  output: z.object({ path: z.string(), until: instant }),
})

const obstacle = z.object({
  what: z.string(),
  count: z.int(),
  /** Decimal text in the tenant's currency, for obstacles that are amounts. */
  amount: z.string().nullable(),
  /** While it exists, nobody can request, approve or start the deletion. */
  stops: z.boolean(),
})
/** An obstacle to a deletion, or something that is lost with it. Its text is at the key `what`. */
export type ShownBlocker = Readonly<z.output<typeof obstacle>>

const deletion = z.object({
  id: z.string(),
  state: z.enum(DELETION_STATES),
  reason: z.string(),
  askedAt: instant,
  askedBy: z.string(),
  /** The caller has requested it and therefore cannot approve it. */
  isOwn: z.boolean(),
  approvedAt: instant.nullable(),
  approvedBy: z.string().nullable(),
  dueAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
  withdrawnBy: z.string().nullable(),
  beganAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Why it does not go on. */
  problem: z.string().nullable(),
  /** Number of rows deleted or anonymised so far. */
  rowsDone: z.int(),
})
/** A deletion of a tenant with its progress. */
export type TenantDeletion = Readonly<z.output<typeof deletion>>

const deletionView = z.object({
  /** Days between approval and deletion, from the installation's setting. */
  waitDays: z.int(),
  /** Present obstacles; empty when the deletion can no longer be changed. */
  obstacles: z.array(obstacle),
  /** Newest first. */
  list: z.array(deletion),
})
export type DeletionView = Readonly<z.output<typeof deletionView>>

export const readTenantDeletion = defineCall({
  ...deleting,
  method: 'GET',
  path: '/api/sys/tenants/deletion',
  summary: 'what stands against deleting a tenant, and how far its deletion is',
  input: ofOne,
  output: deletionView,
})

export const askTenantDeletion = defineCall({
  ...deleting,
  method: 'POST',
  path: '/api/sys/tenants/askDeletion',
  summary: 'asks that a suspended tenant be deleted, which a second person has to approve',
  input: ofOne.extend({ name: z.string().min(1).max(200), reason: z.string().trim().min(1).max(500), ...proof }),
  output: made,
})

export const approveTenantDeletion = defineCall({
  ...deleting,
  method: 'POST',
  path: '/api/sys/tenants/approveDeletion',
  summary: 'agrees to a deletion that somebody else has asked for',
  input: ofOne.extend(proof),
  output: z.object({ dueAt: instant }),
})

export const withdrawTenantDeletion = defineCall({
  ...deleting,
  method: 'POST',
  path: '/api/sys/tenants/withdrawDeletion',
  summary: 'takes a deletion back that has not begun',
  input: ofOne,
  output: z.null(),
})

const person = z.object({ by: z.string(), at: instant })
const certificate = z.object({
  format: z.literal('wattyard.tenant-deletion/1'),
  version: z.string(),
  deletion: z.string(),
  tenant: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  reason: z.string(),
  asked: person,
  approved: person.extend({ waitDays: z.int(), dueAt: instant }),
  beganAt: instant,
  endedAt: instant,
  /** Obstacles that existed and were accepted. */
  warnings: z.array(obstacle),
  /** Result per table. */
  tables: z.array(
    z.object({
      name: z.string(),
      fate: z.enum(['erased', 'kept', 'pseudonymised']),
      rows: z.int(),
      /** Reason for keeping rows. */
      for: z.enum(['books', 'installation', 'trace']).optional(),
      /** Columns whose personal references were removed. */
      columns: z.array(z.string()).optional(),
    }),
  ),
  files: z.int(),
})
/** Certificate of a deletion: kept with the tenant's row and offered as JSON. Instants are epoch ms. */
export type DeletionCertificate = Readonly<z.output<typeof certificate>>
/** Result of a deletion for one table. */
export type DeletedTable = Readonly<DeletionCertificate['tables'][number]>

export const readDeletionCertificate = defineCall({
  ...deleting,
  method: 'POST',
  path: '/api/sys/tenants/deletionCertificate',
  summary: 'what was done with the rows of a tenant that is gone, table by table',
  input: ofOne,
  output: z.object({ certificate }),
})
