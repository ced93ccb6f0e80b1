import type { CommandOutcome, OcppVersion, PileCommand } from '@wattyard/ocpp-frame'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Car } from './charging.ts'
import { createRandom } from './random.ts'
import { createTestCsms, type TestCsms, until } from './test-csms.ts'
import { VirtualPile } from './virtual-pile.ts'

const KEY = 'station-key'
let csms: TestCsms
let pile: VirtualPile

beforeAll(async () => {
  csms = await createTestCsms(22_001, KEY)
})
afterEach(() => pile.stop())
afterAll(() => csms.close())

const aCar = (): Car => ({ capacity_wh: 60_000, maxDirect_w: 120_000, soc_permille: 200, target_permille: 800 })

async function aPile(version: OcppVersion, name: string): Promise<void> {
  csms.received.length = 0
  pile = new VirtualPile({
    url: csms.url,
    identity: `${name}-${version}`,
    stationKey: KEY,
    version,
    kind: 'dc-120',
    connectors: 2,
    random: createRandom(2),
    meterInterval_ms: 1_000,
    retryFirst_ms: 20,
    restart_ms: 50,
    work_ms: 20,
    carForRemoteStart: aCar,
  })
  pile.start()
  await until(() => pile.isOnline)
}

const ask = (command: PileCommand): Promise<CommandOutcome> => csms.command(pile.identity, command)
const statusOf = async (command: PileCommand): Promise<string> => (await ask(command)).status
const calls = (action: string) => csms.of(pile.identity, action)

