import type { CommandOutcome, JsonObject, PileCommand, TagVerdict } from '@wattyard/ocpp-frame'
import { describe, expect, it } from 'vitest'
import type { Action } from './actions.ts'
import {
  authorizeAnswer,
  bootAnswer,
  dataTransferAnswer,
  heartbeatAnswer,
  plainAnswer,
  signCertificateAnswer,
  startAnswer,
  stopAnswer,
} from './answers.ts'
import { buildCommand, readAnswer } from './commands.ts'
import { checkOutgoing } from './codec.ts'

const NOW = Date.UTC(2026, 10, 20, 8)

const cases: [PileCommand, string, object, JsonObject, CommandOutcome][] = [
  [
    { kind: 'remote-start', tag: 'M1', connector: 2, remoteStartId: 1 },
    'RemoteStartTransaction',
    { idTag: 'M1', connectorId: 2 },
    { status: 'Accepted' },
    { status: 'accepted', detail: 'Accepted' },
  ],
  [
    { kind: 'remote-start', tag: 'M1', connector: null, remoteStartId: 1 },
    'RemoteStartTransaction',
    { idTag: 'M1' },
    { status: 'Rejected' },
    { status: 'rejected', detail: 'Rejected' },
  ],
  [
    { kind: 'remote-stop', transactionId: '70312' },
    'RemoteStopTransaction',
    { transactionId: 70312 },
    { status: 'Accepted' },
    { status: 'accepted', detail: 'Accepted' },
  ],
  [
    { kind: 'reset', mode: 'hard' },
    'Reset',
    { type: 'Hard' },
    { status: 'Accepted' },
    { status: 'accepted', detail: 'Accepted' },
  ],
  [
    { kind: 'unlock', connector: 1 },
    'UnlockConnector',
    { connectorId: 1 },
    { status: 'UnlockFailed' },
    { status: 'failed', detail: 'UnlockFailed' },
  ],
  [
    { kind: 'change-availability', connector: 0, operative: false },
    'ChangeAvailability',
    { connectorId: 0, type: 'Inoperative' },
    { status: 'Scheduled' },
    { status: 'scheduled', detail: 'Scheduled' },
  ],
  [
    { kind: 'get-configuration', keys: ['HeartbeatInterval', 'Nope'], requestId: 1 },
    'GetConfiguration',
    { key: ['HeartbeatInterval', 'Nope'] },
    { configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }], unknownKey: ['Nope'] },
    {
      status: 'accepted',
      detail: null,
      values: [{ key: 'HeartbeatInterval', value: '300', readonly: false }],
      unknownKeys: ['Nope'],
    },
  ],
  [
    { kind: 'get-configuration', keys: [], requestId: 1 },
    'GetConfiguration',
    {},
    { configurationKey: [{ key: 'AuthorizationKey', readonly: false }] },
    {
      status: 'accepted',
      detail: null,
      values: [{ key: 'AuthorizationKey', value: null, readonly: false }],
      unknownKeys: [],
    },
  ],
  [
    { kind: 'set-configuration', key: 'HeartbeatInterval', value: '60' },
    'ChangeConfiguration',
    { key: 'HeartbeatInterval', value: '60' },
    { status: 'RebootRequired' },
    { status: 'reboot-required', detail: 'RebootRequired' },
  ],
  [
    { kind: 'trigger', message: 'meter-values', connector: 1 },
    'TriggerMessage',
    { requestedMessage: 'MeterValues', connectorId: 1 },
    { status: 'NotImplemented' },
    { status: 'not-supported', detail: 'NotImplemented' },
  ],
  [
    { kind: 'get-diagnostics', requestId: 1, location: 'ftp://files.example/d', from: NOW, to: null },
    'GetDiagnostics',
    { location: 'ftp://files.example/d', startTime: '2026-11-20T08:00:00.000Z' },
    { fileName: 'd.zip' },
    { status: 'accepted', detail: null, fileName: 'd.zip' },
  ],
  [
    { kind: 'get-diagnostics', requestId: 1, location: 'ftp://files.example/d', from: null, to: NOW },
    'GetDiagnostics',
    { location: 'ftp://files.example/d', stopTime: '2026-11-20T08:00:00.000Z' },
    {},
    { status: 'failed', detail: 'no file' },
  ],
  [
    {
      kind: 'update-firmware',
      requestId: 1,
      location: 'https://files.example/f',
      retrieveAt: NOW,
      retries: 3,
      retryInterval_s: null,
    },
    'UpdateFirmware',
    { location: 'https://files.example/f', retrieveDate: '2026-11-20T08:00:00.000Z', retries: 3 },
    {},
    { status: 'accepted', detail: null },
  ],
  [{ kind: 'clear-cache' }, 'ClearCache', {}, { status: 'Accepted' }, { status: 'accepted', detail: 'Accepted' }],
  [
    { kind: 'data-transfer', vendorId: 'v', messageId: null, data: 'x' },
    'DataTransfer',
    { vendorId: 'v', data: 'x' },
    { status: 'UnknownVendorId', data: 'y' },
    { status: 'unknown-key', detail: 'UnknownVendorId', data: 'y' },
  ],
]

