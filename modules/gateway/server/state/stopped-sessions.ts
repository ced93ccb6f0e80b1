import { type Tx, col } from '@wattyard/server-kit'

/** Returns those of these sessions whose start we refused: nobody was allowed to charge in them. */
export async function refusedSessions(
  tx: Tx,
  sessions: readonly { tenantId: string; sessionId: string }[],
): Promise<ReadonlySet<string>> {
  return sessionsWhere(tx, sessions, "t.verdict is not null and t.verdict <> 'accepted'")
}

/**
 * Returns those of these sessions whose stop is stored, whether or not its facts have been worked through yet: between
 * a stop and its order lies the consumer's interval, and a driver may be at the next pile by then.
 */
export async function stoppedSessions(
  tx: Tx,
  sessions: readonly { tenantId: string; sessionId: string }[],
): Promise<ReadonlySet<string>> {
  return sessionsWhere(tx, sessions, 't.stopped_at is not null')
}

/**
 * Returns those of these sessions that their pile has spoken of, whether or not its facts have been worked through yet.
 */
export async function reportedSessions(
  tx: Tx,
  sessions: readonly { tenantId: string; sessionId: string }[],
): Promise<ReadonlySet<string>> {
  return sessionsWhere(tx, sessions, 'true')
}

async function sessionsWhere(
  tx: Tx,
  sessions: readonly { tenantId: string; sessionId: string }[],
  condition: string,
): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set()
  const rows = await tx.query(
    { session_id: col.uuid },
    `select k.session_id from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, session_id)
     cross join lateral (select 1 from gateway_transaction t
       where t.tenant_id = k.tenant_id and t.session_id = k.session_id and ${condition} limit 1) as t`,
    [sessions.map(one => one.tenantId), sessions.map(one => one.sessionId)],
  )
  return new Set(rows.map(row => row.session_id))
}
