import { type Call, newId } from '@wattyard/server-kit'
import { journalKey } from '@wattyard/ledger/server'
import { accountingDayOf, type MembersPorts } from '@wattyard/members/server'
import { openChannel } from '../channels/stored-channel.ts'
import { recordPayment } from './record-payment.ts'

/** Credits a top-up that a person entered for a member, whose record the command has locked. */
export const recordTopUp: MembersPorts['recordTopUp'] = async (call: Call, asked) => {
  const { tx, caller, idempotencyKey } = call
  const { tenantId, userId, displayName } = caller
  const channel = await openChannel(tx, tenantId, asked.channelId)
  const now = Date.now()
  return recordPayment(tx, {
    ...asked,
    tenantId,
    channel,
    // The key that journals of top-ups had before there were payments, so that a request of then is found again.
    requestKey: journalKey('members.topUp', userId, asked.memberId, idempotencyKey ?? newId()),
    paidAt: now,
    bookedOn: await accountingDayOf(tx, tenantId, now),
    actor: displayName,
    ...(asked.reason === null || asked.reason === '' ? {} : { memo: asked.reason }),
  })
}
