import { audit, type Database, emit, type Job, platformActor, col, textList, type Tx } from '@wattyard/server-kit'
import { approval } from '../contract/approval.ts'
import { APPROVAL_ENDED } from '../contract/events.ts'

/** Requests of one transaction. */
const BATCH = 500

/**
 * Ends overdue requests and records that in their history.
 * @returns number of requests
 */
export async function expireApprovals(db: Database, now: number): Promise<number> {
  const gone = await db.platform(async tx => {
    const rows = await tx.query(
      { tenant_id: col.uuid, id: col.uuid },
      `update platform_approval set state = 'expired', decided_at = $1, version = version + 1, updated_at = now()
       where (tenant_id, id) in (
         select tenant_id, id from platform_approval where state = 'waiting' and expires_at <= $1 order by expires_at limit ${BATCH} for update skip locked)
       returning tenant_id, id`,
      [new Date(now)],
    )
    for (const [tenantId, own] of Map.groupBy(rows, row => row.tenant_id))
      await audit(
        tx,
        platformActor(tenantId, 'platform'),
        own.map(({ id }) => ({ resource: approval.name, recordId: id, action: 'expireApproval' })),
        now,
      )
    await emit(
      tx,
      rows.map(({ tenant_id: tenantId, id }) => ({ tenantId, topic: APPROVAL_ENDED, key: id, body: {} })),
    )
    return rows.length
  })
  return gone
}

/**
 * Ends the requests about records that are gone: nobody could approve them any more. Approvers lock the request first and the record
 * afterwards, so a request that one of them holds is left to them: they find no record.
 * @param resource name of the definition, such as `charging.order`
 */
export async function expireRequestsAbout(
  tx: Tx,
  tenantId: string,
  resource: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx.query(
    { id: col.uuid },
    `update platform_approval set state = 'expired', decided_at = now(), version = version + 1, updated_at = now()
     where tenant_id = $1 and id in (
       select id from platform_approval where tenant_id = $1 and resource = $2 and record = any($3::text[]) and state = 'waiting' for update skip locked)
     returning id`,
    [tenantId, resource, textList(ids)],
  )
  await audit(
    tx,
    platformActor(tenantId, 'platform'),
    rows.map(({ id }) => ({ resource: approval.name, recordId: id, action: 'expireApproval' })),
    Date.now(),
  )
  await emit(
    tx,
    rows.map(({ id }) => ({ tenantId, topic: APPROVAL_ENDED, key: id, body: {} })),
  )
}

export const approvalJobs: readonly Job[] = [
  {
    name: 'platform.expire-approvals',
    cron: '* * * * *',
    async run({ db, now, signal }) {
      let gone = 0
      let last = BATCH
      while (!signal.aborted && last === BATCH) {
        last = await expireApprovals(db, now)
        gone += last
      }
      return `requests: ${gone}`
    },
  },
]
