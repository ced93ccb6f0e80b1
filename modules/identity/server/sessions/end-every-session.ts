import type { Tx } from '@wattyard/server-kit'

/**
 * Ends every session of every tenant: after a restore, sessions ended since the backup would be valid again.
 *
 * @returns number of sessions ended
 */
export function endEverySession(tx: Tx, now: number): Promise<number> {
  return tx.execute("update identity_session set ended_at = $1, end_reason = 'revoked' where ended_at is null", [
    new Date(now),
  ])
}
