import { fromHex, splitAll, toHex } from '@wattyard/byte-frame'
import { anyBytes, joinPieces, mutated, pushed } from '@wattyard/byte-frame/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ADDRESSES,
  MAX_READ_REGISTERS,
  type ModbusRequest,
  type ModbusResponse,
  modbusRule,
  parseModbusRtu,
  parseModbusTcp,
  readFrame,
  readRtu,
  readRequest,
  readResponse,
  rtuPieces,
  writeFrame,
  writeRequest,
  writeResponse,
  writeRtu,
} from './index.ts'

const bytes = (hex: string) => fromHex(hex.replaceAll(' ', '')) ?? new Uint8Array()

/** The examples printed with each function in the MODBUS Application Protocol Specification V1.1b3, section 6. */
describe('the published examples', () => {
  // Bits are printed as bytes there: CD 6B 05 is 1100 1101, 0110 1011, 0000 0101, lowest bit first.
  const bits = (hex: string, count: number) =>
    Array.from({ length: count }, (_, i) => ((bytes(hex)[i >> 3] ?? 0) >> (i & 7)) % 2 === 1)
  const asked: [string, string, ModbusRequest][] = [
    ['6.1', '01 0013 0013', { name: 'read-coils', address: 19, count: 19 }],
    ['6.2', '02 00C4 0016', { name: 'read-discrete-inputs', address: 196, count: 22 }],
    ['6.3', '03 006B 0003', { name: 'read-holding-registers', address: 107, count: 3 }],
    ['6.4', '04 0008 0001', { name: 'read-input-registers', address: 8, count: 1 }],
    ['6.5', '05 00AC FF00', { name: 'write-coil', address: 172, value: true }],
    ['6.6', '06 0001 0003', { name: 'write-register', address: 1, value: 3 }],
    ['6.11', '0F 0013 000A 02 CD01', { name: 'write-coils', address: 19, values: bits('CD01', 10) }],
    ['6.12', '10 0001 0002 04 000A 0102', { name: 'write-registers', address: 1, values: [10, 258] }],
  ]
  test.each(asked)('question of %s', (_section, hex, pdu) => {
    expect(readRequest(bytes(hex))).toEqual({ ok: true, pdu })
    expect(toHex(writeRequest(pdu))).toBe(hex.replaceAll(' ', ''))
  })

  const answered: [string, string, ModbusResponse][] = [
    ['6.1', '01 03 CD6B05', { name: 'read-coils', values: bits('CD6B05', 24) }],
    ['6.2', '02 03 ACDB35', { name: 'read-discrete-inputs', values: bits('ACDB35', 24) }],
    ['6.3', '03 06 022B 0000 0064', { name: 'read-holding-registers', registers: [555, 0, 100] }],
    ['6.4', '04 02 000A', { name: 'read-input-registers', registers: [10] }],
    ['6.5', '05 00AC FF00', { name: 'write-coil', address: 172, value: true }],
    ['6.6', '06 0001 0003', { name: 'write-register', address: 1, value: 3 }],
    ['6.11', '0F 0013 000A', { name: 'write-coils', address: 19, count: 10 }],
    ['6.12', '10 0001 0002', { name: 'write-registers', address: 1, count: 2 }],
    // Section 7: coil 1245 does not exist in this device.
    ['7', '81 02', { name: 'exception', function: 1, code: 2, word: 'illegal-address' }],
  ]
  test.each(answered)('answer of %s', (_section, hex, pdu) => {
    expect(readResponse(bytes(hex))).toEqual({ ok: true, pdu })
    expect(toHex(writeResponse(pdu))).toBe(hex.replaceAll(' ', ''))
  })

  test('on TCP: transaction, protocol 0, length with the unit, unit', () => {
    // Messaging on TCP/IP V1.0b, 4.2: register 5 of unit 255 under transaction 15 01.
    const hex = '15 01 00 00 00 06 FF 03 00 04 00 01'.replaceAll(' ', '')
    const frame = { transaction: 0x1501, unit: 255, pdu: bytes('03 0004 0001') }
    expect(readFrame(bytes(hex))).toEqual(frame)
    expect(toHex(writeFrame(frame))).toBe(hex)
  })
})

