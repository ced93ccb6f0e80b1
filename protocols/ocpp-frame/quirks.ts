import type { ReadingMend } from './reading-mends.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'

/**
 * Known cases in which a device sends something that satisfies the schema but means something else. A quirk changes the meaning
 * of a frame, so it applies only to devices listed for it, and is never guessed.
 */
export type QuirkName =
  /** Times without offset are the station's local time (without the quirk they are UTC). */
  | 'local-time'
  /** Sampled import energy is in kWh although it is labelled Wh. */
  | 'sampled-energy-in-kwh'
  /** `meterStart` and `meterStop` are in kWh. */
  | 'register-in-kwh'
  /** Readings with location `Inlet` are the connector's own. */
  | 'inlet-is-outlet'

export interface QuirkEntry {
  vendor: RegExp
  /** Any model or firmware when left out. */
  model?: RegExp
  firmware?: RegExp
  quirks: readonly QuirkName[]
  /** Where this was seen. */
  source: string
}

/** Devices and their quirks. Each row needs a source: a public report, or our own trace of such a device. */
export const QUIRK_TABLE: readonly QuirkEntry[] = [
  {
    vendor: /openevse/i,
    firmware: /^v?4\.[0-2]\./i,
    quirks: ['sampled-energy-in-kwh'],
    source: 'OpenEVSE/openevse_esp32_firmware issue 703 (firmware 4.2.2)',
  },
  {
    vendor: /growatt/i,
    model: /thor/i,
    quirks: ['local-time'],
    source: 'evcc-io/evcc issue 10399',
  },
]

export interface DeviceIdentity {
  vendor: string
  model: string
  firmware: string | null
}

/** Quirks of a device by its boot data; empty for most. */
export function quirksOf(device: DeviceIdentity, table: readonly QuirkEntry[] = QUIRK_TABLE): QuirkName[] {
  const names = new Set<QuirkName>()
  for (const entry of table) {
    if (!entry.vendor.test(device.vendor)) continue
    if (entry.model !== undefined && !entry.model.test(device.model)) continue
    if (entry.firmware !== undefined && !entry.firmware.test(device.firmware ?? '')) continue
    for (const quirk of entry.quirks) names.add(quirk)
  }
  return [...names]
}

/** What reading a call needs to know about the sender. */
export interface ReadContext {
  quirks: readonly QuirkName[]
  /** Offset of the station's local time, minutes east of UTC; used by `local-time` only. */
  utcOffset_min: number
  /** Corrections for the readings of the device's model; absent for nearly every device. */
  readings?: readonly ReadingMend[]
}

export const NO_CONTEXT: ReadContext = Object.freeze({ quirks: [], utcOffset_min: 0 })

/** Calls `visit` for every sampled value inside a payload, wherever the message keeps them. */
export function forEachSampledValue(payload: JsonObject, visit: (sampled: JsonObject) => void): void {
  for (const list of [payload['meterValue'], payload['transactionData']]) {
    if (!Array.isArray(list)) continue
    for (const item of list) {
      const sampled: Json | undefined = isJsonObject(item) ? item['sampledValue'] : undefined
      if (Array.isArray(sampled)) for (const one of sampled) if (isJsonObject(one)) visit(one)
    }
  }
}

export function isImportEnergy(sampled: JsonObject): boolean {
  const measurand = sampled['measurand'] ?? 'Energy.Active.Import.Register'
  return measurand === 'Energy.Active.Import.Register' || measurand === 'Energy.Active.Import.Interval'
}
