import { type Caller, may } from '../caller.ts'
import type { LiveEvent } from './live-bus.ts'

/** Topics whose records have an owner. */
export type OwnedTopics = (topic: string) => boolean

/**
 * Returns whether an event is for this caller: of the tenant, of a topic the caller may read (the read permission of
 * the resource of the same name), of a station within reach, and of the caller's own records where they have an owner
 * and the caller may not read everybody's; or to this person alone; or to everybody of the tenant. An event of such a
 * topic that does not say whose it is goes to who reads everybody's.
 *
 * @param stations the stations of the caller's scope; null for who sees the whole tenant
 */
export function mayHear(
  caller: Pick<Caller, 'tenantId' | 'userId' | 'permissions'>,
  stations: ReadonlySet<string> | null,
  event: LiveEvent,
  isOwned: OwnedTopics,
): boolean {
  if (event.userId !== undefined) return event.tenantId === caller.tenantId && event.userId === caller.userId
  if (event.everybody) return event.tenantId === caller.tenantId
  if (event.tenantId !== caller.tenantId || !may(caller, `${event.topic}:read`)) return false
  const isTheirs = event.ownerId === caller.userId || may(caller, `${event.topic}:all`)
  if (isOwned(event.topic) && !isTheirs) return false
  return stations === null || (event.stationId !== null && stations.has(event.stationId))
}
