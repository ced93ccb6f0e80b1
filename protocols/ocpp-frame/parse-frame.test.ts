import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Call, FrameProblem } from './frame.ts'
import { MAX_FRAME_LENGTH, MAX_MESSAGE_ID_LENGTH } from './frame.ts'
import { parseFrame } from './parse-frame.ts'
import { MAX_DEPTH } from './scan-text.ts'
import { writeCall, writeError, writeResult } from './write-frame.ts'

function call(text: string): Call {
  const frame = parseFrame(text)
  if (frame.type !== 'call') throw new Error(`not a call: ${JSON.stringify(frame)}`)
  return frame
}

function problem(text: string): FrameProblem {
  const frame = parseFrame(text)
  if (frame.type !== 'problem') throw new Error(`not a problem: ${frame.type}`)
  return frame
}

describe('a well-formed frame', () => {
  it('gives the call with its payload and the payload as written', () => {
    const frame = call('[2, "a,1]" , "Heartbeat" , {"note": "x,]}", "n": [1, 2]} ]')
    expect(frame).toMatchObject({ id: 'a,1]', action: 'Heartbeat', payload: { note: 'x,]}', n: [1, 2] }, exact: null })
    expect(frame.payloadText).toBe('{"note": "x,]}", "n": [1, 2]}')
  })

  it('gives results, errors and the two kinds of 2.1', () => {
    expect(parseFrame('[3,"7",{"status":"Accepted"}]')).toMatchObject({
      type: 'result',
      payloadText: '{"status":"Accepted"}',
    })
    expect(parseFrame('[4,"7","InternalError","no",{"a":1}]')).toMatchObject({
      type: 'error',
      details: { a: 1 },
      quirks: [],
    })
    expect(parseFrame('[5,"7","FormatViolation","no",{}]').type).toBe('result-error')
    expect(parseFrame('[6,"7","NotifyPeriodicEventStream",{}]').type).toBe('send')
  })

  it('is read when a pile shortens a CALLERROR, and the shortening is noted', () => {
    expect(parseFrame('[4,"7","NotSupported"]')).toMatchObject({
      type: 'error',
      description: '',
      quirks: ['short-call-error'],
    })
    expect(parseFrame('[4,"7","NotSupported","",null]')).toMatchObject({ type: 'error', quirks: ['short-call-error'] })
  })

  it('tolerates a long message id up to the named limit', () => {
    expect(call(`[2,"${'i'.repeat(36)}","Heartbeat",{}]`).quirks).toEqual([])
    expect(call(`[2,"${'i'.repeat(MAX_MESSAGE_ID_LENGTH)}","Heartbeat",{}]`).quirks).toEqual(['long-message-id'])
    expect(problem(`[2,"${'i'.repeat(MAX_MESSAGE_ID_LENGTH + 1)}","Heartbeat",{}]`).reason).toBe('bad-message-id')
  })
})

describe('numbers', () => {
  it('beyond a double keep their source text, by pointer inside the payload', () => {
    const frame = call('[2,"1","X",{"meterStart":9007199254740993,"list":[{"v":0.1234567890123456789},{"v":12.5}]}]')
    expect([...(frame.exact ?? [])]).toEqual([
      ['/meterStart', '9007199254740993'],
      ['/list/0/v', '0.1234567890123456789'],
    ])
  })

  it('survive as their shortest text when they fit', () => {
    const frame = call('[2,"1","X",{"v":12345678901.2345}]')
    expect(frame.exact).toBeNull()
    expect(JSON.stringify(frame.payload['v'])).toBe('12345678901.2345')
  })

  it.each(['1e999', '-1e999', `1${'0'.repeat(400)}`])('that overflow are refused: %s', number => {
    expect(problem(`[2,"1","X",{"v":${number}}]`)).toMatchObject({
      reason: 'number-out-of-range',
      id: '1',
      answerable: true,
    })
  })

  it('in a result are found too', () => {
    const frame = parseFrame('[3,"1",{"transactionId":12345678901234567890}]')
    expect(frame.type === 'result' && frame.exact?.get('/transactionId')).toBe('12345678901234567890')
  })
})

