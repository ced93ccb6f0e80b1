import { journalsById, type ReversalFollower } from '@wattyard/ledger/server'
import { col, Refusal, uuidList } from '@wattyard/server-kit'
import { mustStillLie } from './unmatched.ts'
import { FREEZE_SOURCE } from './freeze-money.ts'
import { MERGE_SOURCE } from './merge-members.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Follows the ledger's reversals to members. A journal of an account that has ended is not reversed, because its money would come back to
 * nobody; one that put money among the receipts without an owner is, as long as the money lies there; holds of freezes end by their release, and a merge not at all.
 */
export const followMemberReversals: ReversalFollower = {
  async mayReverse(tx, { id, source }) {
    const { tenantId } = tx
    if (source.type === MERGE_SOURCE || source.type === FREEZE_SOURCE) throw new Refusal('members.caseStands')
    if (tenantId === null) return
    const [journal] = await journalsById(tx, tenantId, [id])
    const owners = (journal?.postings ?? []).flatMap(({ debit, credit }) =>
      [debit, credit].flatMap(({ ownerType, ownerId }) =>
        ownerType === 'member' && UUID.test(ownerId) ? [ownerId] : [],
      ),
    )
    const ended = await tx.query(
      { id: col.uuid },
      `select id from members_member where tenant_id = $1 and id = any($2::uuid[]) and status in ('merged', 'anonymised')`,
      [tenantId, uuidList(owners)],
    )
    if (ended.length > 0) throw new Refusal('members.closedAccount')
    if (journal) await mustStillLie(tx, tenantId, journal)
  },
  async reversed() {
    // Its record stays as it is: the reversal is a journal of its own.
  },
}
