import {
  exceptionOf,
  FUNCTION_CODES,
  functionOf,
  ADDRESSES,
  MAX_READ_BITS,
  MAX_READ_REGISTERS,
  MAX_WRITE_BITS,
  MAX_WRITE_REGISTERS,
  type ModbusException,
} from './functions.ts'

type ReadBits = 'read-coils' | 'read-discrete-inputs'
type ReadRegisters = 'read-holding-registers' | 'read-input-registers'

/** Request of a client. Addresses count from 0, as on the wire, not from 40001. */
export type ModbusRequest =
  | { name: ReadBits | ReadRegisters; address: number; count: number }
  | { name: 'write-coil'; address: number; value: boolean }
  | { name: 'write-register'; address: number; value: number }
  | { name: 'write-coils'; address: number; values: boolean[] }
  | { name: 'write-registers'; address: number; values: number[] }

/** Answer of a device. */
export type ModbusResponse =
  /** Bits come in whole bytes: the requested ones first, then zeros. */
  | { name: ReadBits; values: boolean[] }
  | { name: ReadRegisters; registers: number[] }
  | { name: 'write-coil'; address: number; value: boolean }
  | { name: 'write-register'; address: number; value: number }
  | { name: 'write-coils' | 'write-registers'; address: number; count: number }
  /** The device refuses: `function` is the code of the request. */
  | { name: 'exception'; function: number; code: number; word: ModbusException | null }

/** Why bytes are not a message of this codec. */
export type PduProblem = 'empty' | 'unknown-function' | 'wrong-length' | 'wrong-count' | 'wrong-value'
export type PduReading<T> = { ok: true; pdu: T } | { ok: false; problem: PduProblem }

const EXCEPTION_BIT = 0x80
const ON = 0xff00

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
const fail = (problem: PduProblem): { ok: false; problem: PduProblem } => ({ ok: false, problem })
const fits = (address: number, count: number, most: number): boolean =>
  count >= 1 && count <= most && address + count <= ADDRESSES

/** Reads a request. Never throws. */
export function readRequest(bytes: Uint8Array): PduReading<ModbusRequest> {
  const code = bytes[0]
  if (code === undefined) return fail('empty')
  const name = functionOf(code)
  if (name === null) return fail('unknown-function')
  if (bytes.length < 5) return fail('wrong-length')
  const address = word(bytes, 1)
  const second = word(bytes, 3)
  switch (name) {
    case 'write-coils':
    case 'write-registers':
      return readMany(name, bytes, address, second)
    default:
      if (bytes.length !== 5) return fail('wrong-length')
  }
  switch (name) {
    case 'read-coils':
    case 'read-discrete-inputs':
      return fits(address, second, MAX_READ_BITS)
        ? { ok: true, pdu: { name, address, count: second } }
        : fail('wrong-count')
    case 'read-holding-registers':
    case 'read-input-registers':
      return fits(address, second, MAX_READ_REGISTERS)
        ? { ok: true, pdu: { name, address, count: second } }
        : fail('wrong-count')
    case 'write-coil':
      if (second !== ON && second !== 0) return fail('wrong-value')
      return { ok: true, pdu: { name, address, value: second === ON } }
    case 'write-register':
      return { ok: true, pdu: { name, address, value: second } }
  }
}

function readMany(
  name: 'write-coils' | 'write-registers',
  bytes: Uint8Array,
  address: number,
  count: number,
): PduReading<ModbusRequest> {
  const isBits = name === 'write-coils'
  const size = isBits ? Math.ceil(count / 8) : count * 2
  if (!fits(address, count, isBits ? MAX_WRITE_BITS : MAX_WRITE_REGISTERS)) return fail('wrong-count')
  if (bytes[5] !== size || bytes.length !== 6 + size) return fail('wrong-length')
  if (!isBits) return { ok: true, pdu: { name: 'write-registers', address, values: registersIn(bytes, 6) } }
  return { ok: true, pdu: { name: 'write-coils', address, values: bitsIn(bytes, 6).slice(0, count) } }
}

/** Reads an answer; the caller has to check that it belongs to the request. Never throws. */
export function readResponse(bytes: Uint8Array): PduReading<ModbusResponse> {
  const code = bytes[0]
  if (code === undefined) return fail('empty')
  if (code & EXCEPTION_BIT) {
    if (bytes.length !== 2) return fail('wrong-length')
    const number = bytes[1] ?? 0
    return {
      ok: true,
      pdu: { name: 'exception', function: code & ~EXCEPTION_BIT, code: number, word: exceptionOf(number) },
    }
  }
  const name = functionOf(code)
  switch (name) {
    case null:
      return fail('unknown-function')
    case 'read-coils':
    case 'read-discrete-inputs':
      return bytes[1] === bytes.length - 2 && bytes.length > 2
        ? { ok: true, pdu: { name, values: bitsIn(bytes, 2) } }
        : fail('wrong-length')
    case 'read-holding-registers':
    case 'read-input-registers':
      return bytes[1] === bytes.length - 2 && bytes.length > 2 && bytes.length % 2 === 0
        ? { ok: true, pdu: { name, registers: registersIn(bytes, 2) } }
        : fail('wrong-length')
    default:
      break
  }
  if (bytes.length !== 5) return fail('wrong-length')
  const address = word(bytes, 1)
  const second = word(bytes, 3)
  switch (name) {
    case 'write-coil':
      if (second !== ON && second !== 0) return fail('wrong-value')
      return { ok: true, pdu: { name, address, value: second === ON } }
    case 'write-register':
      return { ok: true, pdu: { name, address, value: second } }
    case 'write-coils':
    case 'write-registers':
      return { ok: true, pdu: { name, address, count: second } }
  }
}

