import type { Tx } from '@wattyard/server-kit'
import type { OrderRow } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { markStopSent } from '../supervise/watch-store.ts'

/**
 * Sends the pile a stop for the order's transaction, after the commit; null when the pile has not named a transaction
 * yet. Whether it obeys is seen by the facts that follow: the order waits in `stopping` for them.
 */
export async function sendStop(
  tx: Tx,
  { piles }: Pick<ChargingPorts, 'piles'>,
  row: OrderRow,
  by: string,
  at: number,
): Promise<string | null> {
  const { tenant_id, pile_id, station_id, transaction_id } = row
  const command =
    transaction_id === null
      ? null
      : await piles.stop(
          tx,
          { tenantId: tenant_id, pileId: pile_id, stationId: station_id, transactionId: transaction_id },
          by,
        )
  await markStopSent(tx, row, command, at)
  return command
}
