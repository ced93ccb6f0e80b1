import type { Tx } from '@wattyard/server-kit'

/** How a session is called on the wire, for whoever wants to stop it. */
export interface SessionWire {
  sessionId: string
  pileId: string
  transactionId: string
  connector: number | null
  stopped: boolean
}

/** Wire ids by session id; a session without a usable one (its start never came) is missing. */
export async function sessionWires(tx: Tx, sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionWire>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await tx.query<SessionWire>(
    `select session_id as "sessionId", pile_id as "pileId", transaction_id as "transactionId", connector, stopped_at is not null as stopped
     from gateway_transaction where session_id = any($1::uuid[]) and transaction_id not like '~%' and tenant_id = coalesce($2, tenant_id)`,
    [[...new Set(sessionIds)], tx.tenantId],
  )
  return new Map(rows.map(row => [row.sessionId, row]))
}

/**
 * Those of these sessions whose stop is stored, whether or not its facts have been worked through yet: between a stop
 * and its order lies the consumer's interval, and a driver may be at the next pile by then.
 */
export async function stoppedSessions(
  tx: Tx,
  sessions: readonly { tenantId: string; sessionId: string }[],
): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set()
  const rows = await tx.query<{ session_id: string }>(
    `select k.session_id from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, session_id)
     cross join lateral (select 1 from gateway_transaction t
       where t.tenant_id = k.tenant_id and t.session_id = k.session_id and t.stopped_at is not null limit 1) as t`,
    [sessions.map(one => one.tenantId), sessions.map(one => one.sessionId)],
  )
  return new Set(rows.map(row => row.session_id))
}
