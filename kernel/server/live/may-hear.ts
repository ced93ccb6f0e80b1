import { type Caller, may } from '../caller.ts'
import type { LiveEvent } from './live-bus.ts'

/**
 * Whether an event is for this caller: of the tenant, of a topic the caller may read (the read permission of the
 * resource of the same name), and of a station within reach; or to this person alone; or to everybody of the tenant.
 *
 * @param stations the stations of the caller's scope; null for who sees the whole tenant
 */
export function mayHear(
  caller: Pick<Caller, 'tenantId' | 'userId' | 'permissions'>,
  stations: ReadonlySet<string> | null,
  event: LiveEvent,
): boolean {
  if (event.userId !== undefined) return event.tenantId === caller.tenantId && event.userId === caller.userId
  if (event.everybody) return event.tenantId === caller.tenantId
  if (event.tenantId !== caller.tenantId || !may(caller, `${event.topic}:read`)) return false
  return stations === null || (event.stationId !== null && stations.has(event.stationId))
}
