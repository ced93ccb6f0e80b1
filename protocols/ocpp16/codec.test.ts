import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { errorWord, type JsonObject, parseFrame } from '@wattyard/ocpp-frame'
import { aCall } from '@wattyard/ocpp-frame/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPileCall, readResponse, readSystemCall } from './codec.ts'
import { toDraftFacts } from './to-draft-facts.ts'

const refusal = (action: string, payload: object) => {
  const read = readPileCall(aCall(action, payload))
  return read.ok ? 'ok' : errorWord('ocpp1.6', read.kind)
}

const aStop = { transactionId: 1, meterStop: 100, timestamp: '2026-11-20T08:00:00Z' }
const aStart = { connectorId: 1, idTag: 'A', meterStart: 0, timestamp: '2026-11-20T08:00:00Z' }

describe('a call that cannot be mended is refused with the word of 1.6', () => {
  it.each([
    ['an unknown action', 'TransactionEvent', {}, 'NotImplemented'],
    ['an action of the other direction', 'Reset', { type: 'Soft' }, 'NotSupported'],
    ['a name of JavaScript', 'constructor', {}, 'NotImplemented'],
    [
      'a register that is missing',
      'StopTransaction',
      { transactionId: 1, timestamp: aStop.timestamp },
      'OccurenceConstraintViolation',
    ],
    ['a register that is no number', 'StopTransaction', { ...aStop, meterStop: 'full' }, 'TypeConstraintViolation'],
    ['a fractional transaction id', 'StopTransaction', { ...aStop, transactionId: 1.5 }, 'TypeConstraintViolation'],
    [
      'a tag beyond 20 characters',
      'StartTransaction',
      { ...aStart, idTag: 'x'.repeat(21) },
      'PropertyConstraintViolation',
    ],
    [
      'a start without connector',
      'StartTransaction',
      { ...aStart, connectorId: undefined },
      'OccurenceConstraintViolation',
    ],
    [
      'a state nobody knows',
      'StatusNotification',
      { connectorId: 1, errorCode: 'NoError', status: 'Dancing' },
      'PropertyConstraintViolation',
    ],
    [
      'a connector that is a list',
      'StatusNotification',
      { connectorId: [], errorCode: 'NoError', status: 'Available' },
      'TypeConstraintViolation',
    ],
  ])('%s', (_, action, payload, word) => {
    expect(refusal(action, payload)).toBe(word)
  })

  it('and says where, without repeating the value', () => {
    const read = readPileCall(aCall('StopTransaction', { ...aStop, meterStop: 'secret' }))
    expect(read.ok ? '' : read.description).toBe('/meterStop: must be integer')
  })
})

describe('the pile side', () => {
  it('reads what the central system calls, and nothing else', () => {
    expect(readSystemCall(aCall('Reset', { type: 'Soft' }))).toMatchObject({ ok: true, message: { action: 'Reset' } })
    expect(readSystemCall(aCall('DataTransfer', { vendorId: 'v' }))).toMatchObject({ ok: true })
    expect(readSystemCall(aCall('Heartbeat', {}))).toMatchObject({ ok: false, kind: 'not-supported' })
  })

  it('reads answers against the schema of the call', () => {
    expect(readResponse('Reset', { status: 'accepted' })).toMatchObject({
      ok: true,
      payload: { status: 'Accepted' },
      mended: ['word-case:/status'],
    })
    expect(readResponse('Reset', { status: 'Maybe' })).toMatchObject({ ok: false, kind: 'property' })
    expect(readResponse('GetConfiguration', { configurationKey: [{ key: 'A', value: null }] })).toMatchObject({
      ok: true,
      payload: { configurationKey: [{ key: 'A', readonly: false }] },
    })
  })
})

const STRINGS = resolve(import.meta.dirname, '../../../shared/data/bad-inputs/blns.json.gz')

