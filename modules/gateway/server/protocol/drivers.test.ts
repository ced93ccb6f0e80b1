import { type Call, NO_CONTEXT, parseFrame } from '@wattyard/ocpp-frame'
import { ONE_CONNECTOR_PER_EVSE } from '@wattyard/ocpp201'
import { expect, test } from 'vitest'
import type { Outcome } from './driver.ts'
import { DRIVERS, isSpoken, VERSIONS, warmDrivers } from './drivers.ts'

const T = '2026-11-20T08:00:00Z'

function read(version: 'ocpp1.6' | 'ocpp2.0.1', action: string, payload: object) {
  const call = parseFrame(JSON.stringify([2, 'id', action, payload])) as Call // a call by construction
  return DRIVERS[version].read(call, NO_CONTEXT, ONE_CONNECTOR_PER_EVSE)
}

const outcome: Outcome = {
  now: Date.UTC(2026, 10, 20),
  heartbeat_s: 300,
  decision: { verdict: 'no-credit', expiresAt: null, parentTag: 'G' },
  transactionId: '77',
}

/** version, action, payload, what the driver makes of it, the answer to it */
const CALLS: ['ocpp1.6' | 'ocpp2.0.1', string, object, object, object][] = [
  [
    'ocpp1.6',
    'StartTransaction',
    { connectorId: 1, idTag: 'A', meterStart: 5, timestamp: T },
    {
      ask: 'start',
      tag: 'A',
      session: { phase: 'start', wireId: null, idsOfPile: false, startKey: expect.stringMatching(/^.{22}$/) },
      liveAt: null,
    },
    { transactionId: 77, idTagInfo: { status: 'Blocked', parentIdTag: 'G' } },
  ],
  [
    'ocpp1.6',
    'StopTransaction',
    { transactionId: 9, meterStop: 7, timestamp: T, idTag: 'A' },
    { ask: 'tag', tag: 'A', session: { phase: 'stop', wireId: '9', startKey: null, idsOfPile: false }, liveAt: null },
    { idTagInfo: { status: 'Blocked', parentIdTag: 'G' } },
  ],
  [
    'ocpp1.6',
    'StopTransaction',
    { transactionId: 9, meterStop: 7, timestamp: T, idTag: ' ' },
    { ask: null, tag: null, answersTag: false },
    {},
  ],
  [
    'ocpp1.6',
    'MeterValues',
    { connectorId: 1, meterValue: [{ timestamp: T, sampledValue: [{ value: '1' }] }] },
    { ask: null, session: { phase: 'update', wireId: null }, liveAt: null },
    {},
  ],
  [
    'ocpp1.6',
    'Authorize',
    { idTag: 'B' },
    { ask: 'authorize', tag: 'B', session: null, drafts: [] },
    { idTagInfo: { status: 'Blocked', parentIdTag: 'G' } },
  ],
  [
    'ocpp1.6',
    'StatusNotification',
    { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp: T },
    { ask: null, session: null, liveAt: Date.parse(T) },
    {},
  ],
  ['ocpp1.6', 'Heartbeat', {}, { drafts: [], liveAt: null }, { currentTime: '2026-11-20T00:00:00.000Z' }],
  [
    'ocpp1.6',
    'BootNotification',
    { chargePointVendor: 'V', chargePointModel: 'M' },
    { drafts: [{ kind: 'pile-booted' }] },
    { status: 'Accepted', currentTime: '2026-11-20T00:00:00.000Z', interval: 300 },
  ],
  ['ocpp1.6', 'DataTransfer', { vendorId: 'x' }, { drafts: [] }, { status: 'UnknownVendorId' }],
  ['ocpp1.6', 'SignCertificate', { csr: 'x' }, { drafts: [] }, { status: 'Rejected' }],
  [
    'ocpp2.0.1',
    'TransactionEvent',
    {
      eventType: 'Started',
      seqNo: 0,
      timestamp: T,
      triggerReason: 'Authorized',
      transactionInfo: { transactionId: 'x' },
      idToken: { idToken: 'A', type: 'Central' },
    },
    {
      ask: 'start',
      tag: 'A',
      answersTag: true,
      session: { phase: 'start', wireId: 'x', startKey: null, idsOfPile: true },
      liveAt: null,
    },
    { idTokenInfo: { status: 'NoCredit', groupIdToken: { idToken: 'G', type: 'Central' } } },
  ],
  [
    'ocpp2.0.1',
    'TransactionEvent',
    {
      eventType: 'Started',
      seqNo: 0,
      timestamp: T,
      triggerReason: 'CablePluggedIn',
      transactionInfo: { transactionId: 'x' },
      offline: true,
    },
    { ask: 'start', tag: null, answersTag: false, liveAt: null },
    {},
  ],
  [
    'ocpp2.0.1',
    'TransactionEvent',
    {
      eventType: 'Updated',
      seqNo: 1,
      timestamp: T,
      triggerReason: 'Authorized',
      transactionInfo: { transactionId: 'x' },
      idToken: { idToken: '', type: 'NoAuthorization' },
    },
    { ask: 'tag', tag: null, answersTag: true, session: { phase: 'update' } },
    { idTokenInfo: { status: 'NoCredit' } },
  ],
  [
    'ocpp2.0.1',
    'TransactionEvent',
    {
      eventType: 'Ended',
      seqNo: 2,
      timestamp: T,
      triggerReason: 'Deauthorized',
      transactionInfo: { transactionId: 'x' },
    },
    { ask: null, session: { phase: 'stop' } },
    {},
  ],
  [
    'ocpp2.0.1',
    'Authorize',
    { idToken: { idToken: 'A', type: 'ISO14443' } },
    { ask: 'authorize', tag: 'A' },
    { idTokenInfo: { status: 'NoCredit' } },
  ],
  [
    'ocpp2.0.1',
    'NotifyEvent',
    {
      generatedAt: T,
      seqNo: 0,
      eventData: [
        {
          eventId: 1,
          timestamp: T,
          trigger: 'Periodic',
          actualValue: '1',
          eventNotificationType: 'CustomMonitor',
          component: { name: 'C' },
          variable: { name: 'V' },
        },
      ],
    },
    { liveAt: Date.parse(T) },
    {},
  ],
  [
    'ocpp2.0.1',
    'NotifyReport',
    {
      requestId: 1,
      generatedAt: T,
      seqNo: 0,
      reportData: [{ component: { name: 'C' }, variable: { name: 'V' }, variableAttribute: [{ value: '1' }] }],
    },
    { values: [{ key: 'C.V', value: '1', readonly: false }] },
    {},
  ],
  [
    'ocpp2.0.1',
    'NotifyEVChargingNeeds',
    { evseId: 1, chargingNeeds: { requestedEnergyTransfer: 'DC' } },
    { drafts: [] },
    { status: 'Rejected' },
  ],
]

