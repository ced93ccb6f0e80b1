import { type Caller, newId, type DeletionBlocker, Refusal, type Tx, col } from '@wattyard/server-kit'
import { type DeletionCertificate, type ShownBlocker, type TenantDeletion } from '../../contract/calls/tenant.ts'
import { mustBeTwoPeople } from '../people/account-hand.ts'
import { DELETION_STATES } from '../../contract/tenancy.ts'
import { stillMay } from '../sessions/callers-of-tenant.ts'
import { auditBoth, type TenantActor, lockedTenant, mustExist, type TenantRow } from './tenant-service.ts'

export const DELETION_ROW = {
  tenant_id: col.uuid,
  id: col.uuid,
  subject_id: col.uuid,
  state: col.oneOf(DELETION_STATES),
  reason: col.text,
  created_at: col.instant,
  asked_by: col.uuid,
  asked_by_name: col.text,
  warnings: col.json<ShownBlocker[]>(),
  approved_by: col.uuid.orNull,
  approved_by_name: col.text.orNull,
  approved_at: col.instant.orNull,
  wait_days: col.integer.orNull,
  due_at: col.instant.orNull,
  withdrawn_by_name: col.text.orNull,
  withdrawn_at: col.instant.orNull,
  began_at: col.instant.orNull,
  progress: col.json<Progress>(),
  salt: col.bytes.orNull,
  problem: col.text.orNull,
  ended_at: col.instant.orNull,
  certificate: col.json<DeletionCertificate>().orNull,
}

/*
 * Requesting, approving and withdrawing the deletion of a tenant. `delete-tenants.ts` carries it out. Everything here runs as the
 * platform and locks the tenant first, then the deletion.
 */

const DAY_MS = 86_400_000

/** Returns the obstacles that the modules report. */
export type DeletionBlockersOf = (tx: Tx, tenantId: string) => Promise<readonly DeletionBlocker[]>

export interface DeletionRow {
  tenant_id: string
  id: string
  subject_id: string
  state: TenantDeletion['state']
  reason: string
  created_at: number
  asked_by: string
  asked_by_name: string
  warnings: ShownBlocker[]
  approved_by: string | null
  approved_by_name: string | null
  approved_at: number | null
  wait_days: number | null
  due_at: number | null
  withdrawn_by_name: string | null
  withdrawn_at: number | null
  began_at: number | null
  progress: Progress
  salt: Uint8Array | null
  problem: string | null
  ended_at: number | null
  certificate: DeletionCertificate | null
}

/** Progress of a deletion; written in the transaction of the rows concerned. */
export interface Progress {
  /** By table: number of rows done, and for pseudonymising the key of the last one. */
  tables?: Record<string, { rows: number; cursor?: readonly string[] | null; isDone: boolean }>
  /** Number of deleted files. */
  files?: number
  /** Number of rows found by the running pass; a pass that finds none may be the last. */
  found?: number
}

export const DELETION_COLUMNS = `tenant_id, id, subject_id, state, reason, created_at, asked_by, asked_by_name, warnings, approved_by, approved_by_name,
  approved_at, wait_days, due_at, withdrawn_by_name, withdrawn_at, began_at, progress, salt, problem, ended_at, certificate`

/** Returns the obstacles with at least one case. */
export async function currentBlockers(
  tx: Tx,
  obstaclesOf: DeletionBlockersOf,
  tenantId: string,
): Promise<ShownBlocker[]> {
  return (await obstaclesOf(tx, tenantId))
    .filter(({ count }) => count > 0)
    .map(({ what, count, amount, stops }) => ({ what, count, amount: amount ?? null, stops }))
}

/**
 * Checks that no obstacle stops the deletion.
 * @throws Refusal `identity.deletionObstacle` with the obstacles
 */
function mustBeClear(obstacles: readonly ShownBlocker[]): void {
  const stopping = obstacles.filter(({ stops }) => stops)
  if (stopping.length > 0) throw new Refusal('identity.deletionObstacle', { detail: { obstacles: stopping } })
}

/** A tenant that may be deleted at all: not the platform's own, suspended, locked. */
async function suspendedTenant(tx: Tx, id: string): Promise<TenantRow> {
  const row = await lockedTenant(tx, id)
  if (row.is_home) throw new Refusal('identity.homeStays')
  if (row.status === 'active') throw new Refusal('identity.deletionNeedsSuspension')
  if (row.status !== 'suspended') throw new Refusal('kernel.notAllowedNow')
  return row
}

async function openDeletion(tx: Tx, subjectId: string): Promise<DeletionRow | null> {
  const [row] = await tx.query(
    DELETION_ROW,
    `select ${DELETION_COLUMNS} from identity_tenant_deletion where subject_id = $1 and state in ('asked', 'approved') for update`,
    [subjectId],
  )
  return row ?? null
}

/** Compares typed names: surrounding blanks do not matter, case does. */
const isSameName = (typed: string, name: string): boolean =>
  typed.trim().normalize('NFC') === name.trim().normalize('NFC')

/**
 * Requests the deletion of a suspended tenant. Nothing happens before a second person has approved and the waiting time has
 * passed.
 *
 * @throws Refusal `kernel.notFound`, `identity.homeStays`, `identity.deletionNeedsSuspension`, `identity.deletionName`,
 *   `identity.deletionOpen`, `identity.deletionObstacle`
 */
