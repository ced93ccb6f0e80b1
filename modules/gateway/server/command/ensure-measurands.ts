import type { ConfigurationValue, PileCommand } from '@wattyard/ocpp-frame'
import type { CommandResult } from './command-store.ts'
import { requestNumber } from './queue-command.ts'

const REGISTER = 'Energy.Active.Import.Register'
/** Seconds between two readings of a running session, where the pile has none of its own. */
const INTERVAL_S = 60

/**
 * What a session is billed and watched by, per variable of OCPP 2.0.1 (part 2, 2.8): values to try, the fullest first. A
 * pile refuses a list in which it does not know one measurand.
 */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['SampledDataCtrlr.TxStartedMeasurands', [REGISTER]],
  ['SampledDataCtrlr.TxUpdatedMeasurands', [`${REGISTER},Power.Active.Import,SoC`, REGISTER]],
  ['SampledDataCtrlr.TxEndedMeasurands', [REGISTER]],
  ['SampledDataCtrlr.TxUpdatedInterval', [String(INTERVAL_S)]],
])

/** Nothing is measured: a pile of 2.0.1 then sends events without a register. 1.6 has the register in its messages. */
const isNothing = ({ value }: ConfigurationValue): boolean => value === null || ['', '0'].includes(value.trim())

/**
 * Has a pile that has just introduced itself measure what sessions are billed by. Only what it left empty is set: what
 * somebody chose stays, and a variable that the pile does not have is not missed.
 *
 * @param send writes a command down, sends it, and waits for its answer
 */
export async function ensureMeasurands(send: (command: PileCommand) => Promise<CommandResult>): Promise<void> {
  const told = await send({ kind: 'get-configuration', keys: [...NEEDED.keys()], requestId: requestNumber() })
  for (const entry of told.outcome?.values ?? []) {
    if (entry.readonly || !isNothing(entry)) continue
    for (const value of NEEDED.get(entry.key) ?? []) {
      const { state } = await send({ kind: 'set-configuration', key: entry.key, value })
      if (state !== 'rejected') break
    }
  }
}
