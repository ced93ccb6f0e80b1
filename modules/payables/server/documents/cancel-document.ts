import { mustPost, reverseJournals } from '@wattyard/ledger/server'
import { accountingDayOf } from '@wattyard/members/server'
import { freeReceipts } from '@wattyard/payments/server'
import { Refusal, type Tx } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { DOCUMENT_SOURCE } from '../../contract/sources.ts'
import type { StoredDocument } from '../rows.ts'
import type { Deed } from './confirm-document.ts'

/**
 * Takes a confirmed document back by a reversal of its journal, which its caller has locked with its company.
 * @throws Refusal `payables.notConfirmed`, or `payables.setOffFirst` while something is set off against it
 */
export async function cancelDocument(
  tx: Tx,
  deed: Deed,
  row: StoredDocument,
  reason: string,
): Promise<{ journalId: string; bookedOn: BusinessDay }> {
  const { tenantId, actor, now } = deed
  if (row.phase !== 'confirmed' || row.journal_id === null) throw new Refusal('payables.notConfirmed')
  if (row.open_fen !== row.amount_fen) throw new Refusal('payables.setOffFirst')
  const [result] = await reverseJournals(tx, [
    {
      tenantId,
      journalId: row.journal_id,
      idemKey: `${DOCUMENT_SOURCE}:${row.id}:cancel`,
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor,
      reason,
    },
  ])
  const { journalId, bookedOn } = mustPost(result)
  await tx.execute(
    `update payables_document set phase = 'cancelled', open_fen = 0, cancelled_on = $3, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, row.id, bookedOn],
  )
  await freeReceipts(tx, tenantId, [row.id])
  return { journalId, bookedOn }
}
