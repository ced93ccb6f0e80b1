import { MAX_REPLACEMENTS, REPLACEMENT_WINDOW_MS } from '../limits.ts'

export interface DuplicateCase {
  /** The old socket answered the ping, or sent anything since it was pinged. */
  oldAlive: boolean
  /** Both present the same client certificate (security profile 3). */
  sameCertificate: boolean
  /** Both come from one source network. */
  sameNetwork: boolean
  /** The pile is restarting because we asked it to or because it installs firmware: it may reconnect several times. */
  restarting: boolean
  /** When live connections of this pile were replaced from their own network, epoch ms. */
  replacements: readonly number[]
  now: number
}

/** `replace` closes the old connection; `hold` keeps it and lets the new one send only heartbeats. */
export type DuplicateVerdict = { act: 'replace'; event: 'replaced-dead' | 'replaced-alive' } | { act: 'hold' }

/**
 * Decides about a second connection of a pile (trust W17), after it has authenticated and the old socket was pinged. A dead
 * connection is replaced. A live one is replaced by a connection with the same certificate, and by one from its own network at
 * most 3 times in 10 minutes, or without limit during a restart that we asked for; any other connection waits for the operator.
 */
export function judgeDuplicate(given: DuplicateCase): DuplicateVerdict {
  if (!given.oldAlive) return { act: 'replace', event: 'replaced-dead' }
  if (given.sameCertificate) return { act: 'replace', event: 'replaced-alive' }
  if (!given.sameNetwork) return { act: 'hold' }
  if (given.restarting) return { act: 'replace', event: 'replaced-alive' }
  const recent = given.replacements.filter(at => given.now - at < REPLACEMENT_WINDOW_MS).length
  return recent < MAX_REPLACEMENTS ? { act: 'replace', event: 'replaced-alive' } : { act: 'hold' }
}