function registersIn(bytes: Uint8Array, from: number): number[] {
  return Array.from({ length: (bytes.length - from) >> 1 }, (_, i) => word(bytes, from + 2 * i))
}

/** Bits of bytes, the lowest bit of the first byte first (section 6.1). */
function bitsIn(bytes: Uint8Array, from: number): boolean[] {
  return Array.from(
    { length: (bytes.length - from) * 8 },
    (_, i) => ((bytes[from + (i >> 3)] ?? 0) >> (i & 7)) % 2 === 1,
  )
}

function must(isRight: boolean, what: string): void {
  if (!isRight) throw new RangeError(what)
}

const bytesOf = (value: number): [number, number] => {
  must(Number.isInteger(value) && value >= 0 && value < ADDRESSES, `${value} is no 16-bit number`)
  return [value >> 8, value & 0xff]
}

function packed(values: readonly boolean[]): number[] {
  const bytes = Array<number>(Math.ceil(values.length / 8)).fill(0)
  values.forEach((value, i) => {
    if (value) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7))
  })
  return bytes
}

/** Encodes a request as bytes. @throws RangeError for a value or a count that a request cannot have */
export function writeRequest(request: ModbusRequest): Uint8Array {
  const code = FUNCTION_CODES[request.name]
  const start = [code, ...bytesOf(request.address)]
  switch (request.name) {
    case 'read-coils':
    case 'read-discrete-inputs':
      must(fits(request.address, request.count, MAX_READ_BITS), `${request.count} bits cannot be asked for`)
      return Uint8Array.from([...start, ...bytesOf(request.count)])
    case 'read-holding-registers':
    case 'read-input-registers':
      must(fits(request.address, request.count, MAX_READ_REGISTERS), `${request.count} registers cannot be asked for`)
      return Uint8Array.from([...start, ...bytesOf(request.count)])
    case 'write-coil':
      return Uint8Array.from([...start, ...bytesOf(request.value ? ON : 0)])
    case 'write-register':
      return Uint8Array.from([...start, ...bytesOf(request.value)])
    case 'write-coils': {
      const { address, values } = request
      must(fits(address, values.length, MAX_WRITE_BITS), `${values.length} bits cannot be written`)
      const bytes = packed(values)
      return Uint8Array.from([...start, ...bytesOf(values.length), bytes.length, ...bytes])
    }
    case 'write-registers': {
      const { address, values } = request
      must(fits(address, values.length, MAX_WRITE_REGISTERS), `${values.length} registers cannot be written`)
      return Uint8Array.from([...start, ...bytesOf(values.length), values.length * 2, ...values.flatMap(bytesOf)])
    }
  }
}

/** Encodes an answer as bytes. @throws RangeError for values an answer cannot hold */
export function writeResponse(response: ModbusResponse): Uint8Array {
  if (response.name === 'exception') {
    must(response.function < EXCEPTION_BIT && response.code <= 0xff, 'no exception has such codes')
    return Uint8Array.of(response.function | EXCEPTION_BIT, response.code)
  }
  const code = FUNCTION_CODES[response.name]
  switch (response.name) {
    case 'read-coils':
    case 'read-discrete-inputs': {
      const bytes = packed(response.values)
      must(bytes.length >= 1 && response.values.length <= MAX_READ_BITS, 'no answer holds so many bits')
      return Uint8Array.from([code, bytes.length, ...bytes])
    }
    case 'read-holding-registers':
    case 'read-input-registers': {
      const { registers } = response
      must(registers.length >= 1 && registers.length <= MAX_READ_REGISTERS, 'no answer holds so many registers')
      return Uint8Array.from([code, registers.length * 2, ...registers.flatMap(bytesOf)])
    }
    case 'write-coil':
      return Uint8Array.from([code, ...bytesOf(response.address), ...bytesOf(response.value ? ON : 0)])
    case 'write-register':
      return Uint8Array.from([code, ...bytesOf(response.address), ...bytesOf(response.value)])
    case 'write-coils':
    case 'write-registers':
      return Uint8Array.from([code, ...bytesOf(response.address), ...bytesOf(response.count)])
  }
}
