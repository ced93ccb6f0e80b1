import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bcd,
  bits,
  coded,
  cp56Time,
  crc16Modbus,
  digits,
  fromHex,
  hexBytes,
  judgeChecksum,
  readBody,
  readLayout,
  repeat,
  splitAll,
  toHex,
  uint,
  ascii,
  writeLayout,
  type FrameRule,
  type Scalar,
} from './index.ts'
import { anyBytes, joinPieces, pushed } from './testing/properties.ts'

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array()
const valueOf = (kind: Scalar<number> | Scalar<string>, hex: string) => {
  const { fields } = readLayout({ x: kind }, bytes(hex), 0, hex.length / 2)
  return fields[0]?.problem ? `${fields[0].problem} ${fields[0].value}` : fields[0]?.value
}

describe('kinds', () => {
  const READ: [string, Scalar<number> | Scalar<string>, string, number | string | undefined][] = [
    ['integer, low byte first', uint(2), 'E803', 1000],
    ['five bytes do not overflow', uint(5), 'FFFFFFFFFF', 2 ** 40 - 1],
    ['with an offset', uint(1, { offset: -50 }), '00', -50],
    ['a known word', coded(1, 's', { 1: 'a' }), '01', 1],
    ['an unknown word', coded(1, 's', { 1: 'a' }), '02', 'unknown-code 2'],
    ['a bit nobody named', bits(1, 's', ['a']), '03', 'unknown-code 3'],
    ['digits', digits(3), '123456', '123456'],
    ['digits from behind', digits(3, { reversed: true }), '563412', '123456'],
    ['no digits', digits(2), '12AF', 'not-bcd 0x12AF'],
    ['text, filled up', ascii(4), '56310000', 'V1'],
    ['text with a gap of zeros', ascii(4), '56003100', 'not-ascii 0x56003100'],
    ['text that looks like bytes', ascii(4), '30783132', 'not-ascii 0x30783132'],
    ['text from behind', ascii(3, { reversed: true }), '434241', 'ABC'],
    ['text from behind that is short', ascii(3, { reversed: true }), '424100', 'AB'],
    ['decimal digits', bcd(4, { decimals: 2 }), '78563412', 12345678],
    ['minus', bcd(2, { signed: true }), '3492', -1234],
    ['minus nothing is not zero', bcd(2, { signed: true }), '0080', 'not-bcd 0x0080'],
    ['a nibble above nine', bcd(1), '1A', 'not-bcd 0x1A'],
    ['time', cp56Time(), '98B70E11100314', '2020-03-16 17:14:47.000'],
    ['time with its marks', cp56Time(), '98B78E91300314', '2020-03-16 17:14:47.000 day=1 invalid summer'],
    ['no such day', cp56Time(), '98B70E111E0214', 'not-a-time 0x98B70E111E0214'],
    ['all ones', cp56Time(), 'FFFFFFFFFFFFFF', 'not-a-time 0xFFFFFFFFFFFFFF'],
    ['bytes from behind', hexBytes(4, { reversed: true }), 'F36CA204', '04A26CF3'],
  ]
  test.each(READ)('%s', (_name, kind, hex, value) => expect(valueOf(kind, hex)).toBe(value))

  test('29 February stands in leap years only', () => {
    expect(valueOf(cp56Time(), '000000001D0218')).toBe('2024-02-29 00:00:00.000')
    expect(valueOf(cp56Time(), '000000001D0219')).toBe('not-a-time 0x000000001D0219')
  })

  test('values that do not fit are refused', () => {
    expect(() => writeLayout({ a: uint(1) }, { a: 256 })).toThrow(/^a cannot hold 256$/)
    expect(() => writeLayout({ a: uint(1) }, { a: 0.5 })).toThrow(RangeError)
    expect(() => writeLayout({ a: uint(1, { offset: -50 }) }, { a: -51 })).toThrow(RangeError)
    expect(() => writeLayout({ a: digits(1) }, { a: '1A' })).toThrow(RangeError)
    expect(() => writeLayout({ a: digits(1) }, { a: '0x1A2B' })).toThrow(RangeError)
    expect(() => writeLayout({ g: repeat(2, { a: uint(1) }) }, { g: [{ a: 1 }] })).toThrow('g has 1 items instead of 2')
    expect(() => writeLayout({ n: uint(1), g: repeat({ by: 'n' }, { a: uint(1) }) }, { n: 2, g: [] })).toThrow(
      RangeError,
    )
  })
})

describe('layouts', () => {
  const layout = {
    number: digits(2),
    state: coded(1, 'set', { 1: 'on' }),
    time: cp56Time(),
    energy: bcd(4, { unit: 'kWh', decimals: 2, signed: true }),
    name: ascii(5),
    items: uint(1),
    list: repeat({ by: 'items' }, { a: uint(2), b: bits(1, 'b', ['x', 'y']) }),
    tail: repeat('rest', { c: hexBytes(2) }),
  }
  test('whatever the bytes, what was read writes them again, and fields lie side by side', () => {
    fc.assert(
      fc.property(anyBytes(60), data => {
        const { values, fields, surplus } = readBody(layout, data, 0, data.length)
        expect(fields.map(field => field.raw).join('')).toBe(toHex(data))
        expect(fields.every((field, i) => field.from === (fields[i - 1]?.to ?? 0))).toBe(true)
        const again = values === null ? toHex(data) : toHex(writeLayout(layout, values)) + surplus
        expect(again).toBe(toHex(data))
      }),
      { numRuns: 2_000 },
    )
  })
  test('paths, places, words and units', () => {
    const named = {
      rates: repeat(['tip', 'peak'], { price: uint(1, { unit: 'CNY/kWh', decimals: 5 }) }),
      flags: bits(1, 'f', ['a', 'b']),
    }
    const { fields } = readBody(named, bytes('0102 03 FF'), 0, 4)
    expect(fields).toMatchObject([
      { path: 'rates/tip/price', from: 0, to: 1, value: 1, unit: 'CNY/kWh', decimals: 5 },
      { path: 'rates/peak/price', from: 1, to: 2, value: 2 },
      { path: 'flags', meanings: ['f.a', 'f.b'], problem: null },
      { path: 'surplus', raw: 'FF', problem: 'surplus' },
    ])
    expect(readBody(named, bytes('01'), 0, 1)).toMatchObject({ values: null, fields: [{ value: 1 }] })
  })
})

