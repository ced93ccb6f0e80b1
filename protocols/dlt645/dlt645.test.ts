import { fromHex, splitAll, toHex } from '@wattyard/byte-frame'
import { anyBytes, joinPieces, mutated, pushed } from '@wattyard/byte-frame/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dlt645Rule, encodeDlt645, identifierOf, parseDlt645, readControl } from './index.ts'

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array()
const ADDRESS = '000000001234'
const frameOf = (control: number, data: string) =>
  encodeDlt645({ address: ADDRESS, control, data: null, surplus: data.replaceAll(' ', '') })
const fieldOf = (frame: Uint8Array, path: string) => parseDlt645(frame)?.fields.find(field => field.path === path)

describe('energies', () => {
  // Computed by hand: address backwards, identifier 00010000 and data shifted by 33, sum of all bytes before it.
  const ASKED = '68 341200000000 68 11 04 33333433 F7 16'.replaceAll(' ', '')

  test('a question for the forward total', () => {
    const sum = [0x68, 0x34, 0x12, 0x68, 0x11, 0x04, 0x33, 0x33, 0x34, 0x33].reduce((a, b) => a + b, 0) & 0xff
    expect(sum.toString(16)).toBe('f8')
    const frame = bytes(ASKED.replace('F716', 'F816'))
    expect(parseDlt645(frame)).toMatchObject({
      control: { name: 'read', isAnswer: false },
      identifier: { name: 'energy.forward', part: 'total', period: 0 },
      message: { address: ADDRESS, data: { di: '00010000' }, surplus: '' },
      checksum: { rule: 'sum8', fits: 'low-first', expected: 'F8' },
      problems: [],
    })
    // One off in the sum: read, and judged wrong.
    expect(parseDlt645(bytes(ASKED))?.checksum).toMatchObject({ fits: null, found: 'F7', expected: 'F8' })
    expect(splitAll(dlt645Rule, bytes(ASKED)).map(piece => piece.kind)).toEqual(['damaged'])
  })

  test('its answer: two decimals, low digits first, and the bytes as they were on the line', () => {
    const frame = encodeDlt645({
      address: ADDRESS,
      control: 0x91,
      data: { di: '00010000', energy: 123_456_78 },
      surplus: '',
    })
    expect(toHex(frame)).toContain('33333433AB896745')
    expect(fieldOf(frame, 'energy')).toMatchObject({
      value: 12_345_678,
      unit: 'kWh',
      decimals: 2,
      raw: 'AB896745',
      from: 14,
      to: 18,
    })
  })

  test.each([
    ['00010000', 'energy.forward', 'total'],
    ['00010100', 'energy.forward', 'tip'],
    ['00010200', 'energy.forward', 'peak'],
    ['00010300', 'energy.forward', 'flat'],
    ['00010400', 'energy.forward', 'valley'],
    ['00020000', 'energy.reverse', 'total'],
    ['02010300', 'voltage', 'c'],
    ['02030000', 'activePower', 'total'],
  ])('%s is %s %s', (di, name, part) => expect(identifierOf(di)).toMatchObject({ name, part, period: 0 }))

  test('blocks, past settlement days, and what is not known', () => {
    const block = frameOf(0x91, '00FF0100 00010000 00020000 00030000 00040000 00050000')
    expect(
      parseDlt645(block)
        ?.fields.filter(field => field.path.startsWith('values/'))
        .map(field => `${field.path} ${field.value}`),
    ).toEqual([
      'values/total/energy 100',
      'values/tip/energy 200',
      'values/peak/energy 300',
      'values/flat/energy 400',
      'values/valley/energy 500',
    ])
    expect(identifierOf('0001000C')?.period).toBe(12)
    expect(identifierOf('0001000D')).toBe(null)
    expect(identifierOf('02010400')).toBe(null)
    expect(identifierOf('DEADBEEF')).toBe(null)
    expect(parseDlt645(frameOf(0x91, 'EFBEADDE 0102'))).toMatchObject({
      identifier: null,
      message: { data: { di: 'DEADBEEF' }, surplus: '0102' },
    })
  })

  test('a negative current', () => {
    expect(fieldOf(frameOf(0x91, '00010202 345681'), 'current')).toMatchObject({
      value: -15_634,
      decimals: 3,
      unit: 'A',
    })
  })
})

