import { ascii, digits, uint } from '@wattyard/byte-frame'

export const pile = { pile: digits(7) }
export const gun = { pile: digits(7), gun: digits(1) }
export const session = { transaction: digits(16), pile: digits(7), gun: digits(1) }
export const text = (size: number) => ascii(size)
export const kwh = uint(4, { unit: 'kWh', decimals: 4 })
export const price = uint(4, { unit: 'CNY/kWh', decimals: 5 })
export const volt = uint(2, { unit: 'V', decimals: 1 })
export const ampere = uint(2, { unit: 'A', decimals: 1 })
/** Battery currents count from -400 A. */
export const bmsAmpere = uint(2, { unit: 'A', decimals: 1, offset: -4000 })
export const celsius = uint(1, { unit: '°C', offset: -50 })
export const cellVolt = uint(2, { unit: 'V', decimals: 2 })
export const balance = uint(4, { unit: 'CNY', decimals: 2 })
export const minutes = uint(2, { unit: 'min' })
export const soc = uint(1, { unit: '%' })
