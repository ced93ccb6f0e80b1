import type { Call } from '../http/route.ts'
import { Refusal } from '../refusal.ts'
import { changesOf } from './scope.ts'
import type { ResourceRow, ServedResource } from './served.ts'

/**
 * Guarded rows that concern others than those within the caller's reach are not changed; whoever sees the whole tenant
 * reaches all.
 *
 * @throws Refusal `kernel.sharedRows`
 */
export async function mustBeWithinReach(
  { tx, caller }: Pick<Call, 'tx' | 'caller'>,
  { resource, withinReach }: Pick<ServedResource, 'resource' | 'withinReach'>,
  rows: readonly Readonly<ResourceRow>[],
): Promise<void> {
  if (rows.length === 0 || changesOf(caller, resource) !== 'some') return
  const reached = await withinReach?.(tx, caller, rows)
  if (!rows.every(({ id }) => reached?.has(id))) throw new Refusal('kernel.sharedRows', { status: 403 })
}
