import { pilesByIds, stationsByIds } from '@wattyard/assets/server'
import { emit, type Tx } from '@wattyard/server-kit'
import type { PileChange } from './refresh-live.ts'

/** A pile in service has a fault. Key: id of the pile. */
export const PILE_FAULT = 'gateway.pile-fault'
/** A pile no longer counts as one in fault: it works, is away, or was taken out of service. Key: id of the pile. */
export const PILE_FAULT_OVER = 'gateway.pile-fault-over'

/** Body of `PILE_FAULT`. */
export interface PileTrouble {
  code: string
  name: string
  stationId: string
  stationName: string
  operatorId: string
  /** Start of the fault, epoch ms. A pile that reports it again after a reconnect reports the same start. */
  since: number
}

/** Emits `PILE_FAULT_OVER` for piles whose live status is no longer a fault, in the transaction that writes it. */
export async function tellFaultsOver(tx: Tx, changes: readonly PileChange[]): Promise<void> {
  await emit(
    tx,
    changes.map(({ tenantId, news }) => ({ tenantId, topic: PILE_FAULT_OVER, key: news.id, body: {} })),
  )
}

/** Emits `PILE_FAULT` for piles whose live status became a fault, in the transaction that writes it: once per fault. */
export async function tellFaults(tx: Tx, changes: readonly PileChange[]): Promise<void> {
  if (changes.length === 0) return
  const piles = await pilesByIds(
    tx,
    changes.map(({ news }) => news.id),
  )
  const stations = await stationsByIds(
    tx,
    changes.map(({ stationId }) => stationId),
  )
  await emit(
    tx,
    changes.flatMap(({ tenantId, stationId, news }) => {
      const pile = piles.get(news.id)
      if (pile === undefined || news.liveSince === null) return []
      const body: PileTrouble = {
        code: pile.code,
        name: pile.name,
        stationId,
        stationName: stations.get(stationId)?.name ?? '',
        operatorId: pile.operatorId,
        since: news.liveSince,
      }
      return [{ tenantId, topic: PILE_FAULT, key: news.id, body: { ...body } }]
    }),
  )
}
