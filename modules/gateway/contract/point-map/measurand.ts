/** Units of each measurand; the first is the unit in which readings are stored. An empty text means no unit. */
export const MEASURANDS = {
  energyImport: ['kWh', 'Wh', 'MWh'],
  energyExport: ['kWh', 'Wh', 'MWh'],
  energyNet: ['kWh', 'Wh', 'MWh'],
  reactiveEnergy: ['kvarh', 'varh'],
  activePower: ['W', 'kW', 'MW'],
  reactivePower: ['var', 'kvar'],
  apparentPower: ['VA', 'kVA'],
  powerFactor: [''],
  voltage: ['V', 'mV', 'kV'],
  current: ['A', 'mA'],
  frequency: ['Hz'],
  temperature: ['°C', 'K', '°F'],
  humidity: ['%'],
  soc: ['%'],
  soh: ['%'],
  duration: ['s', 'min', 'h'],
  count: [''],
  state: [''],
  alarm: [''],
  other: ['', 'kWh', 'Wh', 'W', 'kW', 'V', 'A', 'Hz', '°C', '%', 's'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type Measurand = keyof typeof MEASURANDS
export const MEASURAND_NAMES = Object.keys(MEASURANDS) as Measurand[] // a closed literal, so these are all

export function isMeasurand(text: string): text is Measurand {
  return Object.hasOwn(MEASURANDS, text)
}

/** All units, each once. */
export const POINT_UNITS: readonly string[] = [...new Set<string>(Object.values(MEASURANDS).flat())].filter(Boolean)

/** Returns whether a unit can express a measurand. */
export function unitFits(measurand: Measurand, unit: string): boolean {
  const units: readonly string[] = MEASURANDS[measurand]
  return units.includes(unit)
}

/** Part of a measurand: a phase, or the tariff period of an energy. Empty for the total or the only value. */
export const POINT_PARTS = [
  'a',
  'b',
  'c',
  'n',
  'ab',
  'bc',
  'ca',
  'tip',
  'peak',
  'flat',
  'valley',
  'deepValley',
] as const
export type PointPart = (typeof POINT_PARTS)[number]
