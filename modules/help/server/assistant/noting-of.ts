import { type Database, noteInLog, type Noting } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'

/** Has calls of the assistant's service written into the log of the tenant whose service it is. */
export function notingOf(db: Database, tenantId: string, correlationId: string, clock: Clock): Noting {
  return { peer: 'assistant', correlationId, now: () => clock.now(), note: noteInLog(db, tenantId) }
}