/**
 * The same examples as they stand on a serial line, printed with their checksums in tutorials of the protocol, and the
 * example of the checksum in MODBUS over Serial Line V1.02, 6.2.2 (unit 2 is asked by function 7).
 */
describe('on a serial line', () => {
  test.each([
    ['11 01 0013 0025 0E84', 'read-coils', 'question'],
    ['11 01 05 CD6BB20E1B 45E6', 'read-coils', 'answer'],
    ['11 02 00C4 0016 BAA9', 'read-discrete-inputs', 'question'],
    ['11 02 03 ACDB35 2018', 'read-discrete-inputs', 'answer'],
    ['11 03 006B 0003 7687', 'read-holding-registers', 'question'],
    ['11 03 06 AE41 5652 4340 49AD', 'read-holding-registers', 'answer'],
    ['11 04 0008 0001 B298', 'read-input-registers', 'question'],
    ['11 04 02 000A F8F4', 'read-input-registers', 'answer'],
    ['11 05 00AC FF00 4E8B', 'write-coil', 'either'],
    ['11 06 0001 0003 9A9B', 'write-register', 'either'],
    ['11 0F 0013 000A 02 CD01 BF0B', 'write-coils', 'question'],
    ['11 0F 0013 000A 2699', 'write-coils', 'answer'],
    ['11 10 0001 0002 04 000A 0102 C6F0', 'write-registers', 'question'],
    ['11 10 0001 0002 1298', 'write-registers', 'answer'],
    ['0A 81 02 B053', 'exception', 'answer'],
    ['02 07 4112', null, null],
  ])('%s', (hex, name, role) => {
    const frame = readRtu(bytes(hex))
    expect(frame && toHex(writeRtu(frame))).toBe(hex.replaceAll(' ', ''))
    expect(parseModbusRtu(bytes(hex))).toMatchObject({ name, role, checksum: { fits: 'low-first' } })
    expect(rtuPieces(bytes(hex)).map(piece => piece.kind)).toEqual(['frame'])
  })
  test('one wrong bit, and it is no frame', () => {
    expect(readRtu(bytes('11 03 006B 0003 7686'))).toBeNull()
    expect(parseModbusRtu(bytes('11 03 006B 0003 7686'))?.checksum?.fits).toBeNull()
    expect(() => writeRtu({ unit: 256, pdu: new Uint8Array(1) })).toThrow(RangeError)
    expect(() => writeRtu({ unit: 1, pdu: new Uint8Array(254) })).toThrow(RangeError)
  })
  test('questions and answers one behind the other, with noise between', () => {
    const pieces = rtuPieces(bytes('11 03 006B 0003 7687 FFFF 11 03 06 AE41 5652 4340 49AD 0A 81 02 B053 11'))
    expect(pieces.map(({ kind, from, bytes: part }) => [kind, from, part.length])).toEqual([
      ['frame', 0, 8],
      ['noise', 8, 2],
      ['frame', 10, 11],
      ['frame', 21, 5],
      ['noise', 26, 1],
    ])
  })
  test('fields: bits lowest first, high bytes first, codes with their words', () => {
    const fieldsOf = (hex: string) =>
      parseModbusRtu(bytes(hex))?.fields.map(({ path, from, to, value, meanings }) => [
        path,
        from,
        to,
        value,
        ...meanings,
      ])
    expect(fieldsOf('11 0F 0013 000A 02 CD01 BF0B')).toEqual([
      ['unitId', 0, 1, 17],
      ['function', 1, 2, 15, 'modbus.function.write-coils'],
      ['startAddress', 2, 4, 19],
      ['quantity', 4, 6, 10],
      ['byteCount', 6, 7, 2],
      ['bits/1/bitStates', 7, 8, '10110011'],
      ['bits/2/bitStates', 8, 9, '10000000'],
      ['checksum', 9, 11, 'BF0B'],
    ])
    expect(fieldsOf('11 05 00AC FF00 4E8B')?.[3]).toEqual(['coilValue', 4, 6, 0xff00, 'modbus.coil.on'])
    expect(fieldsOf('0A 81 02 B053')?.slice(1, 3)).toEqual([
      ['function', 1, 2, 0x81, 'modbus.function.read-coils'],
      ['exceptionCode', 2, 3, 2, 'modbus.exception.illegal-address'],
    ])
  })
})

