import { randomInt } from 'node:crypto'
import type { PileCommand } from '@wattyard/ocpp-frame'
import { connectorLabel } from '@wattyard/assets/contract'
import { pilesByIds } from '@wattyard/assets/server'
import { invalid, newId, Refusal, type Tx } from '@wattyard/server-kit'
import { connectorsOnRecord } from '../../contract/event-detail.ts'
import { SPREAD_ABOVE_PILES, SPREAD_PER_PILE_MS } from '../limits.ts'
import type { PileInfo } from '../piles.ts'
import { type CommandRow, insertCommands } from './command-store.ts'
import type { Dispatcher } from './dispatcher.ts'

/** Most piles that one command may name. */
export const MAX_PILES = 500

export interface CommandAsk {
  tenantId: string
  piles: readonly Pick<PileInfo, 'pileId' | 'stationId'>[]
  command: PileCommand
  /** A start gets the session it will be (`StartDecider.place`). */
  withSession?: boolean
  /** Who asks, as shown in the console. */
  by: string
  timeout_ms: number
}

/**
 * Writes commands down in the caller's transaction; they are sent after its commit. A command to many piles is spread
 * over time by chance, so that a grid never sees hundreds of piles switch in one moment (trust R-49).
 *
 * @throws Refusal `gateway.tooManyPiles`; at `connector` for a start at a connector that the pile's record does not have
 */
export async function queueCommands(tx: Tx, dispatcher: Dispatcher, ask: CommandAsk): Promise<CommandRow[]> {
  if (ask.piles.length > MAX_PILES) throw new Refusal('gateway.tooManyPiles', { params: { max: MAX_PILES } })
  await mustHaveConnector(tx, ask)
  const now = Date.now()
  const span = ask.piles.length > SPREAD_ABOVE_PILES ? ask.piles.length * SPREAD_PER_PILE_MS : 0
  const rows = ask.piles.map(({ pileId, stationId }): CommandRow => {
    const notBefore = now + (span === 0 ? 0 : randomInt(span))
    return {
      tenantId: ask.tenantId,
      id: newId(),
      pileId,
      stationId,
      command: ask.command,
      sessionId: ask.withSession === true && ask.command.kind === 'remote-start' ? newId() : null,
      askedBy: ask.by,
      notBefore,
      expires: notBefore + ask.timeout_ms,
    }
  })
  await insertCommands(tx, rows)
  tx.afterCommit(() => dispatcher.dispatch(rows))
  return rows
}

/** Refuses a remote start at a connector that does not exist; a start without a connector leaves the choice to the pile. */
async function mustHaveConnector(tx: Tx, { command, piles }: CommandAsk): Promise<void> {
  if (command.kind !== 'remote-start' || command.connector === null) return
  const { connector } = command
  const known = await pilesByIds(
    tx,
    piles.map(one => one.pileId),
  )
  for (const pile of known.values()) {
    if (connector >= 1 && connector <= pile.connectorCount) continue
    const params = { connector: connectorLabel(connector, pile), has: connectorsOnRecord(pile) }
    throw invalid({ connector: { key: 'gateway.error.noSuchConnector', params } })
  }
}

/** Random request number that piles repeat in later messages; a positive signed 32-bit integer. */
export function requestNumber(): number {
  return randomInt(1, 0x7fff_ffff)
}