describe.skipIf(!existsSync(STRINGS))('naughty strings (absent data skips this)', () => {
  const strings = existsSync(STRINGS)
    ? (JSON.parse(gunzipSync(readFileSync(STRINGS)).toString('utf8')) as string[])
    : [] // the file is a list of strings

  it('as tags are kept as sent or refused by their length, never cut', () => {
    const short = strings.filter(text => Array.from(text).length <= 20 && text.trim() !== '')
    expect(short.length).toBeGreaterThan(150)
    for (const idTag of strings) {
      const read = readPileCall(aCall('StartTransaction', { ...aStart, idTag }))
      const facts = read.ok ? toDraftFacts(read.message, read.exact) : []
      expect(facts.map(fact => ('tag' in fact ? fact.tag : ''))).toEqual(
        Array.from(idTag).length > 20 ? [] : [idTag.trim() === '' ? null : idTag],
      )
    }
  })

  it('as values are kept as sent when they are no number', () => {
    for (const value of strings) {
      const meterValue = [{ timestamp: aStart.timestamp, sampledValue: [{ value }] }]
      const read = readPileCall(aCall('MeterValues', { connectorId: 1, meterValue }))
      const [fact] = read.ok ? toDraftFacts(read.message, read.exact) : []
      const sample = fact?.kind === 'meter-read' ? fact.samples[0] : undefined
      expect(sample?.register === null ? sample.other[0]?.value : value).toBe(value)
    }
  })
})

describe('mends', () => {
  it('drop a reading without losing the digits of those behind it', () => {
    const text =
      '[2,"1","MeterValues",{"connectorId":1,"meterValue":[{"timestamp":"2026-11-20T08:00:00Z","sampledValue":[' +
      '{"value":"1","measurand":"Fancy"},{"value":12345678901.234567}]}]}]'
    const frame = parseFrame(text)
    const read = frame.type === 'call' ? readPileCall(frame) : null
    if (read?.ok !== true) throw new Error('not read')
    const [fact] = toDraftFacts(read.message, read.exact)
    expect(fact).toMatchObject({ kind: 'meter-read', samples: [{ register: 123456789012n }] })
  })

  it('end: a frame full of complaints takes bounded time', () => {
    const sampledValue = Array.from({ length: 900 }, (_, index) => ({
      value: index,
      unit: 'wh',
      context: 'x',
      extra: 1,
    }))
    const start = process.cpuUsage()
    const read = readPileCall(
      aCall('MeterValues', { connectorId: 1, meterValue: [{ timestamp: '2026-11-20T08:00:00Z', sampledValue }] }),
    )
    expect(read).toMatchObject({ ok: false })
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(2_000)
  })
})

describe('laws', () => {
  const words = fc.constantFrom(
    'timestamp',
    'connectorId',
    'idTag',
    'meterStart',
    'meterStop',
    'transactionId',
    'meterValue',
    'sampledValue',
    'value',
    'unit',
    'status',
    'errorCode',
    '__proto__',
  )
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, -1, 1.5, 1e21, '', 'x', '2026-11-20 08:00:00', 'Available', 'Wh', '12'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(words, tie('tree'), { maxKeys: 5 }),
    ),
  }))
  const actions = fc.constantFrom(
    'BootNotification',
    'StatusNotification',
    'StartTransaction',
    'MeterValues',
    'StopTransaction',
    'DataTransfer',
    'Reset',
  )

  it('no payload makes reading or translating throw, and reading never changes what was received', () => {
    fc.assert(
      fc.property(actions, fc.dictionary(words, tree, { maxKeys: 6 }), (action, generated) => {
        const payload = JSON.parse(JSON.stringify(generated)) as JsonObject // plain JSON of a dictionary
        const before = JSON.stringify(payload)
        const read = readPileCall({
          type: 'call',
          id: '1',
          action,
          payload,
          payloadText: before,
          exact: null,
          quirks: [],
        })
        const outcome = read.ok ? toDraftFacts(read.message, read.exact) : read.description
        expect(Array.isArray(outcome) || outcome.length > 0).toBe(true)
        expect(JSON.stringify(payload)).toBe(before)
      }),
      { numRuns: 2_000 },
    )
  })

  it('a clean start comes out as it went in', () => {
    const start = fc.record({
      connectorId: fc.integer({ min: 1, max: 20 }),
      idTag: fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'0123456789ABCDEF'.split('')) }),
      meterStart: fc.integer({ min: 0, max: 2 ** 31 }),
      timestamp: fc
        .date({ min: new Date('2020-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
        .map(date => date.toISOString()),
    })
    fc.assert(
      fc.property(start, payload => {
        const read = readPileCall(aCall('StartTransaction', payload))
        if (!read.ok) throw new Error(read.description)
        expect(read.mended).toEqual([])
        expect(toDraftFacts(read.message, read.exact)).toEqual([
          {
            kind: 'session-started',
            deviceAt: Date.parse(payload.timestamp),
            transactionId: null,
            connector: payload.connectorId,
            seqNo: null,
            offline: false,
            tag: payload.idTag,
            method: 'tag',
            meterStart: BigInt(payload.meterStart) * 10n,
            reservationId: null,
            remoteStartId: null,
          },
        ])
      }),
    )
  })
})
