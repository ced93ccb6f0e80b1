import { scaleDecimal } from './decimal.ts'
import type { OcppVersion } from './frame.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { forEachSampledValue } from './quirks.ts'

/** Correction for the readings of one measurand, entered by users for a device model. */
export interface ReadingMend {
  /**
   * Measurand as the device names it; a value without measurand is the import register (1.6 §7.32). Also `meterStart` and
   * `meterStop`.
   */
  measurand: string
  /** Actual unit, as the protocol names it; null when it has no word for it. */
  unit: string | null
  /** The number is multiplied by 10^exponent. */
  exponent: number
}

const REGISTERS = new Set(['meterStart', 'meterStop'])
const DEFAULT = 'Energy.Active.Import.Register'

/** Applies the corrections to `payload` and `exact`, which must be copies. Returns whether anything changed. */
export function mendReadings(
  version: OcppVersion,
  payload: JsonObject,
  exact: Map<string, string>,
  mends: readonly ReadingMend[],
): boolean {
  let changed = false
  for (const mend of mends) {
    if (REGISTERS.has(mend.measurand)) changed = mendRegister(payload, exact, mend) || changed
    else
      forEachSampledValue(payload, sampled => {
        if ((sampled['measurand'] ?? DEFAULT) !== mend.measurand) return
        changed = (version === 'ocpp1.6' ? mendText(sampled, mend) : mendNumber(sampled, mend)) || changed
      })
  }
  return changed
}

/** Registers of a start and a stop are whole watt-hours (1.6 §6.45, §6.49). */
function mendRegister(
  payload: JsonObject,
  exact: Map<string, string>,
  { measurand, unit, exponent }: ReadingMend,
): boolean {
  const value = payload[measurand]
  if (typeof value !== 'number') return false
  const shift = exponent + (unit === 'kWh' ? 3 : 0)
  const wattHours = shift === 0 ? null : scaleDecimal(exact.get(`/${measurand}`) ?? String(value), shift)
  if (wattHours === null) return false
  payload[measurand] = Number(wattHours)
  exact.set(`/${measurand}`, String(wattHours))
  return true
}

/** Values of 1.6 are texts: the decimal point is moved in the text, so that no digit is lost. */
function mendText(sampled: JsonObject, { unit, exponent }: ReadingMend): boolean {
  const { value } = sampled
  if (typeof value !== 'string' || sampled['format'] === 'SignedData') return false
  const moved = exponent === 0 ? value : movePoint(value, exponent)
  if (moved === null || (moved === value && (sampled['unit'] ?? null) === unit)) return false
  sampled['value'] = moved
  if (unit === null) delete sampled['unit']
  else sampled['unit'] = unit
  return true
}

/** 2.x has an exponent beside the unit, so the number stays unchanged. */
function mendNumber(sampled: JsonObject, { unit, exponent }: ReadingMend): boolean {
  const had = isJsonObject(sampled['unitOfMeasure']) ? sampled['unitOfMeasure'] : {}
  const before = typeof had['multiplier'] === 'number' ? had['multiplier'] : 0
  if (exponent === 0 && (had['unit'] ?? null) === unit) return false
  const multiplier = before + exponent
  const { unit: _unit, multiplier: _multiplier, ...rest } = had
  sampled['unitOfMeasure'] = {
    ...rest,
    ...(unit === null ? {} : { unit }),
    ...(multiplier === 0 ? {} : { multiplier }),
  }
  return true
}

/** Decimal text × 10^exponent; null when the text is not a decimal. */
export function movePoint(text: string, exponent: number): string | null {
  const match = /^\s*([+-]?)(\d{1,20})(?:\.(\d{1,20}))?\s*$/.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0')
  const at = point <= 0 ? 1 : point
  const rest = padded.slice(at)
  return `${sign}${padded.slice(0, at)}${rest === '' ? '' : `.${rest}`}`
}