describe('commands', () => {
  it.each(cases)('%j', (command, action, payload, answer, outcome) => {
    expect(buildCommand(command)).toEqual({ ok: true, action, payload })
    expect(readAnswer(command, answer)).toEqual(outcome)
  })

  it('that 1.6 cannot say are refused before they are sent', () => {
    expect(buildCommand({ kind: 'remote-stop', transactionId: 'tx-1' }).ok).toBe(false)
    expect(buildCommand({ kind: 'remote-start', tag: 'x'.repeat(21), connector: 1, remoteStartId: 1 })).toEqual({
      ok: false,
      reason: '/idTag: longer than 20 characters',
    })
    expect(
      buildCommand({ kind: 'get-diagnostics', requestId: 1, location: 'not a place', from: null, to: null }).ok,
    ).toBe(false)
  })

  it('answered with nonsense have failed, whatever they were', () => {
    // The answer to an update has no members at all, so nothing in it can be wrong.
    for (const [command] of cases.filter(([{ kind }]) => kind !== 'update-firmware')) {
      expect(readAnswer(command, { status: 7, configurationKey: 7, fileName: [] }).status).toBe('failed')
    }
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
  const none: TagVerdict = { verdict: 'accepted', expiresAt: null, parentTag: null }

  it.each<[Action, object]>([
    ['BootNotification', bootAnswer({ status: 'accepted', now: NOW, interval_s: 300 })],
    ['BootNotification', bootAnswer({ status: 'pending', now: NOW, interval_s: 60 })],
    ['Heartbeat', heartbeatAnswer(NOW)],
    ['DataTransfer', dataTransferAnswer('unknown-vendor')],
    ['DataTransfer', dataTransferAnswer('accepted', 'x')],
    ['SignCertificate', signCertificateAnswer(false)],
    ['StatusNotification', plainAnswer()],
    ['MeterValues', plainAnswer()],
    ['SecurityEventNotification', plainAnswer()],
    ['StopTransaction', stopAnswer(null)],
    ...tags.map((tag): [Action, object] => ['Authorize', authorizeAnswer(tag)]),
    ...tags.map((tag): [Action, object] => ['StartTransaction', startAnswer(7, tag)]),
    ...tags.map((tag): [Action, object] => ['StopTransaction', stopAnswer(tag)]),
  ])('%s %j', (action, payload) => {
    expect(checkOutgoing(action, 'Response', payload)).toBeNull()
  })

  it('say what was decided', () => {
    expect(startAnswer(7, none)).toEqual({ transactionId: 7, idTagInfo: { status: 'Accepted' } })
    expect(authorizeAnswer({ verdict: 'no-credit', expiresAt: null, parentTag: null })).toEqual({
      idTagInfo: { status: 'Blocked' },
    })
    expect(bootAnswer({ status: 'rejected', now: 0, interval_s: 1 })).toEqual({
      status: 'Rejected',
      currentTime: '1970-01-01T00:00:00.000Z',
      interval: 1,
    })
  })
})
