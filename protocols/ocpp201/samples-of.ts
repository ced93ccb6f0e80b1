import {
  collectSamples,
  DEFAULT_MEASURAND,
  type ExactNumbers,
  parseInstant,
  type Reading,
  type Sample,
} from '@wattyard/ocpp-frame'
import type { Request } from './actions.ts'

type MeterValue = Request<'MeterValues'>['meterValue'][number]
type SampledValue = MeterValue['sampledValue'][number]

/**
 * Returns the samples of a list of meter values. A value is a JSON number here: up to 15 digits its shortest text is what was
 * sent; beyond that `exact` has the source text.
 */
export function samplesOf(values: readonly MeterValue[], exact: ExactNumbers | null): Sample[] {
  return values.flatMap((value, index) =>
    collectSamples(
      parseInstant(value.timestamp) ?? 0,
      value.sampledValue.flatMap((sampled, place) =>
        readingsOf(sampled, exact?.get(`/meterValue/${index}/sampledValue/${place}/value`)),
      ),
    ),
  )
}

/** Readings of one sampled value. Signed data beside the value is kept as sent, as a reading of its own. */
function readingsOf(sampled: SampledValue, exact: string | undefined): Reading[] {
  const reading: Reading = {
    measurand: sampled.measurand ?? DEFAULT_MEASURAND,
    value: exact ?? String(sampled.value),
    unit: unitOf(sampled),
    multiplier: sampled.unitOfMeasure?.multiplier ?? 0,
    phase: sampled.phase ?? null,
    location: sampled.location ?? null,
    context: sampled.context ?? null,
    signed: false,
  }
  const signed = sampled.signedMeterValue
  if (signed === undefined) return [reading]
  const { encodingMethod, signedMeterData } = signed
  return [reading, { ...reading, value: signedMeterData, unit: encodingMethod, multiplier: 0, signed: true }]
}

/**
 * Unit of a sampled value. 2.0.1 §2.57 says that a missing unit is Wh for every measurand; devices leave it out for power and
 * mean W (lbbrhzn/ocpp issue 1989). So Wh with anything but energy counts as no unit.
 */
function unitOf(sampled: SampledValue): string | null {
  const unit = sampled.unitOfMeasure?.unit ?? null
  return unit === 'Wh' && sampled.measurand !== undefined && !sampled.measurand.startsWith('Energy.') ? null : unit
}
