import { type Caller, newId } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PileClient,
  recordedFacts,
  type TestGateway,
  type TestPile,
  servedGateway,
  type ServedGateway,
} from '../testing/index.ts'

let served: ServedGateway
let server: TestServer
let bed: TestGateway
let as: Caller

beforeAll(async () => {
  served = await servedGateway({ caller: { displayName: '值班员' }, settings: { commandTimeout_ms: 2_500 } })
  ;({ bed, server, as } = served)
})

afterAll(() => served.close())

async function connected(
  protocol: 'ocpp1.6' | 'ocpp2.0.1' = 'ocpp1.6',
): Promise<{ pile: TestPile; client: PileClient }> {
  const pile = await bed.addPile()
  return { pile, client: await bed.connect(pile, protocol) }
}

const send = (name: string, input: Record<string, unknown>, key = newId(), caller = as) =>
  server.call(`/api/device/command/${name}`, input, { as: caller, key })
const answerOf = async (id: string) => (await server.call('/api/device/command/answer', { id }, { as })).data
const idsOf = (answer: { data: { list: { id: string }[] } }) => answer.data.list.map(one => one.id)

/** What is said to the pile for each command, in both versions, and what its answer means. */
const ROUND_TRIPS: [
  string,
  Record<string, unknown>,
  [string, object, object, string],
  [string, object, object, string],
][] = [
  [
    'remoteStart',
    { connector: 2, tag: 'APP' },
    ['RemoteStartTransaction', { idTag: 'APP', connectorId: 2 }, { status: 'Accepted' }, 'accepted'],
    [
      'RequestStartTransaction',
      { idToken: { idToken: 'APP', type: 'Central' }, evseId: 2 },
      { status: 'Rejected' },
      'rejected',
    ],
  ],
  [
    'remoteStop',
    { transaction: '42' },
    ['RemoteStopTransaction', { transactionId: 42 }, { status: 'Rejected' }, 'rejected'],
    ['RequestStopTransaction', { transactionId: '42' }, { status: 'Accepted' }, 'accepted'],
  ],
  [
    'reset',
    { mode: 'hard' },
    ['Reset', { type: 'Hard' }, { status: 'Accepted' }, 'accepted'],
    ['Reset', { type: 'Immediate' }, { status: 'Scheduled' }, 'scheduled'],
  ],
  [
    'unlock',
    { connector: 1 },
    ['UnlockConnector', { connectorId: 1 }, { status: 'NotSupported' }, 'not-supported'],
    ['UnlockConnector', { evseId: 1, connectorId: 1 }, { status: 'UnlockFailed' }, 'failed'],
  ],
  [
    'changeAvailability',
    { connector: 0, operative: false },
    ['ChangeAvailability', { connectorId: 0, type: 'Inoperative' }, { status: 'Scheduled' }, 'scheduled'],
    ['ChangeAvailability', { operationalStatus: 'Inoperative' }, { status: 'Accepted' }, 'accepted'],
  ],
  [
    'setConfiguration',
    { key: 'HeartbeatInterval', value: '60' },
    ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '60' }, { status: 'RebootRequired' }, 'reboot-required'],
    [
      'SetVariables',
      {
        setVariableData: [
          { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' }, attributeValue: '60' },
        ],
      },
      {
        setVariableResult: [
          {
            attributeStatus: 'Accepted',
            component: { name: 'OCPPCommCtrlr' },
            variable: { name: 'HeartbeatInterval' },
          },
        ],
      },
      'accepted',
    ],
  ],
  [
    'trigger',
    { message: 'status', connector: 1 },
    [
      'TriggerMessage',
      { requestedMessage: 'StatusNotification', connectorId: 1 },
      { status: 'NotImplemented' },
      'not-supported',
    ],
    [
      'TriggerMessage',
      { requestedMessage: 'StatusNotification', evse: { id: 1, connectorId: 1 } },
      { status: 'Accepted' },
      'accepted',
    ],
  ],
  [
    'diagnostics',
    { location: 'ftp://files.example/up' },
    ['GetDiagnostics', { location: 'ftp://files.example/up' }, { fileName: 'd.zip' }, 'accepted'],
    [
      'GetLog',
      { logType: 'DiagnosticsLog', log: { remoteLocation: 'ftp://files.example/up' } },
      { status: 'Accepted', filename: 'd.zip' },
      'accepted',
    ],
  ],
  [
    'firmware',
    { location: 'https://files.example/f.bin', retrieve: Date.UTC(2030, 0, 1) },
    [
      'UpdateFirmware',
      { location: 'https://files.example/f.bin', retrieveDate: '2030-01-01T00:00:00.000Z' },
      {},
      'accepted',
    ],
    [
      'UpdateFirmware',
      { firmware: { location: 'https://files.example/f.bin', retrieveDateTime: '2030-01-01T00:00:00.000Z' } },
      { status: 'Accepted' },
      'accepted',
    ],
  ],
  [
    'clearCache',
    {},
    ['ClearCache', {}, { status: 'Accepted' }, 'accepted'],
    ['ClearCache', {}, { status: 'Accepted' }, 'accepted'],
  ],
]