describe('checksums', () => {
  test('known values', () => {
    expect(crc16Modbus(new TextEncoder().encode('123456789'))).toBe(0x4b37)
    const judge = (hex: string) => judgeChecksum('crc16-modbus', bytes(hex), { from: 0, to: 9 }, 9)
    expect(judge('313233343536373839 374B')).toMatchObject({
      fits: 'low-first',
      expected: '374B',
      found: '374B',
      from: 9,
      to: 11,
    })
    expect(judge('313233343536373839 4B37')).toMatchObject({ fits: 'high-first', expected: '374B', found: '4B37' })
    expect(judge('313233343536373839 0000').fits).toBe(null)
    expect(judgeChecksum('sum8', bytes('FF02 01'), { from: 0, to: 2 }, 2)).toMatchObject({
      fits: 'low-first',
      expected: '01',
    })
    expect(judgeChecksum('sum16', bytes('FF02 0101'), { from: 0, to: 2 }, 2)).toMatchObject({ fits: 'low-first' })
  })
})

/** `A5 n … sum8`: n bytes between length and sum. */
const toy: FrameRule = {
  maxLength: 40,
  lengthAt: (data, at) => (data[at] !== 0xa5 ? 'no' : data[at + 1] === undefined ? 'more' : data[at + 1]! + 3),
  isSound: frame => judgeChecksum('sum8', frame, { from: 0, to: frame.length - 1 }, frame.length - 1).fits !== null,
}
const toyFrame = (data: Uint8Array) => {
  const body = Uint8Array.from([0xa5, data.length, ...data])
  return Uint8Array.from([...body, body.reduce((sum, byte) => sum + byte, 0) & 0xff])
}

describe('streams', () => {
  // Many starts, so that frames inside frames happen.
  const noisy = fc.array(fc.oneof(fc.constant(0xa5), fc.nat({ max: 12 }), fc.nat({ max: 255 })), { maxLength: 120 })
  const parts = fc.array(
    fc.oneof(
      noisy,
      fc.uint8Array({ maxLength: 20 }).map(data => [...toyFrame(data)]),
    ),
    { maxLength: 8 },
  )

  test('the pieces are the stream, in order, however it was cut, and little waits', () => {
    fc.assert(
      fc.property(parts, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (list, sizes) => {
        const stream = Uint8Array.from(list.flat())
        const whole = splitAll(toy, stream)
        expect(toHex(joinPieces(whole))).toBe(toHex(stream))
        const cut = pushed(toy, stream, sizes)
        expect(cut.pieces).toEqual(whole)
        expect(cut.most).toBeLessThanOrEqual(256 + 3 * toy.maxLength)
        expect(whole.filter(piece => piece.kind === 'frame').every(piece => toy.isSound(piece.bytes))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
  test('every frame between noise without starts is found', () => {
    const quiet = fc.array(fc.nat({ max: 0x90 }), { maxLength: 300 })
    fc.assert(
      fc.property(fc.array(fc.tuple(quiet, fc.uint8Array({ maxLength: 30 })), { maxLength: 5 }), list => {
        const stream = Uint8Array.from(list.flatMap(([noise, data]) => [...noise, ...toyFrame(data)]))
        const found = splitAll(toy, stream).filter(piece => piece.kind === 'frame')
        expect(found.map(piece => toHex(piece.bytes))).toEqual(list.map(([, data]) => toHex(toyFrame(data))))
      }),
    )
  })
  test('a wrong length does not swallow the frame behind it; a wrong checksum alone is a damaged frame', () => {
    const good = toyFrame(bytes('0102'))
    const kinds = (hex: string) =>
      splitAll(toy, bytes(hex)).map(piece => `${piece.kind} ${piece.from} ${toHex(piece.bytes)}`)
    expect(kinds(`A50A${toHex(good)}${toHex(good)}`)).toEqual([
      'noise 0 A50A',
      `frame 2 ${toHex(good)}`,
      `frame 7 ${toHex(good)}`,
    ])
    expect(kinds(`A5020102FF${toHex(good)}`)).toEqual(['damaged 0 A5020102FF', `frame 5 ${toHex(good)}`])
    expect(kinds(`${toHex(good)}A50501`)).toEqual([`frame 0 ${toHex(good)}`, 'cut 5 A50501'])
  })
  test('time is bounded: a quarter of a megabyte of nothing but starts', () => {
    const began = process.cpuUsage()
    const stream = new Uint8Array(262_144).fill(0xa5)
    stream.forEach((_, at) => (stream[at] = at % 2 ? 0x20 : 0xa5))
    expect(joinPieces(splitAll(toy, stream)).length).toBe(stream.length)
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000)
  })
})
