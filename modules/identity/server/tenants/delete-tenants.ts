import { randomBytes } from 'node:crypto'
import {
  audit,
  countKept,
  type Database,
  eachByItself,
  eraseChunk,
  type ErasureStep,
  planErasure,
  type DeletionRules,
  type Tx,
} from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { type DeletedTable, type DeletionCertificate } from '../../contract/calls/tenant.ts'
import { tenant } from '../../contract/tenant.ts'
import { lockedTenant } from './tenant-service.ts'
import {
  DELETION_COLUMNS,
  type DeletionRow,
  currentBlockers,
  type DeletionBlockersOf,
  type Progress,
  DELETION_ROW,
} from './tenant-deletion.ts'
import { dropExports } from './tenant-exports.ts'

/**
 * Shortest duration of a deletion. Work that was under way at its start (a frame in transit, a credential cached by another
 * process for a minute) has then arrived and was deleted as well.
 */
export const SETTLE_MS = 10 * 60_000
/** Most chunks of one run; the next run continues. */
const MOST_CHUNKS = 20_000

export interface DeletionWorld {
  db: Database
  clock: Clock
  /** Where exports of tenants lie; their files go too. */
  folder: string | undefined
  version: string
  rules: () => DeletionRules
  obstaclesOf: DeletionBlockersOf
  /** Closes everything that the tenant has open in this process. */
  releaseTenant: (tenantId: string) => void
  /** Rows per chunk; the kernel's default when absent. Tests use few. */
  chunk?: number
}

/** Result of one run, for people. */
export interface DeletionRun {
  begun: number
  rows: number
  ended: number
}

async function deletionsIn(db: Database, where: string, values: readonly unknown[] = []): Promise<DeletionRow[]> {
  return db.platform(
    tx =>
      tx.query(
        DELETION_ROW,
        `select ${DELETION_COLUMNS} from identity_tenant_deletion where ${where} order by id`,
        values,
      ),
    { readOnly: true },
  )
}

/** A deletion, locked, if it still is in this state; null when another runner holds it or has brought it further. */
async function taken(tx: Tx, id: string, state: DeletionRow['state']): Promise<DeletionRow | null> {
  const [row] = await tx.query(
    DELETION_ROW,
    `select ${DELETION_COLUMNS} from identity_tenant_deletion where id = $1 and state = $2 for update skip locked`,
    [id, state],
  )
  return row ?? null
}

/**
 * Starts a due deletion; it cannot be withdrawn afterwards. The state of the tenant's row gives the right to erase, which the
 * database grants only to a deletion that two people approved.
 *
 * @returns whether it started here
 */
async function begin({ db, clock, obstaclesOf }: DeletionWorld, { id, subject_id }: DeletionRow): Promise<boolean> {
  return db.platform(async tx => {
    const { status } = await lockedTenant(tx, subject_id)
    const now = clock.now()
    const row = await taken(tx, id, 'approved')
    if (!row || row.due_at === null || row.due_at > now) return false
    const obstacles = (await currentBlockers(tx, obstaclesOf, subject_id)).filter(({ stops }) => stops)
    if (status !== 'suspended' || obstacles.length > 0) {
      const problem = status === 'suspended' ? obstacles.map(({ what }) => what).join(' ') : status
      await tx.execute('update identity_tenant_deletion set problem = $2, updated_at = $3 where id = $1', [
        id,
        problem,
        new Date(now),
      ])
      return false
    }
    await tx.execute(
      `update identity_tenant_deletion set state = 'deleting', began_at = $2, salt = $3, problem = null, updated_at = $2 where id = $1`,
      [id, new Date(now), randomBytes(32)],
    )
    await tx.execute(
      "update identity_tenant set status = 'deleting', version = version + 1, updated_at = $2 where tenant_id = $1",
      [subject_id, new Date(now)],
    )
    await tx.execute(
      "update identity_session set ended_at = $2, end_reason = 'revoked' where tenant_id = $1 and ended_at is null",
      [subject_id, new Date(now)],
    )
    await note(tx, row, 'beginDeletion', { deletion: id }, now)
    return true
  })
}