const TO_MANY = new Set(['reset', 'changeAvailability', 'setConfiguration', 'trigger', 'firmware', 'clearCache'])

for (const [name, input, in16, in201] of ROUND_TRIPS) {
  test(`${name}: said to the pile, its answer awaited and shown, in both versions`, async () => {
    for (const [protocol, [action, payload, reply, state]] of [
      ['ocpp1.6', in16],
      ['ocpp2.0.1', in201],
    ] as const) {
      const { pile, client } = await connected(protocol)
      const target = TO_MANY.has(name) ? { piles: [pile.pileId] } : { pile: pile.pileId }
      const sent = await send(name, { ...target, ...input })
      expect(sent).toMatchObject({ success: true, data: { list: [{ pile: pile.pileId, state: 'queued' }] } })
      const asked = await client.asked()
      expect(asked).toMatchObject({ action, payload })
      client.answer(asked.id, reply)
      const [id = ''] = idsOf(sent)
      expect(await answerOf(id)).toMatchObject({ id, state })
      const { data } = await server.call('/api/device/command/list', { filter: { pile: pile.pileId } }, { as })
      expect(data.list).toMatchObject([{ state, askedBy: '值班员', frame: expect.stringMatching(/^\d+:\d+$/) }])
      await client.close()
    }
  })
}

test('the same key is one command, another body under it an error', async () => {
  const { pile, client } = await connected()
  const key = newId()
  const first = await send('unlock', { pile: pile.pileId, connector: 1 }, key)
  expect((await send('unlock', { pile: pile.pileId, connector: 1 }, key)).data).toEqual(first.data)
  expect((await send('unlock', { pile: pile.pileId, connector: 2 }, key)).code).toBe('kernel.keyReused')
  const asked = await client.asked()
  client.answer(asked.id, { status: 'Unlocked' })
  await answerOf(idsOf(first)[0] ?? '')
  const { data } = await server.call('/api/device/command/list', { filter: { pile: pile.pileId } }, { as })
  expect(data.list).toHaveLength(1)
})

test('a pile that is not connected says so at once', async () => {
  const pile = await bed.addPile()
  const sent = await send('reset', { piles: [pile.pileId], mode: 'soft' })
  expect(await answerOf(idsOf(sent)[0] ?? '')).toMatchObject({ state: 'offline' })
})

test('no answer in time, a late answer changes nothing, and the next command goes out', async () => {
  const { pile, client } = await connected()
  const first = await send('unlock', { pile: pile.pileId, connector: 1 })
  const second = await send('unlock', { pile: pile.pileId, connector: 2 })
  const asked = await client.asked()
  expect(await answerOf(idsOf(first)[0] ?? '')).toMatchObject({ state: 'timed-out' })
  client.answer(asked.id, { status: 'Unlocked' })
  const next = await client.asked()
  expect(next.payload).toEqual({ connectorId: 2 })
  client.answer(next.id, { status: 'Unlocked' })
  expect(await answerOf(idsOf(second)[0] ?? '')).toMatchObject({ state: 'accepted' })
  expect(await answerOf(idsOf(first)[0] ?? '')).toMatchObject({ state: 'timed-out' })
})

test('one call on the wire at a time', async () => {
  const { pile, client } = await connected()
  await send('unlock', { pile: pile.pileId, connector: 1 })
  const second = await send('unlock', { pile: pile.pileId, connector: 2 })
  const first = await client.asked()
  const none = await Promise.race([client.asked(), new Promise(done => setTimeout(() => done('none'), 150))])
  expect(none).toBe('none')
  client.answer(first.id, { status: 'Unlocked' })
  // The pending `asked` above takes the second call.
  await expect
    .poll(async () => (await server.call('/api/device/command/get', { id: idsOf(second)[0] ?? '' }, { as })).data.state)
    .not.toBe('queued')
})

