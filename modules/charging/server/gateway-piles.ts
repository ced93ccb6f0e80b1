import type { Gateway } from '@wattyard/gateway/server'
import { commandEnds, connectorViews, pileStates } from '@wattyard/gateway/server'
import { connectorKey } from '@wattyard/assets/server'
import type { Tx } from '@wattyard/server-kit'
import type { PileAsk, PilePort } from './ports.ts'

/** The piles as the gateway knows and reaches them. */
export function gatewayPiles(gateway: Pick<Gateway, 'queueCommand'>): PilePort {
  type Command = Parameters<Gateway['queueCommand']>[1]['command']
  const send = async (tx: Tx, { tenantId, pileId, stationId }: PileAsk, command: Command, by: string) => {
    const [row] = await gateway.queueCommand(tx, { tenantId, piles: [{ pileId, stationId }], command, by })
    return row?.id ?? null
  }
  return {
    stop: (tx, ask, by) => send(tx, ask, { kind: 'remote-stop', transactionId: ask.transactionId }, by),
    askMeter: (tx, ask, connector, by) => send(tx, ask, { kind: 'trigger', message: 'meter-values', connector }, by),
    commandEnds,
    async offlineSince(tx, pileIds) {
      const states = await pileStates(tx, pileIds)
      const offline = new Map<string, number>()
      for (const { pileId, online, disconnectedAt, lastSeenAt } of states.values())
        if (!online) offline.set(pileId, disconnectedAt ?? lastSeenAt ?? 0)
      return offline
    },
    async connectors(tx, pileIds) {
      const views = await connectorViews(tx, pileIds)
      return new Map(views.map(({ pileId, connector, state, at }) => [connectorKey(pileId, connector), { state, at }]))
    },
  }
}