for (const [version, action, payload, made, answer] of CALLS) {
  test(`${version} ${action} ${'eventType' in payload ? String(payload.eventType) : ''}: what it asks for and what it is answered`, () => {
    const result = read(version, action, payload)
    expect(result).toMatchObject({ ok: true, call: { action, ...made } })
    expect(result.ok && DRIVERS[version].answer(result.call, outcome)).toMatchObject(answer)
  })
}

test('certificates of a contract are not ours to give', () => {
  const request = { iso15118SchemaVersion: 'x', action: 'Install', exiRequest: 'x' }
  expect(read('ocpp2.0.1', 'Get15118EVCertificate', request)).toMatchObject({ ok: false, kind: 'not-supported' })
})

test('equal starts have equal keys, others others', () => {
  const key = (differs: object) => {
    const result = read('ocpp1.6', 'StartTransaction', {
      connectorId: 1,
      idTag: 'A',
      meterStart: 5,
      timestamp: T,
      ...differs,
    })
    return result.ok ? result.call.session?.startKey : null
  }
  expect(key({})).toBe(key({ reservationId: 4 }))
  expect(
    new Set([
      key({}),
      key({ connectorId: 2 }),
      key({ idTag: 'B' }),
      key({ meterStart: 6 }),
      key({ timestamp: '2026-11-20T08:00:01Z' }),
    ]).size,
  ).toBe(5)
})

test('versions by name', () => {
  warmDrivers()
  expect(Object.values(VERSIONS).every(isSpoken)).toBe(true)
  expect(isSpoken('ocpp2.1')).toBe(false)
  expect(isSpoken('toString')).toBe(false)
})
