import { connectorsOfSameEvse } from '@wattyard/assets/contract'
import { type Pile, pilesByIds } from '@wattyard/assets/server'
import type { Tx } from '@wattyard/server-kit'
import type { OrderRow } from './order-row.ts'

type Place = Pick<OrderRow, 'pile_id' | 'connector_number'>

/**
 * The connectors that cannot charge while an order's does: those of its EVSE, its own among them. An EVSE charges one
 * vehicle, so what begins at one of them shows that what ran at another is over.
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

  /** Connectors under which the same may have been told when one of the two tellings named none: all, or number 0. */
  unsaid({ pile_id, connector_number }: Place): readonly number[] {
    if (connector_number !== 0) return [0]
    return Array.from({ length: this.#piles.get(pile_id)?.connectorCount ?? 0 }, (_, i) => i + 1)
  }
}

/** Orders with each connector of their EVSEs, to look for others there. */
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
