import { voidHolds } from '@wattyard/ledger/server'
import { accountingDayOf } from '@wattyard/members/server'
import type { Tx } from '@wattyard/server-kit'
import type { OrderRow } from '../order/order-row.ts'

/**
 * Releases whole holds. Orders without one are skipped, and holds that ended otherwise stay unchanged.
 *
 * @throws Error when the ledger refuses for another reason
 */
export async function releaseHolds(tx: Tx, rows: readonly OrderRow[], by: string, at: number): Promise<void> {
  const held = rows.flatMap(row => (row.hold_id === null ? [] : [{ row, holdId: row.hold_id }]))
  if (held.length === 0) return
  const days = new Map<string, Awaited<ReturnType<typeof accountingDayOf>>>()
  for (const { row } of held)
    if (!days.has(row.tenant_id)) days.set(row.tenant_id, await accountingDayOf(tx, row.tenant_id, at))
  const results = await voidHolds(
    tx,
    held.map(({ row, holdId }) => {
      const bookedOn = days.get(row.tenant_id)
      if (bookedOn === undefined) throw new Error(`no accounting day for tenant ${row.tenant_id}`)
      return {
        tenantId: row.tenant_id,
        holdId,
        idemKey: `charging.release:${row.id}`,
        source: { type: 'charging.order', id: row.id },
        effectiveAt: at,
        bookedOn,
        actor: by,
      }
    }),
  )
  results.forEach((result, i) => {
    if (result.outcome === 'refused' && result.reason !== 'notOpen')
      throw new Error(`hold of order ${held[i]?.row.id} could not be released: ${result.reason}`)
  })
}
