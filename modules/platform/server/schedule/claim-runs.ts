import { newId, type ScheduledJob, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { MAX_OUTPUT, type RUN_CAUSES, type RUN_OUTCOMES } from '../../contract/schedule.ts'
import { nextTime } from './times.ts'

/** A run that this process has claimed; no other process runs the job meanwhile. */
export interface Claim {
  tenantId: string
  scheduleId: string
  runId: string
  owner: string
  name: string
  lease_ms: number
  /** Time of the database's clock, the only one shared by all processes, epoch ms. */
  at: number
}

type Cause = (typeof RUN_CAUSES)[number]
type Outcome = (typeof RUN_OUTCOMES)[number]

const ROW = {
  id: col.uuid,
  name: col.text,
  cron: col.text,
  zone: col.text,
  missed: col.text,
  state: col.text,
  next_run_at: col.instant.orNull,
  last_outcome: col.text.orNull,
  wanted_at: col.instant.orNull,
  wanted_by: col.text.orNull,
  run_id: col.uuid.orNull,
  now: col.instant,
}

type Row = RowIn<typeof ROW>

const DEFAULT_LEASE_MS = 60_000
/** Lateness in ms from which a due time counts as missed. */
export const GRACE_MS = 60_000
const COLUMNS =
  'id, name, cron, zone, missed, state, next_run_at, last_outcome, wanted_at, wanted_by, run_id, clock_timestamp() as now'

/**
 * Claims up to `limit` jobs that are due or requested. Rows being claimed by another process and jobs with a running lease are
 * skipped.
 */
export async function claimRuns(
  tx: Tx,
  {
    tenantId,
    owner,
    jobs,
    limit,
  }: { tenantId: string; owner: string; jobs: ReadonlyMap<string, ScheduledJob>; limit: number },
): Promise<Claim[]> {
  const rows = await tx.query(
    ROW,
    `select ${COLUMNS} from platform_schedule
     where tenant_id = $1 and name = any($2::text[]) and lease_until is null
       and (wanted_at is not null or (state = 'active' and next_run_at <= clock_timestamp()))
     order by coalesce(wanted_at, next_run_at) limit ${limit} for update skip locked`,
    [tenantId, [...jobs.keys()]],
  )
  const claims: Claim[] = []
  for (const row of rows) {
    const isLate = row.wanted_at === null && row.now - (row.next_run_at ?? row.now) > GRACE_MS
    if (isLate && row.missed === 'skip') await passOver(tx, tenantId, row)
    else claims.push(await begin(tx, row, isLate, { tenantId, owner, lease_ms: jobs.get(row.name)?.lease_ms }))
  }
  return claims
}

/** Skips a missed time that is not made up for, and records that. */
async function passOver(tx: Tx, tenantId: string, row: Row): Promise<void> {
  await addRun(tx, {
    tenantId,
    scheduleId: row.id,
    runId: newId(),
    cause: 'missed',
    by: null,
    at: row.now,
    outcome: 'skipped',
  })
  await tx.execute(
    "update platform_schedule set next_run_at = $3, last_outcome = 'skipped', version = version + 1, updated_at = now() where tenant_id = $1 and id = $2",
    [tenantId, row.id, nextTime(row, row.now)],
  )
}

async function begin(
  tx: Tx,
  row: Row,
  isLate: boolean,
  { tenantId, owner, lease_ms = DEFAULT_LEASE_MS }: { tenantId: string; owner: string; lease_ms: number | undefined },
): Promise<Claim> {
  const runId = newId()
  const cause: Cause = row.wanted_at === null ? (isLate ? 'missed' : 'due') : 'asked'
  await addRun(tx, { tenantId, scheduleId: row.id, runId, cause, by: row.wanted_by, at: row.now, outcome: 'running' })
  await tx.execute(
    `update platform_schedule set lease_owner = $3, lease_until = clock_timestamp() + $4 * interval '1 millisecond', run_id = $5,
       running_since_at = $6, last_run_at = $6, wanted_at = null, wanted_by = null,
       next_run_at = $7, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      tenantId,
      row.id,
      owner,
      lease_ms,
      runId,
      new Date(row.now),
      row.state === 'active' ? nextTime(row, row.now) : null,
    ],
  )
  return { tenantId, scheduleId: row.id, runId, owner, name: row.name, lease_ms, at: row.now }
}

async function addRun(
  tx: Tx,
  run: {
    tenantId: string
    scheduleId: string
    runId: string
    cause: Cause
    by: string | null
    at: number
    outcome: 'running' | 'skipped'
  },
): Promise<void> {
  const at = new Date(run.at)
  await tx.execute(
    `insert into platform_schedule_run (tenant_id, id, schedule_id, cause, asked_by, started_at, ended_at, outcome)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      run.tenantId,
      run.runId,
      run.scheduleId,
      run.cause,
      run.by,
      at,
      run.outcome === 'skipped' ? at : null,
      run.outcome,
    ],
  )
}

