import type { Caller } from './caller.ts'
import type { Tx } from './database/tx.ts'
import { newId } from './new-id.ts'

export interface AuditEntry {
  resource: string
  recordId: string
  action: string
  before?: Readonly<Record<string, unknown>> | null
  after?: Readonly<Record<string, unknown>> | null
}

export interface Actor {
  tenantId: string
  userId: string | null
  name: string
  ip?: string | null
  requestId?: string | null
}

export function actorOf(call: { caller: Caller; ip: string; requestId: string }): Actor {
  const { caller } = call
  return {
    tenantId: caller.tenantId,
    userId: caller.userId,
    name: caller.displayName,
    ip: call.ip,
    requestId: call.requestId,
  }
}

/** Returns the platform itself as an actor, for jobs and devices. */
export function platformActor(tenantId: string, name: string): Actor {
  return { tenantId, userId: null, name }
}

const asJson = (value: Readonly<Record<string, unknown>> | null | undefined) =>
  value ? JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner)) : null

/** Holds an entry against the words of the log; throws where the log would show a key. */
export type DeedWitness = (entry: AuditEntry) => void

let witness: DeedWitness | null = null

/** For tests alone: every entry that is written is judged. */
export function witnessDeeds(judge: DeedWitness | null): void {
  witness = judge
}

/** Writes who did what, in the transaction of the deed; nobody may alter it afterwards. */
export async function audit(
  tx: Tx,
  actor: Actor,
  entries: readonly AuditEntry[],
  at: number = Date.now(),
): Promise<void> {
  if (entries.length === 0) return
  if (witness) for (const entry of entries) witness(entry)
  const column = <T>(pick: (entry: AuditEntry) => T) => entries.map(pick)
  await tx.execute(
    `insert into kernel_audit (tenant_id, id, at, actor_id, actor_name, ip, request_id, resource, record_id, action, before, after)
     select $1, id, $2, $3, $4, $5, $6, resource, record_id, action, before::jsonb, after::jsonb
     from unnest($7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
       as entry(id, resource, record_id, action, before, after)`,
    [
      actor.tenantId,
      new Date(at),
      actor.userId,
      actor.name,
      actor.ip ?? null,
      actor.requestId ?? null,
      column(() => newId(at)),
      column(entry => entry.resource),
      column(entry => entry.recordId),
      column(entry => entry.action),
      column(entry => asJson(entry.before)),
      column(entry => asJson(entry.after)),
    ],
  )
}

/** Fields that differ between two records, as before / after pairs. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const from: Record<string, unknown> = {}
  const to: Record<string, unknown> = {}
  for (const key of Object.keys(after)) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue
    from[key] = before[key] ?? null
    to[key] = after[key]
  }
  return Object.keys(to).length ? { before: from, after: to } : null
}
