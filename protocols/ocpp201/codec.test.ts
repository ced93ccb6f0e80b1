import { errorWord, type JsonObject, parseFrame } from '@wattyard/ocpp-frame'
import { aCall } from '@wattyard/ocpp-frame/testing'
import fc from 'fast-check'
import * as published from 'typed-ocpp/dist/ocpp20/schemas.js'
import { describe, expect, it } from 'vitest'
import { isAction, readPileCall, readResponse, readSystemCall, schemaCheck } from './codec.ts'
import { toDraftFacts } from './to-draft-facts.ts'

const refusal = (action: string, payload: object) => {
  const read = readPileCall(aCall(action, payload))
  return read.ok ? 'ok' : errorWord('ocpp2.0.1', read.kind)
}

const anEvent = {
  eventType: 'Updated',
  timestamp: '2026-11-20T08:00:00Z',
  triggerReason: 'MeterValuePeriodic',
  seqNo: 1,
  transactionInfo: { transactionId: 'tx-1' },
}

describe('a call that cannot be mended is refused with the word of 2.0.1', () => {
  it.each([
    ['an action of 1.6', 'StartTransaction', {}, 'NotImplemented'],
    ['an action of the other direction', 'SetVariables', { setVariableData: [] }, 'NotSupported'],
    ['a session without id', 'TransactionEvent', { ...anEvent, transactionInfo: {} }, 'OccurrenceConstraintViolation'],
    ['a session without number', 'TransactionEvent', { ...anEvent, seqNo: undefined }, 'OccurrenceConstraintViolation'],
    [
      'a session number that is no number',
      'TransactionEvent',
      { ...anEvent, seqNo: 'first' },
      'TypeConstraintViolation',
    ],
    [
      'a session id too long',
      'TransactionEvent',
      { ...anEvent, transactionInfo: { transactionId: 'x'.repeat(37) } },
      'PropertyConstraintViolation',
    ],
    [
      'an event type nobody knows',
      'TransactionEvent',
      { ...anEvent, eventType: 'Paused' },
      'PropertyConstraintViolation',
    ],
    [
      'a value that is no number',
      'MeterValues',
      { evseId: 1, meterValue: [{ timestamp: '2026-11-20T08:00:00Z', sampledValue: [{ value: 'much' }] }] },
      'TypeConstraintViolation',
    ],
    [
      'an empty list where one is needed',
      'NotifyEvent',
      { generatedAt: '2026-11-20T08:00:00Z', seqNo: 0, eventData: [] },
      'OccurrenceConstraintViolation',
    ],
  ])('%s', (_, action, payload, word) => {
    expect(refusal(action, payload)).toBe(word)
  })
})

describe('the pile side', () => {
  it('reads what the CSMS calls, and nothing else', () => {
    expect(readSystemCall(aCall('Reset', { type: 'OnIdle' }))).toMatchObject({ ok: true, message: { action: 'Reset' } })
    expect(readSystemCall(aCall('TransactionEvent', anEvent))).toMatchObject({ ok: false, kind: 'not-supported' })
    expect(readResponse('TransactionEvent', { totalCost: 1.25 })).toMatchObject({ ok: true })
    expect(readResponse('Reset', {})).toMatchObject({ ok: false, kind: 'occurrence' })
  })
})

describe('schemas', () => {
  it('of every published action compile in both directions', () => {
    const names = Object.keys(published).filter(name => name.endsWith('Request'))
    expect(names).toHaveLength(64)
    for (const name of names) {
      const action = name.replace(/Request$/, '')
      if (!isAction(action)) throw new Error(action)
      expect(schemaCheck(action, 'Request')([])).toMatchObject({ keyword: 'type' })
      expect(schemaCheck(action, 'Response')([])).toMatchObject({ keyword: 'type' })
    }
  })
})

describe('laws', () => {
  const words = fc.constantFrom(
    'timestamp',
    'evseId',
    'evse',
    'id',
    'idToken',
    'type',
    'transactionInfo',
    'transactionId',
    'eventType',
    'seqNo',
    'meterValue',
    'sampledValue',
    'value',
    'customData',
    '__proto__',
  )
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, -1, 1.5, 1e21, '', 'x', '2026-11-20 08:00:00', 'Started', 'Ended', '12'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(words, tie('tree'), { maxKeys: 6 }),
    ),
  }))
  const actions = fc.constantFrom(
    'BootNotification',
    'StatusNotification',
    'TransactionEvent',
    'MeterValues',
    'NotifyEvent',
    'NotifyReport',
    'Reset',
  )

  it('no payload makes reading or translating throw, and reading never changes what was received', () => {
    fc.assert(
      fc.property(actions, fc.dictionary(words, tree, { maxKeys: 6 }), (action, generated) => {
        const payload = JSON.parse(JSON.stringify({ ...anEvent, ...generated })) as JsonObject // plain JSON of a dictionary
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

  it('registers come out to the tenth of a watt-hour, whatever their size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), tenths => {
        const text = `${tenths / 10n}.${tenths % 10n}`
        const frame = parseFrame(
          `[2,"1","MeterValues",{"evseId":1,"meterValue":[{"timestamp":"2026-11-20T08:00:00Z","sampledValue":[{"value":${text}}]}]}]`,
        )
        const read = frame.type === 'call' ? readPileCall(frame) : null
        if (read?.ok !== true) throw new Error('not read')
        expect(toDraftFacts(read.message, read.exact)).toMatchObject([{ samples: [{ register: tenths }] }])
      }),
    )
  })
})
