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
