import { fromHex, layoutSize, splitAll, toHex } from '@wattyard/byte-frame'
import { anyBytes, joinPieces, mutated, pushed } from '@wattyard/byte-frame/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DnyName, dnyRule, encodeDny, MESSAGES, parseDny } from './index.ts'

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array()
const ascii = (text: string) => new TextEncoder().encode(text)
const NAMES = Object.keys(MESSAGES) as DnyName[] // the table's own keys
const frameOf = (command: number, body: Uint8Array) =>
  encodeDny({ name: 'raw', physicalId: '04A26CF3', messageId: '1200', command, body: toHex(body) })
const anyFrame = fc
  .tuple(
    fc.oneof(fc.constantFrom(...NAMES.map(name => MESSAGES[name].command)), fc.nat({ max: 255 })),
    fc.uint8Array({ maxLength: 60 }),
  )
  .map(([command, body]) => frameOf(command, body))

describe('published frames', () => {
  test.each([
    ['444e590900f36ca2040200120d03', 'host-time', '04A26CF3', '0002'],
    ['444e590900cd28a2046702221a03', 'time', '04A228CD', '0267'],
    ['444e590900cd28a2043b0222ee02', 'time', '04A228CD', '023B'],
    ['444e590900f36ca2047f01229b03', 'time', '04A26CF3', '017F'],
  ])('%s', (hex, name, physicalId, messageId) => {
    const reading = parseDny(bytes(hex))
    expect(reading).toMatchObject({
      name,
      problems: [],
      checksum: { rule: 'sum16', fits: 'low-first' },
      message: { physicalId, messageId },
    })
    expect(reading?.message && toHex(encodeDny(reading.message)).toLowerCase()).toBe(hex)
  })

  test('the answer about time: seconds since 1970, checksum 0x054B', () => {
    const body = bytes('444E590D00CD28A20479082263EE5C68')
    const frame = Uint8Array.from([...body, 0x4b, 0x05])
    expect(parseDny(frame)).toMatchObject({
      name: 'time-answer',
      checksum: { fits: 'low-first', expected: '4B05' },
      message: { body: { time: 0x685cee63 } },
    })
    // Unlike the CRC of YKC there is one order only.
    const turned = Uint8Array.from([...body, 0x05, 0x4b])
    expect(parseDny(turned)?.checksum?.fits).toBe('high-first')
    expect(splitAll(dnyRule, turned).map(piece => piece.kind)).toEqual(['damaged'])
  })
})

