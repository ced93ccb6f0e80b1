/** Simulated kinds of pile, with their rated power. */
export const PILE_KINDS = {
  'dc-60': { power_w: 60_000, direct: true, model: 'SIM-DC060' },
  'dc-120': { power_w: 120_000, direct: true, model: 'SIM-DC120' },
  'dc-180': { power_w: 180_000, direct: true, model: 'SIM-DC180' },
  'ac-7': { power_w: 7_000, direct: false, model: 'SIM-AC007' },
} as const satisfies Record<string, { power_w: number; direct: boolean; model: string }>

export type PileKind = keyof typeof PILE_KINDS

export function isPileKind(value: string): value is PileKind {
  return Object.hasOwn(PILE_KINDS, value)
}

/**
 * Minutes that a driver leaves the car at a plug, fewest and most. Cars stay at alternating current while their drivers work or
 * sleep.
 */
export function patienceOf(kind: PileKind): readonly [least: number, most: number] {
  return PILE_KINDS[kind].direct ? [17, 55] : [110, 300]
}

/** What a plug can deliver now. */
export interface Supply {
  kind: PileKind
  /** Upper limit. Two plugs in use share the rated power of their pile. */
  limit_w: number
}

/** The car at the plug. */
export interface Car {
  capacity_wh: number
  /** Maximum power at a DC pile. */
  maxDirect_w: number
  soc_permille: number
  /** State of charge at which the driver or the car ends the charge. */
  target_permille: number
}

/** One mWh is the resolution of the simulated meter, so that sums over many ticks stay integers. */
export const MWH_PER_WH = 1_000

const AC_MILLIVOLT = 220_000
const FULL = 1_000

/**
 * Returns the power that flows, in W. DC follows the usual curve of lithium packs: a ramp while the pack is nearly empty, a
 * plateau that falls slightly, and above 80 % a taper down to an eighth. AC is limited by the car's own charger and stays flat
 * almost to the end. The curve is our own and copies no car model.
 */
export function powerOf({ kind, limit_w }: Supply, car: Car): number {
  if (car.soc_permille >= FULL) return 0
  if (!PILE_KINDS[kind].direct) return Math.floor(car.soc_permille < 970 ? limit_w : limit_w * 0.35)
  return Math.floor(Math.min(limit_w, car.maxDirect_w) * directShape(car.soc_permille))
}

function directShape(soc_permille: number): number {
  if (soc_permille < 100) return 0.6 + 0.4 * (soc_permille / 100)
  if (soc_permille < 800) return 1 - 0.2 * ((soc_permille - 100) / 700)
  return 0.8 - 0.68 * ((soc_permille - 800) / 200)
}

/** Returns the output voltage in mV: for DC a pack between 350 and 420 V by state of charge, for AC the mains. */
export function voltageOf(kind: PileKind, car: Car): number {
  return PILE_KINDS[kind].direct ? 350_000 + 70 * car.soc_permille : AC_MILLIVOLT
}

/** Returns the temperature of the plug in tenths of a degree: the ambient temperature plus the heat of the current. */
export function temperatureOf(kind: PileKind, power_w: number): number {
  return Math.round(240 + 180 * (power_w / PILE_KINDS[kind].power_w))
}

/** Meter values at one moment. */
export interface Reading {
  /** Epoch ms by the pile's clock. */
  at: number
  register_wh: number
  power_w: number
  current_ma: number
  voltage_mv: number
  soc_permille: number
  temperature_dc: number
}

/**
 * Delivers energy for a period of time and raises the car's state of charge accordingly. Stops exactly at the target, so that a
 * coarse tick does not overcharge. Rounds down, so that any division of the time gives no more energy than the supply can
 * deliver.
 * @param register_mwh meter reading before
 * @returns meter reading after, mWh
 */
export function charge(supply: Supply, car: Car, register_mwh: number, elapsed_ms: number): number {
  const room_mwh = Math.max(
    0,
    Math.round(((car.target_permille - car.soc_permille) / FULL) * car.capacity_wh * MWH_PER_WH),
  )
  // W × ms / 3600 = mWh
  const delivered_mwh = Math.min(room_mwh, Math.floor((powerOf(supply, car) * elapsed_ms) / 3_600))
  car.soc_permille += (delivered_mwh / MWH_PER_WH / car.capacity_wh) * FULL
  if (delivered_mwh === room_mwh) car.soc_permille = Math.max(car.soc_permille, car.target_permille)
  return register_mwh + delivered_mwh
}

export function readMeter(
  supply: Supply,
  car: Car | null,
  register_mwh: number,
  flowing: boolean,
  at: number,
): Reading {
  const power_w = car !== null && flowing ? powerOf(supply, car) : 0
  const voltage_mv = car === null ? 0 : voltageOf(supply.kind, car)
  return {
    at,
    register_wh: Math.floor(register_mwh / MWH_PER_WH),
    power_w,
    // W / mV = kA, so mA needs a factor of 1 000 000.
    current_ma: voltage_mv === 0 ? 0 : Math.round((power_w * 1_000_000) / voltage_mv),
    voltage_mv,
    soc_permille: car === null ? 0 : Math.floor(car.soc_permille),
    temperature_dc: temperatureOf(supply.kind, power_w),
  }
}

/** Formats an integer with implied decimals as decimal text: `fixed(149_500, 3)` is `149.500`. */
export function fixed(value: number, decimals: number): string {
  const digits = Math.abs(value)
    .toString()
    .padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return value < 0 ? `-${text}` : text
}
