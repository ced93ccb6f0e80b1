import type { AccountKey } from '@wattyard/ledger/server'
import type { Tx } from '@wattyard/server-kit'
import { arrivalOf, openChannel } from './stored-channel.ts'

/**
 * Returns the account in which money of a channel arrives and from which it leaves, for payments that people enter elsewhere. The channel
 * stays open until the transaction ends.
 * @throws Refusal `payments.channelNotOpen`, or on `channel` when there is none
 */
export async function arrivalAccount(
  tx: Tx,
  tenantId: string,
  channelId: string,
): Promise<Omit<AccountKey, 'tenantId'>> {
  return arrivalOf(await openChannel(tx, tenantId, channelId))
}