describe('what cannot be read', () => {
  it.each([
    ['NaN as a number', '[2,"1","X",{"v":NaN}]', 'not-json', '1'],
    ['cut off', '[2,"1","X",{"v":1', 'not-json', '1'],
    ['an object', '{"type":2}', 'not-a-frame', null],
    ['a text as message type', '["2","1","X",{}]', 'not-a-frame', '1'],
    ['an empty array', '[]', 'not-a-frame', null],
    ['an unknown message type', '[9,"1","X",{}]', 'unknown-message-type', '1'],
    ['a numeric message id', '[2,1,"X",{}]', 'bad-message-id', null],
    ['an empty message id', '[2,"","X",{}]', 'bad-message-id', null],
    ['a missing payload', '[2,"1","X"]', 'bad-length', '1'],
    ['a fifth element', '[2,"1","X",{},{}]', 'bad-length', '1'],
    ['an action that is no text', '[2,"1",7,{}]', 'bad-action', '1'],
    ['a payload that is a list', '[2,"1","X",[]]', 'bad-payload', '1'],
    ['a payload that is null', '[2,"1","X",null]', 'bad-payload', '1'],
    ['a member twice', '[2,"1","X",{"a":1,"a":1}]', 'duplicate-key', '1'],
    ['a member twice, once escaped', '[2,"1","X",{"b":{"a":1,"\\u0061":2}}]', 'duplicate-key', '1'],
  ])('%s', (_, text, reason, id) => {
    expect(problem(text)).toMatchObject({ reason, id })
  })

  it('may be answered only when it may have been a call', () => {
    expect(problem('[3,"1"]').answerable).toBe(false)
    expect(problem('[4]').answerable).toBe(false)
    expect(problem('[2,"1"]').answerable).toBe(true)
    expect(problem('nonsense').answerable).toBe(true)
  })

  it('by depth or length is refused in bounded time', () => {
    const nested = (depth: number) => `[2,"1","X",{"a":${'['.repeat(depth)}${']'.repeat(depth)}}]`
    expect(call(nested(MAX_DEPTH - 2)).type).toBe('call')
    expect(problem(nested(MAX_DEPTH - 1)).reason).toBe('too-deep')
    const start = process.cpuUsage()
    expect(problem('['.repeat(MAX_FRAME_LENGTH)).reason).toBe('too-deep')
    expect(problem(`[2,"1","X",{"a":"${'x'.repeat(MAX_FRAME_LENGTH)}"}]`).reason).toBe('too-long')
    expect(problem(`[2,"1","X",{"a":[${'1e5,'.repeat(16_000)}1e999]}]`).reason).toBe('number-out-of-range')
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(500)
  })

  it('does not reach prototypes', () => {
    const frame = call('[2,"1","X",{"__proto__":{"polluted":true},"constructor":1}]')
    expect(Object.hasOwn(frame.payload, '__proto__')).toBe(true)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined() // the annotation only names the member looked for
  })
})

describe('laws', () => {
  const id = fc.string({ minLength: 1, maxLength: 36 })
  const payload = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })

  it('what is written is read back', () => {
    fc.assert(
      fc.property(id, fc.string({ minLength: 1, maxLength: 30 }), payload, (messageId, action, body) => {
        const plain: unknown = JSON.parse(JSON.stringify(body))
        expect(parseFrame(writeCall(messageId, action, body))).toMatchObject({
          type: 'call',
          id: messageId,
          action,
          payload: plain,
        })
        expect(parseFrame(writeResult(messageId, body))).toMatchObject({
          type: 'result',
          id: messageId,
          payload: plain,
        })
        expect(parseFrame(writeError(messageId, action, 'why', body))).toMatchObject({
          type: 'error',
          code: action,
          details: plain,
        })
      }),
    )
  })

  it('no text makes it throw', () => {
    const near = fc
      .tuple(fc.constantFrom('[2,', '[3,"1",', '[2,"1","X",{', '[[[[', '{"a":', '\\"'), fc.string({ unit: 'binary' }))
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), near, fc.json()), text => {
        expect(parseFrame(text)).toHaveProperty('type')
      }),
      { numRuns: 2_000 },
    )
  })

  it('integers of any size keep their digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), value => {
        const frame = call(`[2,"1","X",{"v":${value}}]`)
        expect(BigInt(frame.exact?.get('/v') ?? JSON.stringify(frame.payload['v']))).toBe(value)
      }),
    )
  })
})
