import { type Caller, newId } from '@wattyard/server-kit'
import { writeRequest } from '@wattyard/tcec102'
import { callerWith, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PARSE_LENGTH, type ParseAnswer } from '../contract/index.ts'
import { type TestGateway, servedGateway, type ServedGateway } from '../testing/index.ts'

const PATH = '/api/device/message/parse'
const YKC = '680C0000000255031412782305 00 DA4C'
const KEYS = { dataSecret: '1234567890abcdef', dataSecretIv: 'fedcba0987654321', sigSecret: 's3' }

let served: ServedGateway
let server: TestServer
let bed: TestGateway
let as: Caller

beforeAll(async () => {
  served = await servedGateway()
  ;({ bed, server, as } = served)
})

afterAll(() => served.close())

const parse = async (input: Record<string, unknown>, options: { language?: string; form?: boolean } = {}) => {
  const answer = await server.call(PATH, input, { as, ...options })
  expect(answer, answer.text.slice(0, 300)).toMatchObject({ success: true })
  return answer.data as ParseAnswer
}

/** Sends a status over a real socket and gives the id of its frame in the log. */
async function storedFrame(protocol: 'ocpp1.6' | 'ocpp2.0.1' = 'ocpp1.6') {
  const pile = await bed.addPile()
  const client = await bed.connect(pile, protocol)
  const payload =
    protocol === 'ocpp1.6'
      ? { connectorId: 1, errorCode: 'NoError', status: 'Available' }
      : { timestamp: '2026-11-20T08:00:00Z', connectorStatus: 'Available', evseId: 1, connectorId: 1 }
  await client.call('StatusNotification', payload)
  await bed.gateway.settled()
  const { list } = (await server.call('/api/device/frame/list', { pile: pile.pileId }, { as })).data
  return { pileId: pile.pileId, frame: String(list[0].frame) }
}

test('a text is decoded in the language of who asks, as JSON and as a form', async () => {
  for (const [language, name] of [
    ['zh', '登录认证（应答）'],
    ['en', 'Sign-in: answer'],
    ['es', 'Inicio de sesión: respuesta'],
  ] as const)
    for (const form of [false, true]) {
      const { frames, stored } = await parse({ text: `${YKC}\n`, protocol: 'auto' }, { language, form })
      expect(frames).toMatchObject([{ number: 1, line: 1, protocol: 'ykc', name, verdicts: [{ tone: 'good' }] }])
      expect(stored).toBe(null)
    }
})

test('keys open an envelope; empty ones are none', async () => {
  const text = writeRequest('{"StationIDs":["1"]}', { operatorId: '1', timeStamp: '20261120160000', seq: '0001' }, KEYS)
  const open = await parse({ text, keys: KEYS }, { form: true })
  expect(open.frames[0]).toMatchObject({
    code: 'query_station_status',
    parts: [{}, { content: '{"StationIDs":["1"]}' }],
  })
  const shut = await parse({ text, keys: { ...KEYS, dataSecret: '' } })
  expect(shut.frames[0]?.parts).toHaveLength(1)
  expect(JSON.stringify(open)).not.toContain(KEYS.dataSecret)
  expect(JSON.stringify(open)).not.toContain(KEYS.sigSecret)
})

test.each(['ocpp1.6', 'ocpp2.0.1'] as const)(
  'a stored frame of %s: call and answer, in the language of its log',
  async protocol => {
    const { frame, pileId } = await storedFrame(protocol)
    const { frames, stored } = await parse({ frame })
    expect(stored).toMatchObject({ frame, pileId, direction: 'in', receivedAt: expect.any(Number) })
    expect(frames).toMatchObject([
      { protocol, name: 'StatusNotification', direction: 'up', detected: null, verdicts: [{ tone: 'good' }] },
      { protocol, name: '应答' },
    ])
  },
)

test('a frame out of reach does not exist', async () => {
  const { frame } = await storedFrame()
  const strangers = [
    callerWith({ tenantId: newId() }),
    callerWith({ tenantId: as.tenantId, scope: { operators: null, stations: [newId()], investors: null } }),
  ]
  for (const stranger of strangers)
    expect(await server.call(PATH, { frame }, { as: stranger })).toMatchObject({ status: 404, code: 'kernel.notFound' })
  const few = callerWith({ tenantId: as.tenantId, permissions: ['assets.pile:read'] })
  expect((await server.call(PATH, { text: YKC }, { as: few })).status).toBe(403)
})

test('what is asked wrongly is refused', async () => {
  const code = async (input: Record<string, unknown>) => (await server.call(PATH, input, { as })).code
  expect(await code({})).toBe('gateway.textOrFrame')
  expect(await code({ text: YKC, frame: '1:1' })).toBe('gateway.textOrFrame')
  expect(await code({ frame: 'x' })).toBe('gateway.notAFrame')
  expect(await code({ frame: '1:999999999999' })).toBe('kernel.notFound')
  expect(await code({ text: YKC, protocol: 'morse' })).toBe('kernel.invalid')
  expect(await code({ text: YKC, other: 1 })).toBe('kernel.invalid')
  expect(await code({ text: 'x'.repeat(MAX_PARSE_LENGTH + 1) })).toBe('kernel.invalid')
  expect((await parse({ text: ' '.repeat(MAX_PARSE_LENGTH) })).frames).toEqual([])
})

test('it is no address: a text or a key never stands in one', async () => {
  expect((await server.call(PATH, { text: YKC }, { as, method: 'GET' })).status).toBe(404)
})

test('nothing is written', async () => {
  const count = () =>
    server.db.platform(tx =>
      tx.query(
        'select (select count(*) from gateway_frame) as frames, (select count(*) from gateway_event) as events, (select count(*) from gateway_connector_state) as states',
      ),
    )
  const before = await count()
  await parse({
    text: '[2,"x","StartTransaction",{"connectorId":1,"idTag":"A","meterStart":0,"timestamp":"2026-11-20T08:00:00Z"}]\n}{',
  })
  await bed.gateway.settled()
  expect(await count()).toEqual(before)
})
