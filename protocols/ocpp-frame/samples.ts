import type { Energy } from '@wattyard/money'
import { energy } from '@wattyard/money'
import { readWattHours, scaleToInteger } from './decimal.ts'
import type { Sample, SampleContext } from './draft.ts'

/** One sampled value of either version, with the value as decimal text. */
export interface Reading {
  measurand: string
  value: string
  /** Null when not sent; then the unit implied by the measurand applies. */
  unit: string | null
  /** Exponent of ten of the unit (2.x `multiplier`); 0 in 1.6. */
  multiplier: number
  phase: string | null
  location: string | null
  context: string | null
  /** Signed data is kept as text and never read as a number. */
  signed: boolean
}

/** OCPP 1.6 §7.32 and 2.0.1 §3.65: a sampled value without measurand is the import register. */
export const DEFAULT_MEASURAND = 'Energy.Active.Import.Register'

const CONTEXTS: ReadonlyMap<string, SampleContext> = new Map([
  ['Transaction.Begin', 'begin'],
  ['Transaction.End', 'end'],
  ['Sample.Periodic', 'periodic'],
  ['Sample.Clock', 'clock'],
  ['Trigger', 'trigger'],
  ['Interruption.Begin', 'interruption'],
  ['Interruption.End', 'interruption'],
])

/** Sample context for the protocol's word; a missing context means a periodic sample (1.6 §7.30). */
export function sampleContext(word: string | null): SampleContext {
  return word === null ? 'periodic' : (CONTEXTS.get(word) ?? 'other')
}

/**
 * Groups the readings of one moment into samples, one per context (a pile may send begin and periodic together).
 *
 * The first reading of a quantity without phase is its value. Phases are used only when there is no total: energy and power add
 * up, current is the largest phase, voltage the first. A reading that does not become a number of the sample is kept in `other`
 * as sent, so that nothing is lost and nothing unreadable becomes zero.
 * @param at device time of the moment, epoch ms
 */
export function collectSamples(at: number, readings: readonly Reading[]): Sample[] {
  const samples: Sample[] = []
  let phased: PhasedReading[] | null = null
  for (const reading of readings) {
    const sample = sampleOf(samples, at, sampleContext(reading.context))
    if (reading.phase === null && place(sample, reading)) continue
    keep(sample, reading)
    if (reading.phase !== null && isPhase(reading.phase)) (phased ??= []).push({ sample, reading })
  }
  if (phased !== null) placePhases(phased)
  return samples
}

function sampleOf(samples: Sample[], at: number, context: SampleContext): Sample {
  for (const sample of samples) if (sample.context === context) return sample
  const sample = emptySample(at, context)
  samples.push(sample)
  return sample
}

function emptySample(at: number, context: SampleContext): Sample {
  return {
    at,
    context,
    register: null,
    interval: null,
    powerW: null,
    currentMa: null,
    voltageMv: null,
    socPermille: null,
    temperatureDeciC: null,
    other: [],
  }
}

/** Puts a reading into its place; false when it has none, is unreadable, or the place is taken. */
function place(sample: Sample, reading: Reading): boolean {
  if (reading.signed) return false
  switch (reading.measurand) {
    case 'Energy.Active.Import.Register':
      return sample.register === null && isVehicleSide(reading) && (sample.register = readEnergy(reading)) !== null
    case 'Energy.Active.Import.Interval':
      return sample.interval === null && isVehicleSide(reading) && (sample.interval = readEnergy(reading)) !== null
    case 'Power.Active.Import':
      return sample.powerW === null && isVehicleSide(reading) && (sample.powerW = readPower(reading)) !== null
    case 'Current.Import':
      return (
        sample.currentMa === null && isVehicleSide(reading) && (sample.currentMa = readMilli(reading, 'A')) !== null
      )
    case 'Voltage':
      return (
        sample.voltageMv === null && isVehicleSide(reading) && (sample.voltageMv = readMilli(reading, 'V')) !== null
      )
    case 'SoC':
      return sample.socPermille === null && (sample.socPermille = readSoc(reading)) !== null
    case 'Temperature':
      return sample.temperatureDeciC === null && (sample.temperatureDeciC = readTemperature(reading)) !== null
    default:
      return false
  }
}