describe('messages', () => {
  test('a start: port, mode, allowance, order, limit', () => {
    const body = `02 E8030000 01 01 3200 ${toHex(ascii('WY20261120000001'))} 1027 2003 00`
    const reading = parseDny(frameOf(0x82, bytes(body)))
    expect(reading).toMatchObject({
      name: 'control',
      message: {
        body: {
          mode: 2,
          balance: 1000,
          port: 1,
          action: 1,
          allowance: 50,
          order: 'WY20261120000001',
          maxDuration: 10_000,
          overloadPower: 800,
        },
      },
    })
    expect(reading?.fields.find(field => field.path === 'balance')).toMatchObject({ decimals: 2, unit: 'CNY' })
    expect(reading?.fields.find(field => field.path === 'mode')?.meanings).toEqual(['dny.mode.energy'])
    // Seven more bytes of later devices are kept.
    const longer = parseDny(frameOf(0x82, bytes(`${body} 00000002000000`)))
    expect(longer).toMatchObject({ name: 'control', problems: [], message: { surplus: '00000002000000' } })
  })

  test('a short body of the same command is the answer', () => {
    expect(parseDny(frameOf(0x82, bytes('00')))?.name).toBe('control-answer')
    expect(parseDny(frameOf(0x20, bytes('00')))).toMatchObject({
      name: 'register-answer',
      message: { body: { result: 0 } },
    })
  })

  test('a heartbeat has as many states as it has ports', () => {
    const reading = parseDny(frameOf(0x21, bytes('9808 02 00 01 1F 41')))
    expect(reading).toMatchObject({
      name: 'heartbeat',
      message: { body: { voltage: 2200, ports: 2, states: [{ state: 0 }, { state: 1 }], signal: 31 } },
    })
    expect(parseDny(frameOf(0x21, bytes('9808 09 00 01 1F 41')))).toMatchObject({
      message: { name: 'raw' },
      problems: [{ code: 'body-too-short' }],
    })
  })

  test('link and card number stand between frames', () => {
    const iccid = '898604D9162390488297'
    const stream = Uint8Array.from([
      ...ascii(iccid),
      ...ascii('link'),
      ...frameOf(0x22, new Uint8Array()),
      ...ascii('link'),
    ])
    expect(splitAll(dnyRule, stream).map(piece => parseDny(piece.bytes)?.name)).toEqual([
      'iccid',
      'link',
      'time',
      'link',
    ])
    expect(parseDny(ascii(iccid))?.message).toEqual({ name: 'iccid', iccid })
    expect(parseDny(ascii('898604D916239048829x'))).toBe(null)
  })

  test('a card number inside a damaged frame does not tear it', () => {
    const frame = frameOf(0x03, ascii('898604D9162390488297'))
    frame[frame.length - 1] = (frame.at(-1) ?? 0) ^ 0xff
    expect(splitAll(dnyRule, frame).map(piece => piece.kind)).toEqual(['damaged'])
  })

  test('cut off and unknown', () => {
    expect(parseDny(bytes('444E590900F36C'))).toMatchObject({ message: null, problems: [{ code: 'cut' }] })
    expect(parseDny(bytes('444E59'))?.problems).toMatchObject([{ code: 'cut' }])
    expect(parseDny(frameOf(0x77, bytes('01')))).toMatchObject({
      name: null,
      message: { name: 'raw', command: 0x77 },
      problems: [{ code: 'unknown-type' }],
    })
  })
})

describe('round trip, streams, nonsense', () => {
  test.each(NAMES)('%s', name => {
    const { command, layout, size } = MESSAGES[name]
    fc.assert(
      fc.property(fc.uint8Array({ minLength: Math.max(size, layoutSize(layout)), maxLength: 80 }), body => {
        const frame = frameOf(command, body)
        const reading = parseDny(frame)
        expect(reading?.message && toHex(encodeDny(reading.message))).toBe(toHex(frame))
        expect(reading?.fields.map(field => field.raw).join('')).toBe(toHex(frame))
      }),
      { numRuns: 100 },
    )
  })

  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 })
  test('frames glued, torn and byte by byte come out whole', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 6 }), sizes, (frames, cuts) => {
        const { pieces } = pushed(dnyRule, Uint8Array.from(frames.flatMap(frame => [...frame])), cuts)
        expect(pieces.map(piece => `${piece.kind} ${toHex(piece.bytes)}`)).toEqual(
          frames.map(frame => `frame ${toHex(frame)}`),
        )
      }),
      { numRuns: 300 },
    )
  })
  test('nothing makes it throw, nothing is lost, fields stay inside the frame', () => {
    const texts = fc.constantFrom(...['link', 'lin', '898604D9162390488297', '8986', 'DNY', 'DN', 'D'].map(ascii))
    const stream = fc.array(fc.oneof(texts, anyBytes(40), mutated(anyFrame)), { maxLength: 6 })
    fc.assert(
      fc.property(stream, sizes, (parts, cuts) => {
        const whole = Uint8Array.from(parts.flatMap(part => [...part]))
        const { pieces } = pushed(dnyRule, whole, cuts)
        expect(toHex(joinPieces(pieces))).toBe(toHex(whole))
        expect(pieces).toEqual(splitAll(dnyRule, whole))
        for (const { bytes: part } of pieces)
          for (const field of parseDny(part)?.fields ?? [])
            expect(field.from <= field.to && field.to <= part.length).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
  test('a quarter of a megabyte of starts is worked off in bounded time', () => {
    const stream = new Uint8Array(262_144)
    stream.forEach((_, at) => (stream[at] = [0x44, 0x4e, 0x59, 0x90, 0x01][at % 5] ?? 0))
    const began = process.cpuUsage()
    expect(joinPieces(splitAll(dnyRule, stream)).length).toBe(stream.length)
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
  })
})
