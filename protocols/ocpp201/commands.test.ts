import type { CommandOutcome, JsonObject, PileCommand, TagVerdict } from '@wattyard/ocpp-frame'
import { describe, expect, it } from 'vitest'
import type { Action, Request } from './actions.ts'
import {
  authorizeAnswer,
  bootAnswer,
  chargingNeedsAnswer,
  dataTransferAnswer,
  heartbeatAnswer,
  plainAnswer,
  signCertificateAnswer,
  transactionEventAnswer,
} from './answers.ts'
import { readAnswer, readReport } from './command-answers.ts'
import { actionOf, buildCommand } from './commands.ts'
import { connectorMap, ONE_CONNECTOR_PER_EVSE } from './connector-map.ts'
import { checkOutgoing } from './codec.ts'
import { formatVariableKey, parseVariableKey } from './variable-key.ts'

const NOW = Date.UTC(2026, 10, 20, 8)
const TWO_BY_TWO = connectorMap([2, 2])

const heartbeat = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } }
const cases: [PileCommand, string, object, JsonObject, CommandOutcome][] = [
  [
    { kind: 'remote-start', tag: 'M1', connector: 3, remoteStartId: 31 },
    'RequestStartTransaction',
    { idToken: { idToken: 'M1', type: 'Central' }, remoteStartId: 31, evseId: 2 },
    { status: 'Accepted', transactionId: 'tx-1' },
    { status: 'accepted', detail: 'Accepted', transactionId: 'tx-1' },
  ],
  [
    { kind: 'remote-stop', transactionId: 'tx-1' },
    'RequestStopTransaction',
    { transactionId: 'tx-1' },
    { status: 'Rejected', statusInfo: { reasonCode: 'UnknownTx', additionalInfo: 'ended' } },
    { status: 'rejected', detail: 'Rejected (UnknownTx: ended)' },
  ],
  [
    { kind: 'reset', mode: 'soft' },
    'Reset',
    { type: 'OnIdle' },
    { status: 'Scheduled' },
    { status: 'scheduled', detail: 'Scheduled' },
  ],
  [
    { kind: 'unlock', connector: 4 },
    'UnlockConnector',
    { evseId: 2, connectorId: 2 },
    { status: 'OngoingAuthorizedTransaction' },
    { status: 'rejected', detail: 'OngoingAuthorizedTransaction' },
  ],
  [
    { kind: 'change-availability', connector: 0, operative: true },
    'ChangeAvailability',
    { operationalStatus: 'Operative' },
    { status: 'Accepted' },
    { status: 'accepted', detail: 'Accepted' },
  ],
  [
    { kind: 'change-availability', connector: 2, operative: false },
    'ChangeAvailability',
    { operationalStatus: 'Inoperative', evse: { id: 1, connectorId: 2 } },
    { status: 'Accepted' },
    { status: 'accepted', detail: 'Accepted' },
  ],
  [
    { kind: 'get-configuration', keys: ['HeartbeatInterval', 'A.B'], requestId: 9 },
    'GetVariables',
    { getVariableData: [heartbeat, { component: { name: 'A' }, variable: { name: 'B' } }] },
    {
      getVariableResult: [
        { attributeStatus: 'Accepted', attributeValue: '300', ...heartbeat },
        { attributeStatus: 'UnknownVariable', component: { name: 'A' }, variable: { name: 'B' } },
      ],
    },
    {
      status: 'accepted',
      detail: null,
      values: [{ key: 'OCPPCommCtrlr.HeartbeatInterval', value: '300', readonly: false }],
      unknownKeys: ['A.B'],
    },
  ],
  [
    { kind: 'get-configuration', keys: [], requestId: 9 },
    'GetBaseReport',
    { requestId: 9, reportBase: 'ConfigurationInventory' },
    { status: 'Accepted' },
    { status: 'scheduled', detail: 'Accepted' },
  ],
  [
    { kind: 'set-configuration', key: 'Connector@1:2.Enabled', value: 'true' },
    'SetVariables',
    {
      setVariableData: [
        {
          component: { name: 'Connector', evse: { id: 1, connectorId: 2 } },
          variable: { name: 'Enabled' },
          attributeValue: 'true',
        },
      ],
    },
    {
      setVariableResult: [
        { attributeStatus: 'RebootRequired', component: { name: 'Connector' }, variable: { name: 'Enabled' } },
      ],
    },
    { status: 'reboot-required', detail: 'RebootRequired' },
  ],
  [
    { kind: 'trigger', message: 'status', connector: 3 },
    'TriggerMessage',
    { requestedMessage: 'StatusNotification', evse: { id: 2, connectorId: 1 } },
    { status: 'NotImplemented' },
    { status: 'not-supported', detail: 'NotImplemented' },
  ],
  [
    { kind: 'get-diagnostics', requestId: 4, location: 'ftp://files.example/d', from: NOW, to: NOW },
    'GetLog',
    {
      requestId: 4,
      logType: 'DiagnosticsLog',
      log: {
        remoteLocation: 'ftp://files.example/d',
        oldestTimestamp: '2026-11-20T08:00:00.000Z',
        latestTimestamp: '2026-11-20T08:00:00.000Z',
      },
    },
    { status: 'Accepted', filename: 'd.zip' },
    { status: 'accepted', detail: 'Accepted', fileName: 'd.zip' },
  ],
  [
    {
      kind: 'update-firmware',
      requestId: 5,
      location: 'https://files.example/f',
      retrieveAt: NOW,
      retries: null,
      retryInterval_s: 60,
    },
    'UpdateFirmware',
    {
      requestId: 5,
      firmware: { location: 'https://files.example/f', retrieveDateTime: '2026-11-20T08:00:00.000Z' },
      retryInterval: 60,
    },
    { status: 'InvalidCertificate' },
    { status: 'failed', detail: 'InvalidCertificate' },
  ],
  [{ kind: 'clear-cache' }, 'ClearCache', {}, { status: 'Rejected' }, { status: 'rejected', detail: 'Rejected' }],
  [
    { kind: 'data-transfer', vendorId: 'v', messageId: 'm', data: null },
    'DataTransfer',
    { vendorId: 'v', messageId: 'm' },
    { status: 'Accepted', data: { a: 1 } },
    { status: 'accepted', detail: 'Accepted', data: '{"a":1}' },
  ],
]

