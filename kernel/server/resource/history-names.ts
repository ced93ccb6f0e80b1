import { col } from '../database/columns.ts'
import { type Caller, may, seesWholeTenant } from '../caller.ts'
import type { Tx } from '../database/tx.ts'
import type { ResourceIndex } from './read-records.ts'
import { scoped } from './scope.ts'

interface Signed {
  actorId: string | null
  actorName: string
  ip: string | null
}

/**
 * Entries of a record's history as this reader may know them: who did it is named to whoever has that person in reach, or sees
 * the whole company; never to a guest. From where it was done is the log's, and for who may read that. A deed of the product
 * itself has no person and keeps its name.
 */
export async function withoutStrangers<E extends Signed>(
  tx: Tx,
  index: ResourceIndex,
  entries: readonly E[],
  caller: Caller,
): Promise<(Omit<E, 'actorId' | 'actorName' | 'ip'> & { actorName: string | null; ip: string | null })[]> {
  const named = await peopleInReach(tx, index, entries, caller)
  const readsLog = !caller.readOnly && seesWholeTenant(caller) && may(caller, 'platform.audit:read')
  return entries.map(({ actorId, actorName, ip, ...entry }) => ({
    ...entry,
    ip: readsLog ? ip : null,
    actorName: actorId === null || named === 'all' || named.has(actorId) ? actorName : null,
  }))
}

async function peopleInReach(
  tx: Tx,
  index: ResourceIndex,
  entries: readonly Signed[],
  caller: Caller,
): Promise<ReadonlySet<string> | 'all'> {
  if (caller.readOnly) return new Set()
  if (seesWholeTenant(caller)) return 'all'
  const own = new Set([caller.userId])
  const people = index.byName('identity.user')?.resource
  const ids = [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))]
  if (!people || ids.length === 0) return own
  const where = scoped(caller, people)
  where.add(`id = any(${where.value(ids)}::uuid[])`)
  const rows = await tx.query({ id: col.uuid }, `select id from ${people.table} where ${where.text}`, where.values)
  for (const { id } of rows) own.add(id)
  return own
}