describe.each<OcppVersion>(['ocpp1.6', 'ocpp2.0.1'])('commands to a pile that speaks %s', version => {
  const is16 = version === 'ocpp1.6'

  it('start and stop a charge remotely', async () => {
    await aPile(version, 'remote')
    expect(await statusOf({ kind: 'remote-start', tag: 'APP1', connector: 2, remoteStartId: 31 })).toBe('accepted')
    await until(() => (pile.connector(2).session?.transactionId ?? null) !== null)
    const fact = csms
      .of(pile.identity)
      .flatMap(call => call.facts)
      .find(one => one.kind === 'session-started')
    expect(fact).toMatchObject({ connector: 2, tag: 'APP1', remoteStartId: is16 ? null : 31 })
    expect(await statusOf({ kind: 'remote-start', tag: 'APP2', connector: 2, remoteStartId: 32 })).toBe('rejected')
    const transactionId = pile.connector(2).session?.transactionId ?? ''
    expect(await statusOf({ kind: 'remote-stop', transactionId: is16 ? '999999' : 'other' })).toBe('rejected')
    expect(await statusOf({ kind: 'remote-stop', transactionId })).toBe('accepted')
    await until(() => pile.connector(2).phase === 'finishing')
  })

  it('restart it: the charge ends, the connection comes back with a boot', async () => {
    await aPile(version, 'reset')
    pile.plugIn(1, aCar())
    await pile.presentTag(1, 'CARD1')
    expect(await statusOf({ kind: 'reset', mode: 'hard' })).toBe('accepted')
    await until(() => calls('BootNotification').length === 2 && pile.isOnline && pile.unsent === 0)
    // The stop was in flight when the connection broke: the server can receive it twice, but never two different ones.
    const stops = csms.of(pile.identity).filter(call => call.facts.some(fact => fact.kind === 'session-stopped'))
    expect(new Set(stops.map(call => JSON.stringify(call.payload))).size).toBe(1)
    expect(await statusOf({ kind: 'reset', mode: 'soft' })).toBe('accepted')
    await until(() => calls('BootNotification').length === 3)
  })

  it('unlock and change availability', async () => {
    await aPile(version, 'availability')
    pile.plugIn(1, aCar())
    await pile.presentTag(1, 'CARD1')
    expect(await statusOf({ kind: 'change-availability', connector: 1, operative: false })).toBe('scheduled')
    expect(await statusOf({ kind: 'unlock', connector: 1 })).toBe('accepted')
    await until(() => pile.connector(1).phase === 'unavailable')
    expect(await statusOf({ kind: 'unlock', connector: 9 })).not.toBe('accepted')
    expect(await statusOf({ kind: 'change-availability', connector: 0, operative: false })).toBe('accepted')
    expect(pile.connectors.map(one => one.phase)).toEqual(['unavailable', 'unavailable'])
    expect(await statusOf({ kind: 'change-availability', connector: 0, operative: true })).toBe('accepted')
    expect(pile.connectors.map(one => one.phase)).toEqual(['plugged', 'idle'])
    expect(await statusOf({ kind: 'change-availability', connector: 9, operative: true })).toBe('rejected')
  })

  it('set another key, with which it signs in from then on', async () => {
    await aPile(version, 'key')
    const key = is16 ? 'AuthorizationKey' : 'SecurityCtrlr.BasicAuthPassword'
    const value = '0123456789abcdef0123456789abcdef01234567'
    expect(await statusOf({ kind: 'set-configuration', key, value: 'short' })).toBe('rejected')
    csms.ownKeys.set(pile.identity, value)
    expect(await statusOf({ kind: 'set-configuration', key, value })).toBe('accepted')
    await until(() => csms.connectionsOf(pile.identity) === 2 && pile.isOnline)
    // The key of the connection is never reported.
    const read = await ask({ kind: 'get-configuration', keys: [key], requestId: 1 })
    expect(JSON.stringify(read)).not.toContain(value)
  })

  it('read and write its configuration', async () => {
    await aPile(version, 'configuration')
    const key = is16 ? 'MeterValueSampleInterval' : 'SampledDataCtrlr.TxUpdatedInterval'
    const readonly = is16 ? 'NumberOfConnectors' : 'ChargingStation.SupplyPhases'
    const read = await ask({ kind: 'get-configuration', keys: ['MeterValueSampleInterval', 'No.Such'], requestId: 1 })
    expect(read).toMatchObject({ status: 'accepted', values: [{ key, value: '1' }], unknownKeys: ['No.Such'] })
    expect(await statusOf({ kind: 'set-configuration', key: 'MeterValueSampleInterval', value: '2' })).toBe('accepted')
    expect(await statusOf({ kind: 'set-configuration', key: 'HeartbeatInterval', value: '1' })).toBe('accepted')
    expect(await statusOf({ kind: 'set-configuration', key: 'WebSocketPingInterval', value: '30' })).toBe(
      'reboot-required',
    )
    expect(await statusOf({ kind: 'set-configuration', key, value: 'often' })).toBe('rejected')
    expect(await statusOf({ kind: 'set-configuration', key: readonly, value: '9' })).toBe('rejected')
    expect(await statusOf({ kind: 'set-configuration', key: 'No.Such', value: '9' })).toBe(
      is16 ? 'not-supported' : 'unknown-key',
    )
    await until(() => calls('Heartbeat').length > 0)
    const all = await ask({ kind: 'get-configuration', keys: [], requestId: 7 })
    expect(all.status).toBe(is16 ? 'accepted' : 'scheduled')
    const size = is16 ? (all.values?.length ?? 0) : pile.connectors.length
    expect(size).toBeGreaterThan(is16 ? 15 : 1)
    await until(() => is16 || calls('NotifyReport').some(call => call.payload['tbc'] === false))
  })

  it('trigger messages', async () => {
    await aPile(version, 'trigger')
    expect(await statusOf({ kind: 'trigger', message: 'meter-values', connector: 1 })).toBe('rejected')
    pile.plugIn(1, aCar())
    await pile.presentTag(1, 'CARD1')
    csms.received.length = 0
    for (const message of ['boot', 'heartbeat', 'status', 'meter-values'] as const) {
      expect(await statusOf({ kind: 'trigger', message, connector: message === 'status' ? 1 : null })).toBe('accepted')
    }
    const expected = ['BootNotification', 'Heartbeat', 'StatusNotification', is16 ? 'MeterValues' : 'TransactionEvent']
    await until(() => expected.every(action => calls(action).length > 0))
    expect(await statusOf({ kind: 'trigger', message: 'firmware-status', connector: null })).toBe('rejected')
  })

  it('send diagnostics and take new firmware', async () => {
    await aPile(version, 'firmware')
    const outcome = await ask({
      kind: 'get-diagnostics',
      requestId: 4,
      location: 'ftp://files.example/d',
      from: null,
      to: null,
    })
    expect(outcome).toMatchObject({ status: 'accepted', fileName: `${pile.identity}-diagnostics.zip` })
    expect(
      await statusOf({
        kind: 'update-firmware',
        requestId: 5,
        location: 'ftp://files.example/f',
        retrieveAt: 0,
        retries: null,
        retryInterval_s: null,
      }),
    ).toBe('accepted')
    await until(() => calls('BootNotification').length === 2)
    const steps = (kind: string) =>
      csms
        .of(pile.identity)
        .flatMap(call => call.facts)
        .filter(fact => fact.kind === kind)
        .map(fact => ('status' in fact ? fact.status : ''))
    expect(steps('diagnostics-reported')).toEqual(['Uploading', 'Uploaded'])
    expect(steps('firmware-reported')).toEqual(['Downloading', 'Downloaded', 'Installing', 'Installed'])
    expect(
      csms
        .of(pile.identity)
        .flatMap(call => call.facts)
        .findLast(fact => fact.kind === 'pile-booted'),
    ).toMatchObject({ firmware: '1.1.0' })
  })

  it('are all answered', async () => {
    await aPile(version, 'others')
    expect(await statusOf({ kind: 'clear-cache' })).toBe('accepted')
    expect(await statusOf({ kind: 'data-transfer', vendorId: 'v', messageId: null, data: null })).toBe('unknown-key')
    expect(await csms.raw(pile.identity, 'NoSuchAction', {})).toEqual({ code: 'NotImplemented' })
    expect(await csms.raw(pile.identity, 'Reset', {})).toEqual({
      code: is16 ? 'OccurenceConstraintViolation' : 'OccurrenceConstraintViolation',
    })
    expect(await csms.raw(pile.identity, 'CertificateSigned', { certificateChain: 'x' })).toEqual({
      code: 'NotImplemented',
    })
    expect(await csms.raw(pile.identity, 'CancelReservation', { reservationId: 1 })).toEqual(
      is16 ? { payload: { status: 'Rejected' } } : { code: 'NotImplemented' },
    )
    expect(pile.isOnline).toBe(true)
  })
})