describe('commands', () => {
  it.each(cases)('%j', (command, action, payload, answer, outcome) => {
    expect(buildCommand(command, TWO_BY_TWO)).toEqual({ ok: true, action, payload })
    expect(actionOf(command)).toBe(action)
    expect(readAnswer(command, answer)).toEqual(outcome)
  })

  it('answered with nonsense have failed, whatever they were', () => {
    for (const [command] of cases) expect(readAnswer(command, { status: 7 }).status).toBe('failed')
  })

  it('that name no variable are refused before they are sent', () => {
    expect(buildCommand({ kind: 'set-configuration', key: 'NotAKey', value: '1' }).ok).toBe(false)
    expect(buildCommand({ kind: 'get-configuration', keys: ['A.B', 'NotAKey'], requestId: 1 })).toEqual({
      ok: false,
      reason: 'NotAKey names no component and variable',
    })
  })
})

describe('variable keys', () => {
  it.each(['A.B', 'A[x].B', 'A@1.B', 'A[x]@1:2.B(y)', 'OCPPCommCtrlr.MessageAttempts(TransactionEvent)'])(
    '%s comes back',
    key => {
      const path = parseVariableKey(key)
      expect(path && formatVariableKey(path)).toBe(key)
    },
  )

  it.each(['', 'A', '.B', 'A.', 'A.B.C', 'A@x.B', `${'x'.repeat(51)}.B`])('%j is none', key => {
    expect(parseVariableKey(key)).toBeNull()
  })
})

