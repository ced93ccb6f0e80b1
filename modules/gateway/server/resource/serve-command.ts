import { type PileCommand, veilSecrets } from '@wattyard/ocpp-frame'
import { type Call, type CommandHandler, invalid, serveResource, type ServedResource } from '@wattyard/server-kit'
import { command } from '../../contract/command.ts'
import { requestNumber } from '../command/queue-command.ts'
import type { Gateway } from '../create-gateway.ts'
import { visiblePiles } from '../piles.ts'

type Input = Record<string, unknown>

/** Inputs arrive checked against the command's definition, so their types are known here. */
const text = (input: Input, key: string): string => String(input[key])
const numberOrNull = (input: Input, key: string): number | null => (typeof input[key] === 'number' ? input[key] : null)
const texts = (input: Input, key: string): string[] => (Array.isArray(input[key]) ? input[key].map(String) : [])

/** What each command of the console asks of a pile. */
export const ASKS: Readonly<Record<string, (input: Input) => PileCommand>> = {
  remoteStart: input => ({
    kind: 'remote-start',
    tag: text(input, 'tag'),
    connector: numberOrNull(input, 'connector'),
    remoteStartId: requestNumber(),
  }),
  remoteStop: input => ({ kind: 'remote-stop', transactionId: text(input, 'transaction') }),
  reset: input => ({ kind: 'reset', mode: input.mode === 'hard' ? 'hard' : 'soft' }),
  unlock: input => ({ kind: 'unlock', connector: numberOrNull(input, 'connector') ?? 1 }),
  changeAvailability: input => ({
    kind: 'change-availability',
    connector: numberOrNull(input, 'connector') ?? 0,
    operative: input.operative === true,
  }),
  getConfiguration: input => ({ kind: 'get-configuration', keys: texts(input, 'keys'), requestId: requestNumber() }),
  setConfiguration: input => ({ kind: 'set-configuration', key: text(input, 'key'), value: text(input, 'value') }),
  trigger: input => ({
    kind: 'trigger',
    message: text(input, 'message') as Extract<PileCommand, { kind: 'trigger' }>['message'], // the definition lists the same words
    connector: numberOrNull(input, 'connector'),
  }),
  diagnostics: input => ({
    kind: 'get-diagnostics',
    requestId: requestNumber(),
    location: text(input, 'location'),
    from: numberOrNull(input, 'from'),
    to: numberOrNull(input, 'to'),
  }),
  firmware: input => ({
    kind: 'update-firmware',
    requestId: requestNumber(),
    location: text(input, 'location'),
    retrieveAt: numberOrNull(input, 'retrieve') ?? Date.now(),
    retries: null,
    retryInterval_s: null,
  }),
  clearCache: () => ({ kind: 'clear-cache' }),
}

/** What the types of the fields do not say. @throws Refusal at the field */
function mustMakeSense(input: Input): void {
  if (typeof input.connector === 'number' && input.connector < 0)
    throw invalid({ connector: { key: 'kernel.field.tooSmall' } })
  const [from, to] = [numberOrNull(input, 'from'), numberOrNull(input, 'to')]
  if (from !== null && to !== null && from >= to) throw invalid({ to: { key: 'kernel.field.tooSmall' } })
}

/**
 * Commands are written down and sent after the commit. The answer names them; how they end is in their rows, on the
 * live topic `gateway.command`, and in the answer of `/api/device/command/answer`.
 */
export function serveCommand(gateway: Gateway): ServedResource {
  const handler =
    (ask: (input: Input) => PileCommand): CommandHandler =>
    async (call: Call, _rows, input) => {
      mustMakeSense(input)
      const ids = 'piles' in input ? texts(input, 'piles') : [text(input, 'pile')]
      const piles = await visiblePiles(call.tx, call.caller, ids)
      const { tenantId, displayName } = call.caller
      const rows = await gateway.queueCommand(call.tx, { tenantId, piles, command: ask(input), by: displayName })
      return {
        list: rows.map(({ id, pileId, notBefore, sessionId }) => ({
          id,
          pile: pileId,
          notBefore,
          state: 'queued',
          // The order that waits for the start, where there is one.
          ...(sessionId === null ? {} : { order: sessionId }),
        })),
      }
    }
  const commands = Object.fromEntries(Object.entries(ASKS).map(([name, ask]) => [name, handler(ask)]))
  return serveResource(command, { commands, tells: (_name, input) => veilSecrets(input) })
}
