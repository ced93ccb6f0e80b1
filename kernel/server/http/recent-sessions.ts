import { type Requester, strangerAt } from '../fairness/requester.ts'
import type { Caller } from '../caller.ts'
import type { Credentials } from './credentials.ts'

const MAX_SESSIONS = 20_000
/** A session that was shown longer ago is a stranger's until it has been looked up again. */
const REMEMBERED_MS = 10 * 60_000

/** What somebody shows as a session; null for who shows nothing. Never written anywhere. */
const shown = ({ cookie, handle }: Credentials): string | null =>
  cookie === undefined && handle === undefined ? null : `${cookie ?? ''} ${handle ?? ''}`

/** Whether a session is shown at all: who shows none is nobody without a question to the database. */
export const showsSession = (credentials: Credentials): boolean => shown(credentials) !== null

export interface RecentSessions {
  /** In whose line a call stands before anybody has been looked up. It opens no door: that is for the look-up. */
  askerOf(credentials: Credentials): Requester
  /** What a look-up has told. */
  learn(credentials: Credentials, caller: Caller | null): void
}

/** Remembers which sessions were good a moment ago, so that made-up ones stand in the line of strangers. */
export function recentSessions(now: () => number = Date.now): RecentSessions {
  const known = new Map<string, { tenantId: string; sessionId: string; at: number }>()
  return {
    askerOf(credentials) {
      const word = shown(credentials)
      const found = word === null ? undefined : known.get(word)
      if (!found || now() - found.at > REMEMBERED_MS) return strangerAt(credentials.ip)
      return askerFor(found)
    },
    learn(credentials, caller) {
      const word = shown(credentials)
      if (word === null) return
      known.delete(word)
      if (!caller) return
      known.set(word, { tenantId: caller.tenantId, sessionId: caller.sessionId, at: now() })
      const oldest = known.size > MAX_SESSIONS ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
    },
  }
}

/** The line of a caller who has been found. */
export const askerFor = ({ tenantId, sessionId }: Pick<Caller, 'tenantId' | 'sessionId'>): Requester => ({
  kind: 'people',
  group: tenantId,
  name: sessionId,
})