/**
 * Whether a reading was measured at this connector. The inlet meter of a pile includes its losses, and other cars on a shared
 * inlet.
 */
function isVehicleSide(reading: Reading): boolean {
  return reading.location !== 'Inlet'
}

function keep(sample: Sample, reading: Reading): void {
  const { measurand, phase, location, unit, value, multiplier } = reading
  // A multiplier changes the meaning of the number, so it is kept with the unit.
  const kept = multiplier === 0 ? unit : `${unit ?? ''}e${multiplier}`
  sample.other.push({ measurand, phase, location, unit: kept, value })
}

function readEnergy(reading: Reading): Energy | null {
  if (reading.unit === 'kWh') return readWattHours(reading.value, 3 + reading.multiplier)
  return reading.unit === null || reading.unit === 'Wh' ? readWattHours(reading.value, reading.multiplier) : null
}

/**
 * Largest accepted power, 10 MW: more than any connector can deliver. Meters send 0xFFFFFFFF for "invalid", and some send W
 * labelled as kW.
 */
const MAX_POWER_W = 10_000_000

function readPower({ unit, value, multiplier }: Reading): number | null {
  if (unit !== null && unit !== 'W' && unit !== 'kW') return null
  const watts = scaleToInteger(value, multiplier + (unit === 'kW' ? 3 : 0))
  return watts === null || Math.abs(watts) > MAX_POWER_W ? null : watts
}

function readMilli(reading: Reading, unit: 'A' | 'V'): number | null {
  return reading.unit === null || reading.unit === unit ? scaleToInteger(reading.value, 3 + reading.multiplier) : null
}

function readSoc(reading: Reading): number | null {
  if (reading.unit !== null && reading.unit !== 'Percent') return null
  const permille = scaleToInteger(reading.value, 1 + reading.multiplier)
  return permille !== null && permille >= 0 && permille <= 1000 ? permille : null
}

/** Celsius is spelled `Celcius` in the first 1.6 schema. 0.1 K and 0.1 °C are the same step. */
function readTemperature(reading: Reading): number | null {
  const tenths = scaleToInteger(reading.value, 1 + reading.multiplier)
  if (tenths === null) return null
  switch (reading.unit) {
    case null:
    case 'Celsius':
    case 'Celcius':
      return tenths
    case 'K':
      return Math.round(tenths - 2731.5)
    case 'Fahrenheit':
      return Math.round(((tenths - 320) * 5) / 9)
    default:
      return null
  }
}

interface PhasedReading {
  sample: Sample
  reading: Reading
}

function isPhase(phase: string): boolean {
  return phase === 'L1' || phase === 'L2' || phase === 'L3' || phase === 'L1-N' || phase === 'L2-N' || phase === 'L3-N'
}

/** Totals from phases, only where the pile sent no total itself. The phases stay in `other` too. */
function placePhases(phased: readonly PhasedReading[]): void {
  const totals = new Map<Sample, Sample>()
  for (const { sample, reading } of phased) {
    let total = totals.get(sample)
    if (total === undefined) totals.set(sample, (total = emptySample(sample.at, sample.context)))
    const one = emptySample(sample.at, sample.context)
    if (place(one, reading)) addPhase(total, one)
  }
  for (const [sample, total] of totals) {
    sample.register ??= total.register
    sample.interval ??= total.interval
    sample.powerW ??= total.powerW
    sample.currentMa ??= total.currentMa
    sample.voltageMv ??= total.voltageMv
  }
}

function addPhase(total: Sample, one: Sample): void {
  if (one.register !== null) total.register = energy((total.register ?? 0n) + one.register)
  if (one.interval !== null) total.interval = energy((total.interval ?? 0n) + one.interval)
  if (one.powerW !== null) total.powerW = (total.powerW ?? 0) + one.powerW
  if (one.currentMa !== null) total.currentMa = Math.max(total.currentMa ?? one.currentMa, one.currentMa)
  total.voltageMv ??= one.voltageMv
}
