import { connectorsOfSameEvse } from '@wattyard/assets/contract'
import { type Pile, pilesByIds } from '@wattyard/assets/server'
import type { Tx } from '@wattyard/server-kit'
import type { OrderRow } from '../order/order-row.ts'

type Place = Pick<OrderRow, 'pile_id' | 'connector_number'>

/**
 * The connectors that cannot charge together with an order's: those of its EVSE, its own included. An EVSE charges one vehicle,
 * so a start at one of them shows that a session at another is over.
 */
export class EvseMates {
  readonly #piles: ReadonlyMap<string, Pile>

  constructor(piles: ReadonlyMap<string, Pile>) {
    this.#piles = piles
  }

  static async read(tx: Tx, pileIds: readonly string[]): Promise<EvseMates> {
    return new EvseMates(pileIds.length === 0 ? new Map() : await pilesByIds(tx, [...new Set(pileIds)]))
  }

  of({ pile_id, connector_number }: Place): readonly number[] {
    const pile = this.#piles.get(pile_id)
    return pile === undefined ? [connector_number] : connectorsOfSameEvse(connector_number, pile)
  }

  /** Connectors of the whole pile, at least 1. */
  countAt({ pile_id }: Place): number {
    return Math.max(1, this.#piles.get(pile_id)?.connectorCount ?? 1)
  }
}

/** Returns each order with every connector of its EVSE. */
export async function withMates<Row extends Place>(
  tx: Tx,
  rows: readonly Row[],
): Promise<{ row: Row; connector: number }[]> {
  const mates = await EvseMates.read(
    tx,
    rows.map(row => row.pile_id),
  )
  return rows.flatMap(row => mates.of(row).map(connector => ({ row, connector })))
}