describe('control', () => {
  test('direction, refusal, more to come', () => {
    expect(readControl(0x11)).toEqual({ name: 'read', isAnswer: false, isRefusal: false, hasMore: false })
    expect(readControl(0xb1)).toEqual({ name: 'read', isAnswer: true, isRefusal: false, hasMore: true })
    expect(readControl(0xd1)).toMatchObject({ isRefusal: true })
    expect(readControl(0x1f).name).toBe(null)
  })
  test('a refusal says why', () => {
    expect(fieldOf(frameOf(0xd1, '06'), 'error')?.meanings).toEqual([
      'dlt645.error.no-data',
      'dlt645.error.not-authorised',
    ])
  })
  test('the address of every meter is no number and is kept', () => {
    const asked = bytes('68AAAAAAAAAAAA681300DF16')
    expect(parseDlt645(asked)).toMatchObject({
      control: { name: 'read-address' },
      checksum: { fits: 'low-first' },
      message: { address: '0xAAAAAAAAAAAA' },
    })
  })
  test('wrong end mark, cut off, no second start', () => {
    const frame = frameOf(0x11, '00000100')
    const wrong = frame.with(frame.length - 1, 0x17)
    expect(parseDlt645(wrong)).toMatchObject({
      checksum: { fits: 'low-first' },
      problems: [{ code: 'wrong-end', params: { found: '17' } }],
    })
    expect(splitAll(dlt645Rule, wrong).map(piece => piece.kind)).toEqual(['damaged'])
    expect(parseDlt645(frame.subarray(0, 12))?.problems).toMatchObject([{ code: 'cut' }])
    expect(parseDlt645(frame.with(7, 0x69))).toBe(null)
  })
  test('the bytes that wake a meter are noise before the frame', () => {
    const frame = frameOf(0x11, '00000100')
    const pieces = splitAll(dlt645Rule, Uint8Array.from([0xfe, 0xfe, 0xfe, 0xfe, ...frame]))
    expect(pieces.map(piece => `${piece.kind} ${piece.from}`)).toEqual(['noise 0', 'frame 4'])
  })
})

/** Every control byte of the standard with data that may fit it. */
const CONTROLS = [0x08, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c].flatMap(code => [
  code,
  code | 0x80,
  code | 0xa0,
  code | 0xc0,
])
const DIS = [
  '00000100',
  '00FF0100',
  '00000000',
  '00010102',
  '00FF0102',
  '00FF0202',
  '00FF0302',
  '00000602',
  '02008002',
  '01010004',
  '02010004',
]
const anyData = fc
  .tuple(fc.option(fc.constantFrom(...DIS), { nil: '' }), fc.uint8Array({ maxLength: 40 }))
  .map(([di, rest]) => di + toHex(rest))
const anyFrame = fc.tuple(fc.constantFrom(...CONTROLS, 0x1f), anyData).map(([control, data]) => frameOf(control, data))
const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })

describe('round trip, streams, nonsense', () => {
  test.each(CONTROLS)('control %i: any data are read and written again', control => {
    fc.assert(
      fc.property(anyData, data => {
        const frame = frameOf(control, data)
        const reading = parseDlt645(frame)
        expect(reading?.message && toHex(encodeDlt645(reading.message))).toBe(toHex(frame))
        expect(reading?.fields.map(field => field.raw).join('')).toBe(toHex(frame))
      }),
      { numRuns: 60 },
    )
  })
  test('frames glued, torn and byte by byte come out whole', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 6 }), sizes, (frames, cuts) => {
        const { pieces } = pushed(dlt645Rule, Uint8Array.from(frames.flatMap(frame => [...frame])), cuts)
        expect(pieces.map(piece => `${piece.kind} ${toHex(piece.bytes)}`)).toEqual(
          frames.map(frame => `frame ${toHex(frame)}`),
        )
      }),
      { numRuns: 300 },
    )
  })
  test('nothing makes it throw, nothing is lost, fields stay inside the frame', () => {
    fc.assert(
      fc.property(fc.oneof(anyBytes(), mutated(anyFrame)), sizes, (stream, cuts) => {
        const { pieces } = pushed(dlt645Rule, stream, cuts)
        expect(toHex(joinPieces(pieces))).toBe(toHex(stream))
        for (const part of [...pieces.map(one => one.bytes), stream])
          for (const field of parseDlt645(part)?.fields ?? [])
            expect(field.from <= field.to && field.to <= part.length).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
  test('a quarter of a megabyte of starts is worked off in bounded time', () => {
    const began = process.cpuUsage()
    expect(joinPieces(splitAll(dlt645Rule, new Uint8Array(262_144).fill(0x68))).length).toBe(262_144)
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
  })
})