describe('what is wrong', () => {
  test.each([
    ['', 'empty'],
    ['2B0E0100', 'unknown-function'],
    ['03006B', 'wrong-length'],
    ['03006B000300', 'wrong-length'],
    ['03006B0000', 'wrong-count'],
    ['03006B007E', 'wrong-count'],
    ['03FFFF0002', 'wrong-count'],
    ['0500AC1234', 'wrong-value'],
    ['1000010002030A0102', 'wrong-length'],
  ])('question %s: %s', (hex, problem) => {
    expect(readRequest(bytes(hex))).toEqual({ ok: false, problem })
  })
  test.each([
    ['', 'empty'],
    ['83', 'wrong-length'],
    ['830200', 'wrong-length'],
    ['0300', 'wrong-length'],
    ['0304022B', 'wrong-length'],
    ['0303022B00', 'wrong-length'],
    ['0500AC1234', 'wrong-value'],
    ['14', 'unknown-function'],
  ])('answer %s: %s', (hex, problem) => {
    expect(readResponse(bytes(hex))).toEqual({ ok: false, problem })
  })
  test('an exception without a word keeps its number', () => {
    expect(readResponse(bytes('8363'))).toEqual({
      ok: true,
      pdu: { name: 'exception', function: 3, code: 0x63, word: null },
    })
  })
  test('what nobody may ask is not written', () => {
    const ask = (count: number, address = 0) => writeRequest({ name: 'read-holding-registers', address, count })
    expect(() => ask(0)).toThrow(RangeError)
    expect(() => ask(MAX_READ_REGISTERS + 1)).toThrow(RangeError)
    expect(() => ask(2, ADDRESSES - 1)).toThrow(RangeError)
    expect(() => writeRequest({ name: 'write-register', address: 0, value: 65_536 })).toThrow(RangeError)
    expect(() => writeRequest({ name: 'write-register', address: 0, value: -1 })).toThrow(RangeError)
    expect(() => writeFrame({ transaction: 0, unit: 0, pdu: new Uint8Array(254) })).toThrow(RangeError)
    expect(() => writeFrame({ transaction: 65_536, unit: 0, pdu: new Uint8Array(1) })).toThrow(RangeError)
  })
  test('another protocol on the same port is noise', () => {
    expect(readFrame(bytes('160301020001000100'))).toBeNull()
    expect(splitAll(modbusRule, new TextEncoder().encode('GET / HTTP/1.1\r\n\r\n')).map(one => one.kind)).not.toContain(
      'frame',
    )
  })
})

const u16 = fc.integer({ min: 0, max: 0xffff })
const flags = (most: number) => fc.array(fc.boolean(), { minLength: 1, maxLength: most })
const inside = <T extends { address: number }>(one: T, count: number): T => ({
  ...one,
  address: Math.min(one.address, ADDRESSES - count),
})
const anyRequest: fc.Arbitrary<ModbusRequest> = fc.oneof(
  fc
    .record({
      name: fc.constantFrom('read-coils' as const, 'read-discrete-inputs' as const),
      address: u16,
      count: fc.integer({ min: 1, max: 2_000 }),
    })
    .map(one => inside(one, one.count)),
  fc
    .record({
      name: fc.constantFrom('read-holding-registers' as const, 'read-input-registers' as const),
      address: u16,
      count: fc.integer({ min: 1, max: 125 }),
    })
    .map(one => inside(one, one.count)),
  fc.record({ name: fc.constant('write-coil' as const), address: u16, value: fc.boolean() }),
  fc.record({ name: fc.constant('write-register' as const), address: u16, value: u16 }),
  fc
    .record({ name: fc.constant('write-coils' as const), address: u16, values: flags(1_968) })
    .map(one => inside(one, one.values.length)),
  fc
    .record({
      name: fc.constant('write-registers' as const),
      address: u16,
      values: fc.array(u16, { minLength: 1, maxLength: 123 }),
    })
    .map(one => inside(one, one.values.length)),
)
const anyFrame = fc
  .record({ transaction: u16, unit: fc.integer({ min: 0, max: 255 }), request: anyRequest })
  .map(({ transaction, unit, request }) => writeFrame({ transaction, unit, pdu: writeRequest(request) }))
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

