import type { Gateway } from '@wattyard/gateway/server'
import { commandEnds, connectorReports, connectorViews, pileStates, requestNumber } from '@wattyard/gateway/server'
import { connectorKey } from '@wattyard/assets/server'
import type { Tx } from '@wattyard/server-kit'
import type { PileAsk, PilePort } from '../ports.ts'

/**
 * The gateway's knowledge of piles, for callers that cannot send commands. The last report of a connector also counts while its
 * pile is not connected.
 */
export const knownPiles: Pick<PilePort, 'lives' | 'connectors' | 'commandEnds'> = {
  commandEnds,
  async lives(tx, pileIds) {
    const states = await pileStates(tx, pileIds)
    return new Map(
      [...states.values()].map(({ pileId, online, disconnectedAt, lastSeenAt, bootedAt }) => [
        pileId,
        { offlineSince: online ? null : (disconnectedAt ?? lastSeenAt ?? 0), bootedAt },
      ]),
    )
  },
  async connectors(tx, pileIds) {
    const reports = await connectorReports(tx, pileIds)
    return new Map(
      reports.map(({ pileId, connector, state, at, idleAt, idleHeardAt }) => [
        connectorKey(pileId, connector),
        { state, at, idle: idleAt === null || idleHeardAt === null ? null : { at: idleAt, heardAt: idleHeardAt } },
      ]),
    )
  },
}

/** Returns the piles as the gateway knows and reaches them. */
export function gatewayPiles(gateway: Pick<Gateway, 'queueCommand'>): PilePort {
  type Command = Parameters<Gateway['queueCommand']>[1]['command']
  const send = async (tx: Tx, { tenantId, pileId, stationId }: PileAsk, command: Command, by: string) => {
    const [row] = await gateway.queueCommand(tx, { tenantId, piles: [{ pileId, stationId }], command, by })
    return row ?? null
  }
  return {
    async start(tx, { connector, tag, ...ask }, by) {
      const row = await send(tx, ask, { kind: 'remote-start', tag, connector, remoteStartId: requestNumber() }, by)
      return row && { commandId: row.id, orderId: row.sessionId }
    },
    stop: async (tx, ask, by) =>
      (await send(tx, ask, { kind: 'remote-stop', transactionId: ask.transactionId }, by))?.id ?? null,
    askMeter: async (tx, ask, connector, by) =>
      (await send(tx, ask, { kind: 'trigger', message: 'meter-values', connector }, by))?.id ?? null,
    ...knownPiles,
    // Screens and the supervisor need the present state: nothing while the pile is not connected.
    async connectors(tx, pileIds) {
      const views = await connectorViews(tx, pileIds)
      const said = await knownPiles.connectors(tx, pileIds)
      return new Map(
        views.map(({ pileId, connector, state, at }) => {
          const key = connectorKey(pileId, connector)
          return [key, { state, at, idle: state === 'offline' ? null : (said.get(key)?.idle ?? null) }]
        }),
      )
    },
  }
}