test('an error of the pile, an unreadable answer and a lost line are told apart', async () => {
  const one = await connected()
  const refused = await send('unlock', { pile: one.pile.pileId, connector: 1 })
  const asked = await one.client.asked()
  one.client.send(JSON.stringify([4, asked.id, 'NotImplemented', 'no idea', {}]))
  expect(await answerOf(idsOf(refused)[0] ?? '')).toMatchObject({
    state: 'not-supported',
    detail: 'NotImplemented: no idea',
  })
  const garbled = await send('unlock', { pile: one.pile.pileId, connector: 1 })
  one.client.answer((await one.client.asked()).id, { status: 42 })
  expect(await answerOf(idsOf(garbled)[0] ?? '')).toMatchObject({ state: 'failed' })
  const cut = await send('unlock', { pile: one.pile.pileId, connector: 1 })
  await one.client.asked()
  await one.client.close()
  expect(await answerOf(idsOf(cut)[0] ?? '')).toMatchObject({ state: 'failed', detail: 'the connection was lost' })
})

test('cards that somebody does not see are not tried by starts without end', async () => {
  const pile = await bed.addPile()
  const caller = callerWith({ ...as, userId: newId(), permissions: ['gateway.command:remoteStart'] })
  const start = (tag: string, who = caller) => send('remoteStart', { pile: pile.pileId, tag }, newId(), who)
  for (let i = 0; i < 120; i++) expect((await start(`CARD-${i}`)).code).not.toBe('kernel.tooManySearches')
  expect(await start('CARD-120')).toMatchObject({ status: 429, code: 'kernel.tooManySearches' })
  expect((await start('CARD-7')).code, 'asks nothing new').not.toBe('kernel.tooManySearches')
  expect((await start('CARD-120', as)).code, 'whoever sees cards asks nothing').not.toBe('kernel.tooManySearches')
})

test('what a version cannot say is refused with its reason', async () => {
  const { pile } = await connected()
  const sent = await send('remoteStart', { pile: pile.pileId, tag: 'x'.repeat(30) })
  const answer = await answerOf(idsOf(sent)[0] ?? '')
  expect(answer.state).toBe('not-supported')
  expect(answer.detail).toContain('idTag')
})

test('a configuration that was read or written is kept', async () => {
  const { pile, client } = await connected()
  const read = await send('getConfiguration', { pile: pile.pileId, keys: [] })
  client.answer((await client.asked()).id, {
    configurationKey: [
      { key: 'A', readonly: false, value: '1' },
      { key: 'B', readonly: true },
    ],
  })
  await answerOf(idsOf(read)[0] ?? '')
  const write = await send('setConfiguration', { piles: [pile.pileId], key: 'A', value: '2' })
  client.answer((await client.asked()).id, { status: 'Accepted' })
  await answerOf(idsOf(write)[0] ?? '')
  const { data } = await server.call('/api/device/configuration/list', { pile: pile.pileId }, { as })
  expect(data.list).toMatchObject([
    { key: 'A', value: '2', readonly: false },
    { key: 'B', value: null, readonly: true },
  ])
})

test('an answer that another pile gives under our message id ends nothing', async () => {
  const [ours, other] = [await connected(), await connected()]
  const sent = await send('unlock', { pile: ours.pile.pileId, connector: 1 })
  const { id } = await ours.client.asked()
  other.client.answer(id, { status: 'UnlockFailed' })
  expect((await other.client.call('Heartbeat', {}))[0]).toBe(3)
  ours.client.answer(id, { status: 'Unlocked' })
  expect(await answerOf(idsOf(sent)[0] ?? '')).toMatchObject({ state: 'accepted' })
  await bed.gateway.settled()
  const strays = await server.db.platform(tx =>
    tx.query('select message_id, problem from gateway_frame where pile_id = $1', [other.pile.pileId]),
  )
  expect(strays).toEqual([{ message_id: id, problem: 'not-expected' }])
})

