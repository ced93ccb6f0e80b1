import { isSeen } from '@wattyard/calls'
import { isSecretKey, type PileCommand, VEIL, veilSecrets } from '@wattyard/ocpp-frame'
import type { CommandInput } from '@wattyard/resource'
import {
  type CommandHandler,
  countCommandQuestion,
  invalid,
  Refusal,
  serveResource,
  type ServedResource,
} from '@wattyard/server-kit'
import { pileCommand } from '../../contract/calls/command.ts'
import { command, isCardNumber } from '../../contract/command.ts'
import { requestNumber } from '../command/queue-command.ts'
import type { Gateway } from '../create-gateway.ts'
import { visiblePiles } from '../piles.ts'

type Name = keyof (typeof command)['commands']
type Input<N extends Name> = CommandInput<typeof command, N>

const NAMES = Object.keys(command.commands) as Name[] // its own keys

/** Command to the pile for each command of the console. */
export const ASKS: { readonly [N in Name]: (input: Input<N>) => PileCommand } = {
  remoteStart: ({ tag, connector }) => ({
    kind: 'remote-start',
    tag,
    connector: connector ?? null,
    remoteStartId: requestNumber(),
  }),
  remoteStop: ({ transaction }) => ({ kind: 'remote-stop', transactionId: transaction }),
  reset: ({ mode }) => ({ kind: 'reset', mode }),
  unlock: ({ connector }) => ({ kind: 'unlock', connector }),
  changeAvailability: ({ connector, operative }) => ({ kind: 'change-availability', connector, operative }),
  getConfiguration: ({ keys }) => ({ kind: 'get-configuration', keys, requestId: requestNumber() }),
  setConfiguration: ({ key, value }) => ({ kind: 'set-configuration', key, value }),
  trigger: ({ message, connector }) => ({ kind: 'trigger', message, connector: connector ?? null }),
  diagnostics: ({ location, from, to }) => ({
    kind: 'get-diagnostics',
    requestId: requestNumber(),
    location,
    from: from ?? null,
    to: to ?? null,
  }),
  firmware: ({ location, retrieve }) => ({
    kind: 'update-firmware',
    requestId: requestNumber(),
    location,
    retrieveAt: retrieve,
    retries: null,
    retryInterval_s: null,
  }),
  clearCache: () => ({ kind: 'clear-cache' }),
}

/** Checks what the types of the fields cannot. @throws Refusal at the field */
function mustMakeSense(input: Input<Name>): void {
  const [from, to] = 'from' in input ? [input.from ?? null, input.to ?? null] : [null, null]
  if (from !== null && to !== null && from >= to) throw invalid({ to: { key: 'kernel.field.endsBeforeStart' } })
  if ('key' in input && !isSeen(input.key)) throw invalid({ key: { key: 'kernel.field.forbiddenCharacter' } })
  // Piles know no other names, and letters that look like Latin ones would pass for a name that is no secret.
  if ('key' in input && !/^[ -~]*$/.test(input.key)) throw invalid({ key: { key: 'gateway.error.plainKey' } })
  if ('tag' in input && !isCardNumber(input.tag)) throw invalid({ tag: { key: 'gateway.error.cardNumber' } })
  // A value that was shown masked would be written as it is shown.
  if ('value' in input && input.value.includes(VEIL)) throw invalid({ value: { key: 'gateway.error.maskedValue' } })
  // Secrets are written by calls of their own, which ask for the password (decision 392).
  if ('key' in input && isSecretKey(input.key)) throw new Refusal('gateway.secretSetting', { status: 409 })
}

/**
 * Serves commands. They are stored and sent after the commit. The answer names them; how they end is in their rows, on the live
 * topic `gateway.command`, and in the answer of `/api/device/command/answer`.
 */
export function serveCommand(gateway: Gateway): ServedResource {
  const handler =
    <N extends Name>(name: N): CommandHandler<typeof command, N> =>
    async (call, _rows, input) => {
      mustMakeSense(input)
      const ids = 'piles' in input ? input.piles : [input.pile]
      const piles = await visiblePiles(call.tx, call.caller, ids)
      // Whether a start by a card is refused tells that somebody has it.
      countCommandQuestion(call.caller, command, name, input)
      const { tenantId, displayName } = call.caller
      const rows = await gateway.queueCommand(call.tx, { tenantId, piles, command: ASKS[name](input), by: displayName })
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
  const commands = {
    remoteStart: handler('remoteStart'),
    remoteStop: handler('remoteStop'),
    reset: handler('reset'),
    unlock: handler('unlock'),
    changeAvailability: handler('changeAvailability'),
    getConfiguration: handler('getConfiguration'),
    setConfiguration: handler('setConfiguration'),
    trigger: handler('trigger'),
    diagnostics: handler('diagnostics'),
    firmware: handler('firmware'),
    clearCache: handler('clearCache'),
  }
  return serveResource(command, {
    commands,
    answers: NAMES.map(pileCommand),
    historyInput: (_name, input) => veilSecrets(input),
    // Commands from before a rule about secrets were stored without it.
    decorate: async (_tx, _caller, records) => {
      for (const record of records) Object.assign(record, veilSecrets(record))
    },
  })
}
