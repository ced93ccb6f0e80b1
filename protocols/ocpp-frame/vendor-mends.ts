import { scaleDecimal } from './decimal.ts'
import type { OcppVersion } from './frame.ts'
import { mendInstant } from './instant.ts'
import { type ExactNumbers, isJsonObject, type JsonObject } from './json.ts'
import { mendReadings } from './reading-mends.ts'
import { forEachSampledValue, isImportEnergy, type ReadContext } from './quirks.ts'

export interface VendorMended {
  payload: JsonObject
  exact: ExactNumbers | null
  mended: string[]
}

/**
 * Applies the quirks listed for this device, and the corrections of its model's point map. The original payload is not changed.
 * Runs before the schema check, because these devices satisfy the schema while meaning something else.
 */
export function applyQuirks(
  version: OcppVersion,
  payload: JsonObject,
  exact: ExactNumbers | null,
  context: ReadContext,
): VendorMended {
  if (context.quirks.length === 0 && context.readings === undefined) return { payload, exact, mended: [] }
  const copy = structuredClone(payload)
  const exactCopy = new Map(exact)
  const mended: string[] = []
  for (const quirk of context.quirks) {
    let changed = false
    switch (quirk) {
      case 'local-time':
        changed = localTimes(copy, context.utcOffset_min)
        break
      case 'sampled-energy-in-kwh':
        forEachSampledValue(copy, sampled => {
          changed = labelKwh(version, sampled) || changed
        })
        break
      case 'register-in-kwh':
        for (const member of ['meterStart', 'meterStop']) changed = registerFromKwh(copy, exactCopy, member) || changed
        break
      case 'inlet-is-outlet':
        forEachSampledValue(copy, sampled => {
          if (sampled['location'] !== 'Inlet') return
          sampled['location'] = 'Outlet'
          changed = true
        })
        break
    }
    if (changed) mended.push(quirk)
  }
  if (context.readings && mendReadings(version, copy, exactCopy, context.readings)) mended.push('point-map')
  return { payload: copy, exact: exactCopy.size > 0 ? exactCopy : null, mended }
}

/** Times without offset get the station's; times with one are believed. */
function localTimes(value: unknown, offset_min: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  let changed = false
  const object = value as Record<string, unknown> // arrays and objects alike: own enumerable members are walked
  for (const [key, member] of Object.entries(object)) {
    if (
      key === 'timestamp' &&
      typeof member === 'string' &&
      !/(?:[zZ]|[+-]\d{2}(?::?\d{2})?)$/.test(member.slice(10))
    ) {
      const mended = mendInstant(member, offset_min)
      if (mended !== null) {
        object[key] = mended
        changed = true
      }
    } else if (localTimes(member, offset_min)) changed = true
  }
  return changed
}

function registerFromKwh(payload: JsonObject, exact: Map<string, string>, member: string): boolean {
  const value = payload[member]
  if (typeof value !== 'number') return false
  const wattHours = scaleDecimal(exact.get(`/${member}`) ?? String(value), 3)
  if (wattHours === null) return false
  payload[member] = Number(wattHours)
  exact.set(`/${member}`, String(wattHours))
  return true
}

function labelKwh(version: OcppVersion, sampled: JsonObject): boolean {
  if (!isImportEnergy(sampled)) return false
  if (version === 'ocpp1.6') {
    if ((sampled['unit'] ?? 'Wh') !== 'Wh') return false
    sampled['unit'] = 'kWh'
    return true
  }
  const unit = isJsonObject(sampled['unitOfMeasure']) ? sampled['unitOfMeasure'] : {}
  if ((unit['unit'] ?? 'Wh') !== 'Wh') return false
  sampled['unitOfMeasure'] = { ...unit, unit: 'kWh' }
  return true
}
