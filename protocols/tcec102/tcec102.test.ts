import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  INTERFACES,
  openData,
  parseTcec102,
  sealData,
  signatureOf,
  type Tcec102Keys,
  writeRequest,
  writeResponse,
} from './index.ts'

const KEYS = { dataSecret: '1234567890abcdef', dataSecretIv: 'fedcba0987654321', sigSecret: 'abcdef1234567890' }
const HEAD = { operatorId: '395815801', timeStamp: '20261120160000', seq: '0001' }
/** 16:00 in China. */
const NOW = Date.UTC(2026, 10, 20, 8)
const ORDER = {
  StartChargeSeq: '395815801202611200000000001',
  ConnectorID: '1001001',
  StartTime: '2026-11-20 15:00:00',
  EndTime: '2026-11-20 15:50:00',
  TotalPower: 12.34,
  TotalElecMoney: 10.01,
  TotalSeviceMoney: 4.5,
  TotalMoney: 14.51,
  StopReason: 0,
}
const request = (data: object | string = ORDER, keys = KEYS) =>
  writeRequest(typeof data === 'string' ? data : JSON.stringify(data), HEAD, keys)
const read = (text: string, keys: Tcec102Keys = KEYS) => parseTcec102(text, keys, NOW)

const FILE = resolve(import.meta.dirname, '../../../shared/data/protocol/cec-t102-vectors.json')
describe.skipIf(!existsSync(FILE))('the published vector (absent data skips this)', () => {
  const vector = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>) : {} // the file is an object of texts
  const {
    OperatorID = '',
    Data = '',
    TimeStamp = '',
    Seq = '',
    Sig = '',
    DataSecret = '',
    DataSecretIV = '',
    SigSecret = '',
  } = vector
  const keys = { dataSecret: DataSecret, dataSecretIv: DataSecretIV, sigSecret: SigSecret }
  const text = JSON.stringify({ OperatorID, Data, TimeStamp, Seq, Sig })

  test('signature and sealed data are right; what is inside is no JSON, and that is said by itself', () => {
    const reading = parseTcec102(text, keys)
    expect(reading?.signature).toMatchObject({ verdict: 'right', found: Sig })
    expect(reading?.data).toMatchObject({
      verdict: 'open',
      text: expect.stringMatching(/^\{"total":1,"stationStatusInfo":\{"operationID":"123456789"/),
    })
    expect(reading?.data.text).toHaveLength(269)
    expect(reading?.problems).toEqual([{ code: 'data-not-json' }])
    expect(reading?.dataFields).toBe(null)
    expect(reading?.ret).toBe(4003)
  })
  test('sealed again it is the same, byte for byte', () => {
    const opened = openData(Data, DataSecret, DataSecretIV)
    expect('text' in opened && sealData(opened.text, DataSecret, DataSecretIV)).toBe(Data)
    expect(
      'text' in opened && writeRequest(opened.text, { operatorId: OperatorID, timeStamp: TimeStamp, seq: Seq }, keys),
    ).toBe(text)
  })
  test('the signature of an answer is over Ret, Msg and Data', () => {
    const answer = JSON.stringify({ Ret: 0, Msg: '', Data, Sig: '155C6CFF63CEF658B526E1958C4846BD' })
    expect(parseTcec102(answer, keys)).toMatchObject({
      kind: 'response',
      signature: { verdict: 'right' },
      data: { verdict: 'open' },
      ret: null,
    })
  })
})
describe.runIf(!existsSync(FILE))('the published vector', () => {
  test('is not on this machine: its tests are skipped', () => expect(existsSync(FILE)).toBe(false))
})

describe('verdicts', () => {
  test('everything right', () => {
    const text = request()
    const reading = read(text)
    expect(reading).toMatchObject({
      kind: 'request',
      interface: { name: 'notification_charge_order_info', isGuessed: true },
      signature: { verdict: 'right' },
      data: { verdict: 'open' },
      isTimely: true,
      token: 'no-key',
      ret: 0,
      problems: [],
    })
    expect(reading?.fields.every(field => text.slice(field.from, field.to) === field.raw)).toBe(true)
    expect(reading?.dataFields?.find(field => field.path === 'TotalMoney')?.value).toBe('14.51')
  })

  test('HMAC-MD5 as everybody computes it (RFC 2202, case 2)', () => {
    expect(signatureOf('Jefe', 'what do ya want for nothing?')).toBe('750C783E6AB0B503EAA86E310A5DB738')
  })

  const change = (change: Partial<Record<string, unknown>>) =>
    JSON.stringify({ ...(JSON.parse(request()) as object), ...change })
  test.each<[string, string, Tcec102Keys, object]>([
    ['one bit of the data', change({ Seq: '0002' }), KEYS, { signature: { verdict: 'wrong' }, ret: 4001 }],
    [
      'small letters',
      request().replace(/"Sig":"(\w+)"/, (_, sig: string) => `"Sig":"${sig.toLowerCase()}"`),
      KEYS,
      { signature: { verdict: 'lower-case' }, ret: 4001 },
    ],
    ['no signature', change({ Sig: '' }), KEYS, { signature: { verdict: 'absent' }, ret: 4001 }],
    [
      'another partner’s signing secret',
      request(ORDER, { ...KEYS, sigSecret: 'x' }),
      KEYS,
      { signature: { verdict: 'wrong' }, ret: 4001 },
    ],
    [
      'no keys',
      request(),
      {},
      { signature: { verdict: 'no-key' }, data: { verdict: 'no-key', text: null }, ret: null },
    ],
    [
      'a secret of a wrong size',
      request(),
      { ...KEYS, dataSecret: 'short' },
      { data: { verdict: 'bad-key' }, signature: { verdict: 'right' }, ret: 4003 },
    ],
    [
      'a vector of a wrong size',
      request(),
      { ...KEYS, dataSecretIv: 'short' },
      { data: { verdict: 'bad-iv' }, ret: 4003 },
    ],
  ])('%s', (_name, text, keys, expected) => expect(read(text, keys)).toMatchObject(expected))

  const signed = (members: Record<string, string>) => {
    const all = {
      OperatorID: HEAD.operatorId,
      Data: sealData('{}', KEYS.dataSecret, KEYS.dataSecretIv),
      TimeStamp: HEAD.timeStamp,
      Seq: HEAD.seq,
      ...members,
    }
    return JSON.stringify({
      ...all,
      Sig: signatureOf(KEYS.sigSecret, all.OperatorID + all.Data + all.TimeStamp + all.Seq),
    })
  }
  test.each<[string, string, object]>([
    [
      'no base64',
      signed({ Data: '***' }),
      { data: { verdict: 'not-base64' }, signature: { verdict: 'right' }, ret: 4003 },
    ],
    ['no whole blocks', signed({ Data: Buffer.alloc(17).toString('base64') }), { data: { verdict: 'not-blocks' } }],
    [
      'wrong padding',
      signed({ Data: Buffer.alloc(32).toString('base64') }),
      { data: { verdict: 'bad-padding' }, ret: 4003 },
    ],
    [
      'no such time',
      signed({ TimeStamp: '20260230000000' }),
      {
        problems: expect.arrayContaining([expect.objectContaining({ code: 'bad-timestamp' })]),
        isTimely: null,
        ret: 4003,
      },
    ],
    [
      'three digits',
      signed({ Seq: '001' }),
      { problems: expect.arrayContaining([{ code: 'bad-seq', params: { found: '001' } }]) },
    ],
    ['eleven minutes ago', signed({ TimeStamp: '20261120154900' }), { isTimely: false, ret: 4003 }],
    ['ten minutes ahead', signed({ TimeStamp: '20261120161000' }), { isTimely: true, ret: 0 }],
  ])('%s', (_name, text, expected) => expect(read(text)).toMatchObject(expected))

  test('members that are missing, and English where the standard is not', () => {
    const { TotalSeviceMoney, ...rest } = ORDER
    const reading = read(
      `POST /evcs/v1/notification_charge_order_info HTTP/1.1\r\nHost: x\r\n\r\n${request({ ...rest, TotalServiceMoney: TotalSeviceMoney })}`,
    )
    expect(reading).toMatchObject({
      interface: { name: 'notification_charge_order_info', isGuessed: false },
      token: 'absent',
      ret: 4002,
      problems: [
        { code: 'member-missing', params: { name: 'TotalSeviceMoney' } },
        { code: 'other-spelling', params: { found: 'TotalServiceMoney', expected: 'TotalSeviceMoney' } },
      ],
    })
  })

  test('the token of the head; asking for one needs none', () => {
    const withHead = (path: string, header: string, body: string) =>
      `POST ${path} HTTP/1.1\nAuthorization: ${header}\n\n${body}`
    const keys = { ...KEYS, accessToken: 'T0' }
    expect(read(withHead('/evcs/v20161110/query_stop_charge', 'Bearer T0', request()), keys)?.token).toBe('right')
    expect(read(withHead('/evcs/v20161110/query_stop_charge', 'Bearer T1', request()), keys)).toMatchObject({
      token: 'wrong',
      ret: 4002,
    })
    const asking = request({ OperatorID: 'a', OperatorSecret: 'b' })
    expect(read(`POST /evcs/v1/query_token HTTP/1.1\n\n${asking}`)).toMatchObject({ token: 'not-wanted', ret: 0 })
  })

  test('data that are not sealed are read as they stand', () => {
    expect(
      read(JSON.stringify({ OperatorID: 'x', Data: ORDER, TimeStamp: HEAD.timeStamp, Seq: '0001', Sig: '' })),
    ).toMatchObject({ data: { verdict: 'plain' } })
  })

  test('answers', () => {
    const text = writeResponse('{"Status":0}', { ret: '0', msg: 'ok' }, KEYS)
    expect(read(text)).toMatchObject({
      kind: 'response',
      signature: { verdict: 'right' },
      data: { text: '{"Status":0}' },
    })
    expect(read(text.replace('"ok"', '"no"'))?.signature.verdict).toBe('wrong')
  })

  test('other texts are no envelope', () => {
    for (const text of ['', '[]', '{}', 'null', '{"Data":"x"}', '{"Ret":0}', 'POST /x HTTP/1.1\n\n', '{"OperatorID":1'])
      expect(read(text)).toBe(null)
  })
})

describe('round trip and nonsense', () => {
  const secret = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF')),
    minLength: 16,
    maxLength: 16,
  })
  test.each(Object.keys(INTERFACES))('%s: what is sealed and signed is opened and found right', name => {
    fc.assert(
      fc.property(
        secret,
        secret,
        fc.string({ minLength: 1 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (dataSecret, dataSecretIv, sigSecret, members) => {
          const keys = { dataSecret, dataSecretIv, sigSecret }
          const data = JSON.stringify(members)
          const text = `POST /evcs/v1/${name} HTTP/1.1\n\n${writeRequest(data, HEAD, keys)}`
          const reading = parseTcec102(text, keys)
          expect(reading).toMatchObject({
            signature: { verdict: 'right' },
            data: { verdict: 'open', text: data },
            interface: { name },
          })
        },
      ),
      { numRuns: 40 },
    )
  })
  test('nothing makes it throw', () => {
    const near = fc.tuple(fc.nat(), fc.string({ maxLength: 4 })).map(([at, text]) => {
      const whole = `POST /evcs/v1/query_token HTTP/1.1\nAuthorization: Bearer x\n\n${request()}`
      return whole.slice(0, at % whole.length) + text + whole.slice((at % whole.length) + 1)
    })
    const odd = fc
      .record({
        OperatorID: fc.jsonValue(),
        Data: fc.jsonValue(),
        TimeStamp: fc.jsonValue(),
        Seq: fc.jsonValue(),
        Sig: fc.jsonValue(),
      })
      .map(value => JSON.stringify(value))
    fc.assert(
      fc.property(fc.oneof(near, odd, fc.string(), fc.json()), text => {
        const reading = read(text)
        expect(reading === null || reading.fields.every(field => text.slice(field.from, field.to) === field.raw)).toBe(
          true,
        )
      }),
      { numRuns: 2_000 },
    )
  })
})