test('an answer with texts that cannot be stored ends its own command and harms nobody else’s', async () => {
  const [odd, plain] = [await connected(), await connected()]
  const read = await send('getConfiguration', { pile: odd.pile.pileId, keys: [] })
  const unlock = await send('unlock', { pile: plain.pile.pileId, connector: 1 })
  const [first, second] = [await odd.client.asked(), await plain.client.asked()]
  const configurationKey = [
    { key: 'A\0', readonly: false, value: 'x\ud800' },
    { key: '\udc00B', readonly: true, value: '\0' },
  ]
  odd.client.answer(first.id, { configurationKey, unknownKey: ['C\ud83d'] })
  plain.client.answer(second.id, { status: 'Unlocked' })
  expect(await answerOf(idsOf(unlock)[0] ?? '')).toMatchObject({ state: 'accepted' })
  expect(await answerOf(idsOf(read)[0] ?? '')).toMatchObject({ state: 'accepted' })
  const stored = async (id: string) => (await server.call('/api/device/command/get', { id }, { as })).data.state
  expect(await stored(idsOf(read)[0] ?? '')).toBe('accepted')
  expect(await stored(idsOf(unlock)[0] ?? '')).toBe('accepted')
  const { data } = await server.call('/api/device/configuration/list', { pile: odd.pile.pileId }, { as })
  expect(data.list).toMatchObject([
    { key: 'A\u2400', value: 'x\ufffd' },
    { key: '\ufffdB', value: '\u2400' },
  ])
  const refused = await send('unlock', { pile: odd.pile.pileId, connector: 1 })
  odd.client.send(`[4,"${(await odd.client.asked()).id}","GenericError","no\\u0000\\udead",{}]`)
  await answerOf(idsOf(refused)[0] ?? '')
  expect(await stored(idsOf(refused)[0] ?? '')).toBe('failed')
  expect(bed.warnings).toEqual([])
})

test('2.0.1: the parts of a base report become the configuration', async () => {
  const { pile, client } = await connected('ocpp2.0.1')
  const read = await send('getConfiguration', { pile: pile.pileId, keys: [] })
  const asked = await client.asked()
  expect(asked).toMatchObject({ action: 'GetBaseReport' })
  client.answer(asked.id, { status: 'Accepted' })
  expect(await answerOf(idsOf(read)[0] ?? '')).toMatchObject({ state: 'scheduled' })
  const part = (seqNo: number, name: string, tbc: boolean) => ({
    requestId: asked.payload.requestId,
    generatedAt: new Date().toISOString(),
    seqNo,
    tbc,
    reportData: [
      {
        component: { name: 'TxCtrlr' },
        variable: { name },
        variableAttribute: [{ value: String(seqNo), mutability: 'ReadOnly' }],
      },
    ],
  })
  await client.call('NotifyReport', part(0, 'EVConnectionTimeOut', true))
  await client.call('NotifyReport', part(1, 'StopTxOnInvalidId', false))
  await bed.gateway.settled()
  const { data } = await server.call('/api/device/configuration/list', { pile: pile.pileId }, { as })
  expect(data.list).toMatchObject([
    { key: 'TxCtrlr.EVConnectionTimeOut', value: '0', readonly: true },
    { key: 'TxCtrlr.StopTxOnInvalidId', value: '1' },
  ])
})

test('1.6: the start that answers a remote start is told as remote, with its number', async () => {
  const { pile, client } = await connected()
  const sent = await send('remoteStart', { pile: pile.pileId, connector: 1, tag: 'APP-7' })
  client.answer((await client.asked()).id, { status: 'Accepted' })
  await answerOf(idsOf(sent)[0] ?? '')
  const timestamp = new Date().toISOString()
  await client.call('StartTransaction', { connectorId: 1, idTag: 'APP-7', meterStart: 0, timestamp })
  await client.call('StartTransaction', { connectorId: 2, idTag: 'APP-7', meterStart: 0, timestamp })
  await bed.gateway.settled()
  const facts = (await recordedFacts(server.db)).filter(fact => fact.pileId === pile.pileId)
  expect(facts).toMatchObject([
    { kind: 'session-started', method: 'remote', remoteStartId: expect.any(Number) },
    { kind: 'session-started', method: 'tag', remoteStartId: null },
  ])
})

test('a command to many piles is written at once and spread over time', async () => {
  const piles = await Promise.all(Array.from({ length: 25 }, () => bed.addPile()))
  const sent = await send('reset', { piles: piles.map(pile => pile.pileId), mode: 'soft' })
  const times = (sent.data.list as { notBefore: number }[]).map(one => one.notBefore)
  expect(times).toHaveLength(25)
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(2_000)
  expect(new Set(times).size).toBeGreaterThan(15)
})

test('who may not see the pile, or not command it, is refused', async () => {
  const { pile } = await connected()
  const foreign = callerWith({ tenantId: newId() })
  expect((await send('unlock', { pile: pile.pileId, connector: 1 }, newId(), foreign)).code).toBe('kernel.notFound')
  const reader = callerWith({ tenantId: as.tenantId, permissions: ['gateway.command:read'] })
  expect((await send('unlock', { pile: pile.pileId, connector: 1 }, newId(), reader)).status).toBe(403)
  const elsewhere = callerWith({
    tenantId: as.tenantId,
    scope: { operators: null, stations: [newId()], investors: null },
  })
  expect((await send('unlock', { pile: pile.pileId, connector: 1 }, newId(), elsewhere)).code).toBe('kernel.notFound')
})