/** Audits in the platform's own log; the tenant's log names nobody any more. */
async function note(tx: Tx, row: DeletionRow, action: string, after: Record<string, unknown>, now: number) {
  const actor = { tenantId: row.tenant_id, userId: null, name: 'system', ip: null, requestId: null }
  await audit(tx, actor, [{ resource: tenant.name, recordId: row.subject_id, action, after }], now)
}

const keep = (tx: Tx, id: string, progress: Progress): Promise<number> =>
  tx.execute('update identity_tenant_deletion set progress = $2::jsonb, updated_at = now() where id = $1', [
    id,
    JSON.stringify(progress),
  ])

/**
 * Processes the next chunk of a table and stores the progress in the same transaction: a process killed between two chunks loses
 * nothing, and one killed inside a chunk has done nothing.
 *
 * @returns rows, and whether the table is finished; null when another runner works on it or it has ended
 */
async function chunkOf(
  { db, chunk }: DeletionWorld,
  { id, subject_id }: DeletionRow,
  step: ErasureStep,
): Promise<{ rows: number; isDone: boolean } | null> {
  return db.platform(async tx => {
    const row = await taken(tx, id, 'deleting')
    if (!row?.salt) return null
    const { tables = {}, found = 0, ...rest } = row.progress
    const before = tables[step.table] ?? { rows: 0, cursor: null, isDone: false }
    const done = await eraseChunk(tx, step, {
      tenantId: subject_id,
      salt: Buffer.from(row.salt),
      cursor: before.cursor ?? null,
      ...(chunk === undefined ? {} : { limit: chunk }),
    })
    if (done.rows > 0 || !before.isDone) {
      const now = { rows: before.rows + done.rows, cursor: done.cursor, isDone: done.isDone }
      await keep(tx, id, { ...rest, tables: { ...tables, [step.table]: now }, found: found + done.rows })
    }
    return { rows: done.rows, isDone: done.isDone }
  })
}

/** Starts a new pass over the tables. A pass that finds nothing may be the last. */
async function newPass({ db, folder }: DeletionWorld, { id, subject_id }: DeletionRow): Promise<boolean> {
  return db.platform(async tx => {
    const row = await taken(tx, id, 'deleting')
    if (!row) return false
    const files = (row.progress.files ?? 0) + (await dropExports(tx, folder, subject_id))
    await keep(tx, id, { ...row.progress, files, found: 0 })
    return true
  })
}

/** Works a deletion through all tables, children first, and ends it when a pass has found nothing more. */
async function work(
  world: DeletionWorld,
  row: DeletionRow,
  signal: AbortSignal,
): Promise<{ rows: number; ended: boolean }> {
  const { db } = world
  const steps = await db.platform(tx => planErasure(tx, world.rules()), { readOnly: true })
  let rows = 0
  let chunks = 0
  world.releaseTenant(row.subject_id)
  for (;;) {
    if (!(await newPass(world, row))) return { rows, ended: false }
    let found = 0
    for (const step of steps)
      for (let isDone = false; !isDone; ) {
        if (signal.aborted || ++chunks > MOST_CHUNKS) return { rows, ended: false }
        const done = await chunkOf(world, row, step)
        if (!done) return { rows, ended: false }
        found += done.rows
        isDone = done.isDone
      }
    rows += found
    if (found === 0) return { rows, ended: await end(world, row) }
  }
}