describe('properties', () => {
  test('what is written is read as it was', () => {
    fc.assert(
      fc.property(anyRequest, request => {
        expect(readRequest(writeRequest(request))).toEqual({ ok: true, pdu: request })
      }),
      { numRuns: 500 },
    )
  })
  test('an answer that is read is written as it was', () => {
    const codes = fc.constantFrom(1, 2, 3, 4, 5, 6, 15, 16, 0x83)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 250 }), codes, (body, code) => {
        const bytes = Uint8Array.from(code <= 4 ? [code, body.length, ...body] : [code, ...body.subarray(0, 4)])
        const read = readResponse(bytes)
        // What cannot be read is nobody's; the rest comes back byte by byte.
        const again = read.ok ? writeResponse(read.pdu) : bytes
        expect(toHex(again)).toBe(toHex(bytes))
      }),
      { numRuns: 2_000 },
    )
  })
  test('frames glued and torn come out whole', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { minLength: 1, maxLength: 6 }), sizes, (frames, cuts) => {
        const stream = Uint8Array.from(frames.flatMap(frame => [...frame]))
        expect(pushed(modbusRule, stream, cuts).pieces.map(one => toHex(one.bytes))).toEqual(
          frames.map(one => toHex(one)),
        )
      }),
      { numRuns: 200 },
    )
  })
  const anyLine = fc
    .record({ unit: fc.integer({ min: 0, max: 255 }), request: anyRequest })
    .map(({ unit, request }) => writeRtu({ unit, pdu: writeRequest(request) }))
  const beginsWithFrame = (frame: Uint8Array): boolean =>
    Array.from(frame, (_, at) => frame.slice(0, at)).some(part => readRtu(part) !== null)
  test('frames of a line glued together come out whole, each read as what was asked', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), frames => {
        // Once in some ten thousand frames a shorter one ends inside with its own sum by chance: nobody could tell them apart.
        fc.pre(!frames.some(beginsWithFrame))
        const pieces = rtuPieces(Uint8Array.from(frames.flatMap(frame => [...frame])))
        expect(pieces.map(one => toHex(one.bytes))).toEqual(frames.map(frame => toHex(frame)))
        for (const { bytes: frame } of pieces) expect(['question', 'either']).toContain(parseModbusRtu(frame)?.role)
      }),
      { numRuns: 300 },
    )
  })
  test('of any bytes: pieces are the bytes, fields lie side by side and are the frame, nothing throws', () => {
    fc.assert(
      fc.property(fc.oneof(anyBytes(), mutated(anyLine), mutated(anyFrame)), stream => {
        const pieces = rtuPieces(stream)
        expect(toHex(joinPieces(pieces))).toBe(toHex(stream))
        for (const part of [stream, ...pieces.map(one => one.bytes)])
          for (const reading of [parseModbusRtu(part), parseModbusTcp(part)]) {
            if (reading === null) continue
            expect(reading.fields.every((field, i) => field.from === (reading.fields[i - 1]?.to ?? 0))).toBe(true)
            const told = reading.fields.map(field => field.raw).join('')
            const isLonger = reading.problems.some(problem => problem.code === 'bytes-behind')
            expect(told).toBe(toHex(part).slice(0, isLonger ? told.length : undefined))
          }
      }),
      { numRuns: 2_000 },
    )
  })
  test('nothing makes it throw, nothing is lost', () => {
    fc.assert(
      fc.property(fc.oneof(anyBytes(), mutated(anyFrame)), sizes, (stream, cuts) => {
        const { pieces, most } = pushed(modbusRule, stream, cuts)
        expect(toHex(joinPieces(pieces))).toBe(toHex(stream))
        expect(most).toBeLessThanOrEqual(1_024)
        for (const part of [...pieces.map(one => one.bytes), stream]) {
          const frame = readFrame(part)
          for (const pdu of frame ? [part, frame.pdu] : [part]) {
            readRequest(pdu)
            readResponse(pdu)
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
