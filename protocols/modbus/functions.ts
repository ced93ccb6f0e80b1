/**
 * Functions of the MODBUS Application Protocol Specification V1.1b3 (section 6) that this codec supports, by name: those used to
 * read and set meters and cabinets.
 */
export const FUNCTION_CODES = {
  'read-coils': 1,
  'read-discrete-inputs': 2,
  'read-holding-registers': 3,
  'read-input-registers': 4,
  'write-coil': 5,
  'write-register': 6,
  'write-coils': 15,
  'write-registers': 16,
} as const

export type ModbusFunction = keyof typeof FUNCTION_CODES

const NAMES: ReadonlyMap<number, ModbusFunction> = new Map(
  Object.entries(FUNCTION_CODES).map(([name, code]) => [code, name as ModbusFunction]), // the keys are its names
)

/** Name of a function code without the exception bit; null for an unsupported one. */
export function functionOf(code: number): ModbusFunction | null {
  return NAMES.get(code) ?? null
}

/** Exception codes of section 7. Some belong to functions that this codec does not support. */
export const EXCEPTION_WORDS: Readonly<Record<number, ModbusException>> = {
  1: 'illegal-function',
  2: 'illegal-address',
  3: 'illegal-value',
  4: 'device-failure',
  5: 'acknowledge',
  6: 'device-busy',
  8: 'memory-parity-error',
  10: 'gateway-path-unavailable',
  11: 'gateway-target-silent',
}

export type ModbusException =
  | 'illegal-function'
  | 'illegal-address'
  | 'illegal-value'
  | 'device-failure'
  | 'acknowledge'
  | 'device-busy'
  | 'memory-parity-error'
  | 'gateway-path-unavailable'
  | 'gateway-target-silent'

/** Word of an exception code; null for one that the specification does not know. */
export function exceptionOf(code: number): ModbusException | null {
  return EXCEPTION_WORDS[code] ?? null
}

/** Most items that one request may read or write (sections 6.1 to 6.12). */
export const MAX_READ_BITS = 2_000
export const MAX_READ_REGISTERS = 125
export const MAX_WRITE_BITS = 1_968
export const MAX_WRITE_REGISTERS = 123
/** Number of addresses in each area: 0 to 65535. */
export const ADDRESSES = 65_536