export async function askDeletion(
  tx: Tx,
  by: TenantActor,
  { id: subjectId, name, reason }: { id: string; name: string; reason: string },
  obstaclesOf: DeletionBlockersOf,
  now: number,
): Promise<string> {
  const tenant = await suspendedTenant(tx, subjectId)
  if (!isSameName(name, tenant.name)) throw new Refusal('identity.deletionName')
  if (await openDeletion(tx, subjectId)) throw new Refusal('identity.deletionOpen')
  const warnings = await currentBlockers(tx, obstaclesOf, subjectId)
  mustBeClear(warnings)
  const id = newId(now)
  const { tenantId, userId, displayName } = by.caller
  await tx.execute(
    `insert into identity_tenant_deletion (tenant_id, id, created_at, subject_id, reason, asked_by, asked_by_name, warnings)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)`,
    [tenantId, id, new Date(now), subjectId, reason, userId, displayName, JSON.stringify(warnings)],
  )
  await auditBoth(tx, by, subjectId, { action: 'askDeletion', after: { deletion: id, reason } }, now)
  return id
}

/**
 * Records the approval by a second person. Until the waiting time ends, anybody of the platform can withdraw the deletion.
 *
 * @returns due time, epoch ms
 * @throws Refusal `identity.deletionSamePerson`, `identity.askerGone`, `identity.deletionNone`, `identity.deletionObstacle` and those of the request
 */
export async function approveDeletion(
  tx: Tx,
  by: TenantActor,
  subjectId: string,
  { obstaclesOf, waitDays }: { obstaclesOf: DeletionBlockersOf; waitDays: (tx: Tx, homeId: string) => Promise<number> },
  now: number,
): Promise<number> {
  await suspendedTenant(tx, subjectId)
  const asked = await openDeletion(tx, subjectId)
  if (!asked || asked.state !== 'asked') throw new Refusal('identity.deletionNone')
  const { tenantId, userId, displayName } = by.caller
  if (asked.asked_by === userId) throw new Refusal('identity.deletionSamePerson', { status: 403 })
  await mustBeTwoPeople(tx, asked.asked_by, userId)
  if (!(await stillMay(tx, { tenantId, userId: asked.asked_by }, 'identity.tenant:govern', async () => true)))
    throw new Refusal('identity.askerGone', { status: 409 })
  mustBeClear(await currentBlockers(tx, obstaclesOf, subjectId))
  const days = Math.max(1, await waitDays(tx, tenantId))
  const dueAt = now + days * DAY_MS
  await tx.execute(
    `update identity_tenant_deletion set state = 'approved', approved_by = $2, approved_by_name = $3, approved_at = $4, wait_days = $5,
       due_at = $6, updated_at = $4 where id = $1`,
    [asked.id, userId, displayName, new Date(now), days, new Date(dueAt)],
  )
  const after = { deletion: asked.id, askedBy: asked.asked_by_name, dueAt }
  await auditBoth(tx, by, subjectId, { action: 'approveDeletion', after }, now)
  return dueAt
}

/**
 * Withdraws a requested or approved deletion.
 * @throws Refusal `identity.deletionNone` when there is none or it has started
 */
export async function withdrawDeletion(tx: Tx, by: TenantActor, subjectId: string, now: number): Promise<void> {
  await lockedTenant(tx, subjectId)
  const open = await openDeletion(tx, subjectId)
  if (!open) throw new Refusal('identity.deletionNone')
  await tx.execute(
    `update identity_tenant_deletion set state = 'withdrawn', withdrawn_by = $2, withdrawn_by_name = $3, withdrawn_at = $4, problem = null, updated_at = $4
     where id = $1`,
    [open.id, by.caller.userId, by.caller.displayName, new Date(now)],
  )
  const change = { before: { state: open.state }, after: { deletion: open.id } }
  await auditBoth(tx, by, subjectId, { action: 'withdrawDeletion', ...change }, now)
}

const rowsDone = ({ tables = {} }: Progress): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** Returns the deletions of a tenant as one person sees them, newest first. */
export async function deletionsOf(tx: Tx, caller: Caller, subjectId: string): Promise<TenantDeletion[]> {
  await mustExist(tx, subjectId)
  const rows = await tx.query(
    DELETION_ROW,
    `select ${DELETION_COLUMNS} from identity_tenant_deletion where subject_id = $1 order by id desc limit 20`,
    [subjectId],
  )
  return rows.map(row => ({
    id: row.id,
    state: row.state,
    reason: row.reason,
    askedAt: row.created_at,
    askedBy: row.asked_by_name,
    isOwn: row.asked_by === caller.userId,
    approvedAt: row.approved_at,
    approvedBy: row.approved_by_name,
    dueAt: row.due_at,
    withdrawnAt: row.withdrawn_at,
    withdrawnBy: row.withdrawn_by_name,
    beganAt: row.began_at,
    endedAt: row.ended_at,
    problem: row.problem,
    rowsDone: rowsDone(row.progress),
  }))
}

/**
 * Returns the certificate of a deleted tenant.
 * @throws Refusal `kernel.notFound` before it is deleted
 */
export async function certificateOf(tx: Tx, subjectId: string): Promise<DeletionCertificate> {
  const [row] = await tx.query(
    { certificate: col.json<DeletionCertificate>() },
    "select certificate from identity_tenant_deletion where subject_id = $1 and state = 'deleted' and certificate is not null",
    [subjectId],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row.certificate
}
