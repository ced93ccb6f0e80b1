/**
 * Units of quantities by their international symbols (SI brochure, 9th edition; IEC 80000-6 for kvar), so that one text serves
 * all languages. Add a unit by adding a line. Money, energy, power, prices and shares have kinds of their own.
 */
export const UNITS = [
  'V',
  'A',
  'kVA',
  'kvar',
  'kWp',
  'Hz',
  'Ω',
  '°C',
  'm',
  'km',
  'm²',
  'kg',
  't',
  'h',
  'd',
  'km/h',
  'kWh/km',
  'kWh/100 km',
  'gCO₂/kWh',
] as const

export type Unit = (typeof UNITS)[number]

/** Sign of the ledger's money: before an amount that stands alone, and the unit in a head, at an axis and in a file. */
export const MONEY_SIGN = '¥'
/** Unit of the ledger's prices. */
export const PRICE_UNIT = '¥/kWh'

/** Units of the kinds of figures as heads name them, the same in all languages (decision 391). */
const UNIT_OF_KIND: Readonly<Record<string, string>> = {
  money: MONEY_SIGN,
  price: PRICE_UNIT,
  energy: 'kWh',
  power: 'kW',
  percent: '%',
  share: '%',
}
/** Units of the kinds that files write as numbers though screens write them otherwise. */
const UNIT_IN_FILES: Readonly<Record<string, string>> = { duration: 's' }

interface Figured {
  readonly kind: string
  readonly unit?: string | undefined
}

/** Returns the unit in the head of a column; undefined for values without one. `share` is the kind of a report's percentages. */
export function unitOfColumn({ kind, unit }: Figured): string | undefined {
  return kind === 'quantity' ? unit : UNIT_OF_KIND[kind]
}

/** Returns the unit of the numbers in a column of a file; undefined for values without one. */
export function unitInFile(field: Figured): string | undefined {
  return UNIT_IN_FILES[field.kind] ?? unitOfColumn(field)
}

/**
 * Returns the unit of a bare number that a person types into a form or a sheet, the same as on screen: 120 is 120 kW. Durations,
 * which screens show as h:mm:ss, are typed in seconds. Undefined for values without a unit.
 */
export function unitTyped(field: Figured): string | undefined {
  return field.kind === 'duration' ? 's' : unitOfColumn(field)
}

/** Brackets at the end of a head, also before the star of a compulsory column: `Power (W)`, `额定功率（kW）*`. */
const UNIT_OF_HEAD = /\s*[(（]([^()（）]*)[)）]\s*\*?\s*$/

/** Returns the unit that the head of a sheet's column states; undefined without one. */
export function unitOfHead(head: string): string | undefined {
  return UNIT_OF_HEAD.exec(head)?.[1]?.trim()
}

/** Returns the head of a sheet's column without its unit. */
export function withoutUnit(head: string): string {
  return head.replace(UNIT_OF_HEAD, '')
}

const POWER = /^(\d{1,9})(?:\.(\d{1,3})0*)?\s*(kw|千瓦|w|瓦)?$/i

/**
 * Returns a power that a person wrote, in watts: `120`, `120 kW`, `120000 W`. Text that is no power, or names parts of a watt,
 * comes back as it is.
 * @param unit of a bare number; kW unless the head of the column says W
 */
export function wattsOf(text: string, unit = 'kW'): string {
  const [, whole, fraction = '', own = unit] = POWER.exec(text.normalize('NFKC').trim()) ?? []
  if (whole === undefined) return text
  const isKilo = ['kw', '千瓦'].includes(own.toLowerCase())
  if (isKilo) return String(Number(`${whole}${fraction.padEnd(3, '0')}`))
  return /[1-9]/.test(fraction) ? text : String(Number(whole))
}

/** Returns watts as kilowatts with all digits and none besides: 120 kW, 0.35 kW. */
export function inKilowatts(watts: number): string {
  const fraction = String(watts % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return `${Math.floor(watts / 1000)}${fraction === '' ? '' : `.${fraction}`} kW`
}

/**
 * Decimals of every figure on screen, by kind, so that one figure reads the same in a head, a list and a chart (decision 391).
 * Inputs, proofs and exported files keep every digit. Power has two, because a socket for electric bicycles gives 0.35 kW.
 */
export const DECIMALS = { money: 2, price: 4, energy: 3, percent: 1, power: 2 } as const

const DECIMALS_OF_UNIT: ReadonlyMap<string, number> = new Map(
  Object.entries(DECIMALS).flatMap(([kind, decimals]) => {
    const unit = UNIT_OF_KIND[kind]
    return unit === undefined ? [] : [[unit, decimals]]
  }),
)

/** Returns the decimals of figures in the unit of a kind, such as 3 for `kWh`; undefined for other units, and without one. */
export function decimalsOfUnit(unit: string | undefined): number | undefined {
  return unit === undefined ? undefined : DECIMALS_OF_UNIT.get(unit)
}