/** Returns the results per table. */
async function tablesOf(tx: Tx, rules: DeletionRules, row: DeletionRow): Promise<DeletedTable[]> {
  const kept = await countKept(tx, rules, row.subject_id)
  const done = row.progress.tables ?? {}
  return Object.entries(rules)
    .map(([name, rule]): DeletedTable => {
      if (rule.do === 'keep') return { name, fate: 'kept', rows: kept.get(name) ?? 0, for: rule.for }
      const rows = done[name]?.rows ?? 0
      if (rule.do === 'erase') return { name, fate: 'erased', rows }
      return { name, fate: 'pseudonymised', rows, columns: Object.keys(rule.columns) }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Ends a deletion: writes the certificate and deletes the salt, without which no name can be tested against a pseudonym. */
async function end(
  { db, clock, version, rules, folder }: DeletionWorld,
  { id, subject_id }: DeletionRow,
): Promise<boolean> {
  return db.platform(async tx => {
    const { code, name } = await lockedTenant(tx, subject_id)
    const row = await taken(tx, id, 'deleting')
    const now = clock.now()
    if (!row || row.began_at === null || now - row.began_at < SETTLE_MS || row.progress.found !== 0) return false
    const late = await dropExports(tx, folder, subject_id)
    const certificate: DeletionCertificate = {
      format: 'wattyard.tenant-deletion/1',
      version,
      deletion: id,
      tenant: { id: subject_id, code, name },
      reason: row.reason,
      asked: { by: row.asked_by_name, at: row.created_at },
      approved: {
        by: row.approved_by_name ?? '',
        at: row.approved_at ?? 0,
        waitDays: row.wait_days ?? 0,
        dueAt: row.due_at ?? 0,
      },
      beganAt: row.began_at,
      endedAt: now,
      warnings: row.warnings,
      tables: await tablesOf(tx, rules(), row),
      files: (row.progress.files ?? 0) + late,
    }
    await tx.execute(
      "update identity_tenant set status = 'deleted', version = version + 1, updated_at = $2 where tenant_id = $1",
      [subject_id, new Date(now)],
    )
    await tx.execute(
      `update identity_tenant_deletion set state = 'deleted', ended_at = $2, certificate = $3::jsonb, salt = null, problem = null, updated_at = $2
       where id = $1`,
      [id, new Date(now), JSON.stringify(certificate)],
    )
    await note(tx, row, 'deleteTenant', { ...certificate }, now)
    return true
  })
}

/** Stores why a run failed, for people who look at the tenant; the job's own run has it too. */
async function noteProblem({ db }: DeletionWorld, id: string, error: unknown): Promise<void> {
  await db.platform(tx =>
    tx.execute(
      "update identity_tenant_deletion set problem = $2, updated_at = now() where id = $1 and state = 'deleting'",
      [id, String(error).slice(0, 500)],
    ),
  )
}

/** Continues a started deletion and adds the work to the run. */
async function bringOn(world: DeletionWorld, row: DeletionRow, run: DeletionRun, signal: AbortSignal): Promise<void> {
  try {
    const { rows, ended } = await work(world, row, signal)
    run.rows += rows
    if (ended) run.ended++
  } catch (error) {
    await noteProblem(world, row.id, error)
    throw error
  }
}

/**
 * Starts due deletions and continues started ones. Concurrent and killed runners do no harm: each chunk locks the deletion's row
 * and continues after the last one.
 *
 * @throws AggregateError of the failed ones, after the others were processed
 */
export async function workDeletions(world: DeletionWorld, signal: AbortSignal): Promise<DeletionRun> {
  const run: DeletionRun = { begun: 0, rows: 0, ended: 0 }
  const until = { signal, nameOf: (row: DeletionRow) => row.subject_id }
  const due = await deletionsIn(world.db, "state = 'approved' and due_at <= $1", [new Date(world.clock.now())])
  const steps = {
    begin: () => eachByItself(due, async row => void ((await begin(world, row)) && run.begun++), until),
    bringOn: async () =>
      eachByItself(await deletionsIn(world.db, "state = 'deleting'"), row => bringOn(world, row, run, signal), until),
  }
  await eachByItself(['begin', 'bringOn'] as const, step => steps[step](), { signal })
  return run
}
