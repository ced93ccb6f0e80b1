import { connectorLabel } from '@wattyard/assets/contract'
import { pilesByIds } from '@wattyard/assets/server'
import type { Tx, WireRecord } from '@wattyard/server-kit'

/** Adds the connector's label as `connectorName` to records with a pile and a connector number. */
export async function addConnectorNames(tx: Tx, records: readonly WireRecord[]): Promise<void> {
  const named = records.filter(record => typeof record.connectorNumber === 'number')
  if (named.length === 0) return
  const piles = await pilesByIds(tx, [...new Set(named.map(record => String(record.pile)))])
  for (const record of named) {
    const pile = piles.get(String(record.pile))
    const number = Number(record.connectorNumber)
    record.connectorName = pile ? connectorLabel(number, pile) : String(number)
  }
}
