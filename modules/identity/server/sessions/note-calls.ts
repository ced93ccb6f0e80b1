import { type Database, type InterfaceCall, logInterfaceCall, col } from '@wattyard/server-kit'

/** Logs a call between a peer and the server; nobody waits for it. */
export type NoteCall = (call: Omit<InterfaceCall, 'tenantId'>) => void

/** Most refused incoming calls logged per minute, because anybody can call a public address without limit. */
export const NOTED_REFUSALS = 30
const MINUTE_MS = 60_000

/**
 * Returns the logger for calls of the installation's peers, in the log of the home tenant.
 *
 * @param later runs work that nobody waits for; the shutdown waits for it
 */
export function noteCalls(db: Database, later: (work: () => Promise<void>) => void): NoteCall {
  let minute = 0
  let refusals = 0
  return call => {
    if (call.direction === 'in' && call.outcome === 'refused') {
      const now = Math.floor(call.at / MINUTE_MS)
      if (now !== minute) [minute, refusals] = [now, 0]
      if (++refusals > NOTED_REFUSALS) return
    }
    later(async () => {
      const [home] = await db.platform(tx =>
        tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home'),
      )
      if (home) await logInterfaceCall(db, { ...call, tenantId: home.tenant_id })
    })
  }
}
