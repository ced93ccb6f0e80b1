import { type Database, type InterfaceCall, logInterfaceCall, col } from '@wattyard/server-kit'

/** Has a call between a neighbour and us written down; nobody waits for it. */
export type NoteCall = (call: Omit<InterfaceCall, 'tenantId'>) => void

/** Refused calls of others that are written down in a minute: anybody may call a public address as often as they like. */
export const NOTED_REFUSALS = 30
const MINUTE_MS = 60_000

/**
 * Calls of the installation's neighbours, in the log of its home tenant.
 *
 * @param later runs what nobody waits for and is waited for when the process ends
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
