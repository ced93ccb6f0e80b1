import type { Scalar, NumberOptions } from './kinds.ts'

/** Declares a decimal number in binary-coded digits, low byte first; `signed`: the highest bit means minus. */
export function bcd(size: 1 | 2 | 3 | 4 | 5 | 6, options: NumberOptions & { signed?: boolean } = {}): Scalar<number> {
  const { unit = null, decimals = 0, signed = false } = options
  return {
    shape: 'scalar',
    size,
    unit,
    decimals,
    problem: 'not-bcd',
    meanings: () => [],
    read(bytes) {
      const top = bytes[size - 1] ?? 0
      const isNegative = signed && top >= 0x80
      let value = 0
      for (let i = size - 1; i >= 0; i--) {
        const byte = i === size - 1 && isNegative ? top & 0x7f : (bytes[i] ?? 0)
        value = value * 100 + (byte >> 4) * 10 + (byte & 0x0f)
      }
      return isNegative ? -value : value
    },
    write(value) {
      const limit = signed ? 8 * 10 ** (2 * size - 1) : 10 ** (2 * size)
      if (!Number.isSafeInteger(value) || Math.abs(value) >= limit || (value < 0 && !signed)) return null
      const bytes = new Uint8Array(size)
      let rest = Math.abs(value)
      for (let i = 0; i < size; i++) {
        bytes[i] = (Math.floor((rest % 100) / 10) << 4) | (rest % 10)
        rest = Math.floor(rest / 100)
      }
      // There is one zero: minus nothing is written without its sign.
      if (value < 0) bytes[size - 1] = (bytes[size - 1] ?? 0) | 0x80
      return bytes
    },
  }
}
