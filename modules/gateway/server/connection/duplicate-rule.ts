import { MAX_REPLACEMENTS, REPLACEMENT_WINDOW_MS } from '../limits.ts'

export interface DuplicateCase {
  /** The old socket answered the ping, or sent anything since it was asked. */
  oldAlive: boolean
  /** Both present the same client certificate (security profile 3). */
  sameCertificate: boolean
  /** Both come from one source network. */
  sameNetwork: boolean
  /** We asked the pile to restart, or it installs firmware of ours: it comes and goes until it is up again. */
  restarting: boolean
  /** When living connections of this pile were replaced from their own network, epoch ms. */
  replacements: readonly number[]
  now: number
}

/** `replace` closes the old connection; `hold` keeps it and lets the new one only send heartbeats. */
export type DuplicateVerdict = { act: 'replace'; event: 'replaced-dead' | 'replaced-alive' } | { act: 'hold' }

/**
 * Judges the second connection of a pile (trust W17), decided after it has authenticated and the old socket was
 * pinged. A dead one is replaced. A living one is replaced by a holder of its certificate, and by one from its own
 * network at most 3 times in 10 minutes, or as often as a restart that we asked for needs; anybody else has to wait for
 * the operator.
 */
export function judgeDuplicate(given: DuplicateCase): DuplicateVerdict {
  if (!given.oldAlive) return { act: 'replace', event: 'replaced-dead' }
  if (given.sameCertificate) return { act: 'replace', event: 'replaced-alive' }
  if (!given.sameNetwork) return { act: 'hold' }
  if (given.restarting) return { act: 'replace', event: 'replaced-alive' }
  const recent = given.replacements.filter(at => given.now - at < REPLACEMENT_WINDOW_MS).length
  return recent < MAX_REPLACEMENTS ? { act: 'replace', event: 'replaced-alive' } : { act: 'hold' }
}