const MINE = 'tenant_id = $1 and id = $2 and run_id = $3 and lease_owner = $4'
const mine = ({ tenantId, scheduleId, runId, owner }: Claim) => [tenantId, scheduleId, runId, owner]

/** Renews the lease. Returns false when the run was given up by another process; it must then stop. */
export async function renewLease(tx: Tx, claim: Claim): Promise<boolean> {
  return (
    (await tx.execute(
      `update platform_schedule set lease_until = clock_timestamp() + $5 * interval '1 millisecond' where ${MINE}`,
      [...mine(claim), claim.lease_ms],
    )) === 1
  )
}

// oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Returns a text that the database can store, cut to `MAX_OUTPUT`; null when it is empty. */
function keepable(text: string | null): string | null {
  const plain = text?.toWellFormed().replace(CONTROLS, ' ').trim()
  if (!plain) return null
  return plain.length > MAX_OUTPUT ? `${plain.slice(0, MAX_OUTPUT - 1).toWellFormed()}…` : plain
}

/** Writes down how a run ended and when the next is. False when the run had been given up meanwhile. */
export async function endRun(
  tx: Tx,
  claim: Claim,
  { outcome, output }: { outcome: Outcome; output: string | null },
): Promise<boolean> {
  const [row] = await tx.query(ROW, `select ${COLUMNS} from platform_schedule where ${MINE} for update`, mine(claim))
  if (!row) return false
  await tx.execute(
    `update platform_schedule_run set ended_at = $3, outcome = $4, output = $5, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [claim.tenantId, claim.runId, new Date(row.now), outcome, keepable(output)],
  )
  await release(tx, claim.tenantId, row, outcome)
  return true
}

/**
 * Releases the row. An interrupted run starts again immediately where missed times are made up for, but only once: a job that
 * crashes its process would otherwise do so for ever.
 */
async function release(tx: Tx, tenantId: string, row: Row, outcome: Outcome): Promise<void> {
  const isCut = outcome === 'stopped' || outcome === 'lost'
  const again = isCut && row.missed === 'once' && row.last_outcome !== 'lost'
  const next = row.state === 'active' ? (again ? new Date(row.now) : nextTime(row, row.now)) : null
  await tx.execute(
    `update platform_schedule set lease_owner = null, lease_until = null, run_id = null, running_since_at = null,
       last_outcome = $3, next_run_at = $4, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, row.id, outcome, next],
  )
}

/** Gives up runs with an expired lease and records them as lost. Returns the ids of the jobs. */
export async function giveUpLost(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx.query(
    ROW,
    `select ${COLUMNS} from platform_schedule where tenant_id = $1 and lease_until < clock_timestamp() order by id for update skip locked`,
    [tenantId],
  )
  for (const row of rows) {
    await tx.execute(
      `update platform_schedule_run set ended_at = $3, outcome = 'lost', version = version + 1, updated_at = now()
       where tenant_id = $1 and id = $2 and outcome = 'running'`,
      [tenantId, row.run_id, new Date(row.now)],
    )
    await release(tx, tenantId, row, 'lost')
  }
  return rows.map(row => row.id)
}
