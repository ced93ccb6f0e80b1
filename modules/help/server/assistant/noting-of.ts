import { type Database, noteInLog, type Noting } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'

/** Returns a writer of the assistant's calls into the tenant's call log. */
export function notingOf(db: Database, tenantId: string, correlationId: string, clock: Clock): Noting {
  return { peer: 'assistant', correlationId, now: () => clock.now(), note: noteInLog(db, tenantId) }
}
