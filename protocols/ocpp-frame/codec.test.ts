import { describe, expect, it } from 'vitest'
import { createCodec } from './codec.ts'
import { aCall } from './testing/frames.ts'

interface Actions {
  Greet: [{ name: string }, { word: 'hello' | 'bye' }]
  DataTransfer: [{ data?: string }, Record<string, never>]
  Reset: [Record<string, never>, Record<string, never>]
}

const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const codec = createCodec<Actions, 'Greet' | 'DataTransfer'>({
  version: 'ocpp1.6',
  schemas: {
    GreetRequest: object({ name: { type: 'string', maxLength: 3 } }, ['name']),
    GreetResponse: object({ word: { type: 'string', enum: ['hello', 'bye'] } }, ['word']),
    DataTransferRequest: object({ data: { type: 'string' } }),
    DataTransferResponse: object({}),
    ResetRequest: object({}),
    ResetResponse: object({}),
  },
  fromPile: ['Greet', 'DataTransfer'],
  mendRules: {
    missing: {},
    words: { 'Greet.conf/word': { hi: 'hello' } },
    unknownWords: {},
    cut: ['Greet/name'],
    decimalIntegers: [],
  },
})

describe('a protocol made of tables', () => {
  it('reads each side only what the other side calls', () => {
    const sides = (action: string) => {
      const call = aCall(action, action === 'Greet' ? { name: 'Ann' } : {})
      return [codec.readPileCall(call), codec.readSystemCall(call)].map(read => (read.ok ? 'ok' : read.kind))
    }
    expect(sides('Greet')).toEqual(['ok', 'not-supported'])
    expect(sides('Reset')).toEqual(['not-supported', 'ok'])
    expect(sides('DataTransfer')).toEqual(['ok', 'ok'])
    expect(sides('Dance')).toEqual(['not-implemented', 'not-implemented'])
    expect(sides('constructor')).toEqual(['not-implemented', 'not-implemented'])
  })

  it('mends by its own rules and says what it mended', () => {
    expect(codec.readPileCall(aCall('Greet', { name: 'Anna' }))).toEqual({
      ok: true,
      message: { action: 'Greet', payload: { name: 'Ann' } },
      exact: null,
      mended: ['text-cut:/name'],
    })
    expect(codec.readPileCall(aCall('Greet', {}))).toEqual({
      ok: false,
      kind: 'occurrence',
      description: 'payload: name is missing',
      mended: [],
    })
    expect(codec.readResponse('Greet', { word: 'Hi!' })).toMatchObject({ ok: true, payload: { word: 'hello' } })
    expect(codec.readResponse('Greet', { word: 'what' })).toMatchObject({ ok: false, kind: 'property' })
  })

  it('lets nothing out that it would not let in', () => {
    expect(codec.checkOutgoing('Greet', 'Request', { name: 'Ann' })).toBeNull()
    expect(codec.checkOutgoing('Greet', 'Request', { name: 'Anna' })).toBe('/name: longer than 3 characters')
  })

  it('a table without a schema is a mistake of ours, and throws', () => {
    expect(() => codec.compileSchemas(['Reset', 'Gone' as 'Reset'])).toThrow('no schema GoneRequest')
  })
})
