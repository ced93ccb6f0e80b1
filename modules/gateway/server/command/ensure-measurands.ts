import type { ConfigurationValue, PileCommand } from '@wattyard/ocpp-frame'
import type { CommandResult } from './command-store.ts'
import { requestNumber } from './queue-command.ts'

const REGISTER = 'Energy.Active.Import.Register'
/** Seconds between two readings of a running session, where the pile has none of its own. */
const INTERVAL_S = 60

/**
 * Measurands needed to bill and watch a session, per variable of OCPP 2.0.1 (part 2, 2.8): values to try, the fullest first. A
 * pile refuses a whole list when it does not know one measurand in it.
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
 * Makes a pile that has just booted measure what sessions are billed by. Only variables the pile left empty are set: a chosen
 * value stays, and a variable the pile does not have is skipped.
 *
 * @param send stores a command, sends it, and waits for its answer
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