describe('connectors', () => {
  it('are counted over the pile and back', () => {
    const map = connectorMap([1, 2, 3])
    for (let connector = 1; connector <= 6; connector++) {
      const { evseId, connectorId } = map.evseOf(connector)
      expect(map.connectorOf(evseId, connectorId)).toBe(connector)
    }
    expect(map.evseOf(5)).toEqual({ evseId: 3, connectorId: 2 })
    expect(map.connectorOf(0, null)).toBe(0)
    expect(map.connectorOf(9, 1)).toBe(9)
  })

  it('that nobody knew of are never taken for another', () => {
    for (const map of [TWO_BY_TWO, connectorMap([1, 1]), ONE_CONNECTOR_PER_EVSE]) {
      const seen = new Map<number, string>()
      for (let evse = 1; evse <= 6; evse++)
        for (let connector = 1; connector <= 4; connector++) {
          const number = map.connectorOf(evse, connector)
          expect(seen.get(number), `${evse}-${connector} as ${number}`).toBeUndefined()
          seen.set(number, `${evse}-${connector}`)
          expect(map.evseOf(number)).toEqual({ evseId: evse, connectorId: connector })
        }
    }
  })

  it('that no pile can mean are none, and not one of the others', () => {
    for (const map of [TWO_BY_TWO, connectorMap([1, 1]), ONE_CONNECTOR_PER_EVSE])
      for (const [evse, connector] of [
        [1, -99],
        [1, 101],
        [3, -298],
        [1, -1],
        [-1, 1],
        [101, 1],
        [1, 2_147_483_647],
      ] as const)
        expect(map.connectorOf(evse, connector), `${evse}/${connector}`).toBe(-1)
  })

  it('of an EVSE that is named alone is the one in use', () => {
    const map = connectorMap([2, 1], numbers => numbers.at(-1) ?? 0)
    expect([map.connectorOf(1, null), map.connectorOf(1, 0), map.connectorOf(2, null)]).toEqual([2, 2, 3])
    expect(TWO_BY_TWO.connectorOf(2, null)).toBe(3)
  })
})

describe('reports', () => {
  it('give actual values, hide write-only ones and say whether more comes', () => {
    const report: Request<'NotifyReport'> = {
      requestId: 9,
      generatedAt: '2026-11-20T08:00:00Z',
      seqNo: 0,
      tbc: true,
      reportData: [
        { ...heartbeat, variableAttribute: [{ value: '300', mutability: 'ReadWrite' }] },
        {
          component: { name: 'SecurityCtrlr' },
          variable: { name: 'BasicAuthPassword' },
          variableAttribute: [{ mutability: 'WriteOnly', value: 'hidden' }],
        },
        {
          component: { name: 'ChargingStation' },
          variable: { name: 'Model' },
          variableAttribute: [{ type: 'Actual', value: 'X', mutability: 'ReadOnly' }],
        },
        { component: { name: 'A' }, variable: { name: 'B' }, variableAttribute: [{ type: 'Target', value: '1' }] },
      ],
    }
    expect(readReport(report)).toEqual({
      requestId: 9,
      seqNo: 0,
      more: true,
      values: [
        { key: 'OCPPCommCtrlr.HeartbeatInterval', value: '300', readonly: false },
        { key: 'SecurityCtrlr.BasicAuthPassword', value: null, readonly: false },
        { key: 'ChargingStation.Model', value: 'X', readonly: true },
      ],
    })
  })
})

describe('answers fit their schemas', () => {
  const tags: TagVerdict[] = (['accepted', 'blocked', 'expired', 'invalid', 'concurrent', 'no-credit'] as const).map(
    verdict => ({
      verdict,
      expiresAt: NOW,
      parentTag: 'GROUP',
    }),
  )

  it.each<[Action, object]>([
    ['BootNotification', bootAnswer({ status: 'accepted', now: NOW, interval_s: 300 })],
    ['Heartbeat', heartbeatAnswer(NOW)],
    ['DataTransfer', dataTransferAnswer('unknown-message')],
    ['SignCertificate', signCertificateAnswer(false)],
    ['NotifyEVChargingNeeds', chargingNeedsAnswer()],
    ['StatusNotification', plainAnswer()],
    ['NotifyReport', plainAnswer()],
    ['TransactionEvent', transactionEventAnswer(null)],
    ...tags.map((tag): [Action, object] => ['Authorize', authorizeAnswer(tag)]),
    ...tags.map((tag): [Action, object] => ['TransactionEvent', transactionEventAnswer(tag)]),
  ])('%s %j', (action, payload) => {
    expect(checkOutgoing(action, 'Response', payload)).toBeNull()
  })

  it('answer a token only where one was sent', () => {
    expect(transactionEventAnswer(null)).toEqual({})
    expect(transactionEventAnswer({ verdict: 'no-credit', expiresAt: null, parentTag: null })).toEqual({
      idTokenInfo: { status: 'NoCredit' },
    })
  })
})