test('who may not see the pile waits for nobody’s answer', async () => {
  const { pile, client } = await connected()
  const [id = ''] = idsOf(await send('unlock', { pile: pile.pileId, connector: 1 }))
  const asked = await client.asked()
  const scope = { operators: null, stations: [newId()], investors: null }
  for (const caller of [callerWith({ tenantId: newId() }), callerWith({ tenantId: as.tenantId, scope })]) {
    const ended = bed.gateway.commandEnded(id).then(() => 'the command ended')
    const answer = server.call('/api/device/command/answer', { id }, { as: caller })
    expect(await Promise.race([answer, ended])).toMatchObject({ code: 'kernel.notFound' })
  }
  client.answer(asked.id, { status: 'Unlocked' })
  expect(await answerOf(id)).toMatchObject({ state: 'accepted' })
})

test('sendCommand asks, waits and tells, for the modules below', async () => {
  const { pile, client } = await connected()
  const told = bed.gateway.sendCommand({
    tenantId: as.tenantId,
    pile,
    command: { kind: 'remote-stop', transactionId: '9' },
    by: 'supervisor',
  })
  client.answer((await client.asked()).id, { status: 'Accepted' })
  expect(await told).toMatchObject({ state: 'accepted', outcome: { status: 'accepted' } })
})

test('a command that rolls back is never sent', async () => {
  const { pile, client } = await connected()
  await expect(
    server.db.tenant(as.tenantId, async tx => {
      await bed.gateway.queueCommand(tx, {
        tenantId: as.tenantId,
        piles: [pile],
        command: { kind: 'clear-cache' },
        by: 'x',
      })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const none = await Promise.race([client.asked(), new Promise(done => setTimeout(() => done('none'), 100))])
  expect(none).toBe('none')
})

test('a 2.0.1 pile that measures nothing is told to after its boot; what it has, and what it lacks, stays', async () => {
  const pile = await bed.addPile()
  const client = await bed.connect(pile, 'ocpp2.0.1')
  const boot = { reason: 'PowerUp', chargingStation: { model: 'M', vendorName: 'V' } }
  expect((await client.call('BootNotification', boot))[2]).toMatchObject({ status: 'Accepted' })
  const asked = await client.asked()
  expect(asked.action).toBe('GetVariables')
  const has: Record<string, string | null> = {
    TxUpdatedMeasurands: '',
    TxEndedMeasurands: 'Voltage',
    TxUpdatedInterval: '0',
  }
  client.answer(asked.id, {
    getVariableResult: (asked.payload.getVariableData as { variable: { name: string } }[]).map(one => {
      const value = has[one.variable.name] ?? null
      return value === null
        ? { ...one, attributeStatus: 'UnknownVariable' }
        : { ...one, attributeStatus: 'Accepted', attributeValue: value }
    }),
  })
  const set: string[] = []
  for (const status of ['Rejected', 'Accepted', 'Accepted']) {
    const call = await client.asked()
    expect(call.action).toBe('SetVariables')
    const [data] = call.payload.setVariableData as [
      { variable: { name: string }; attributeValue: string; component: object },
    ]
    set.push(`${data.variable.name}=${data.attributeValue}`)
    const { component, variable } = data
    client.answer(call.id, { setVariableResult: [{ component, variable, attributeStatus: status }] })
  }
  expect(set).toEqual([
    'TxUpdatedMeasurands=Energy.Active.Import.Register,Power.Active.Import,SoC',
    'TxUpdatedMeasurands=Energy.Active.Import.Register',
    'TxUpdatedInterval=60',
  ])
  await client.close()
})

test('a connector below none and an end before its begin are refused at their fields', async () => {
  const { pile, client } = await connected()
  const fieldsOf = async (name: string, input: Record<string, unknown>) =>
    Object.keys((await send(name, { pile: pile.pileId, ...input })).data.fields)
  expect(await fieldsOf('remoteStart', { connector: -1, tag: 'A' })).toEqual(['connector'])
  expect(await fieldsOf('unlock', { connector: -1 })).toEqual(['connector'])
  const location = 'ftp://files.example/up'
  expect(await fieldsOf('diagnostics', { location, from: 2_000_000_000_000, to: 1_900_000_000_000 })).toEqual(['to'])
  await client.close()
})
