/**
 * The rules of energy derivation, as data. `deriveEnergy` applies them, the console shows them, and every rule has a test.
 *
 * A session's energy has exactly one basis (E-01…E-08) and any number of findings. A finding only notes something, or lowers the
 * confidence and still bills (`doubt`), or prevents billing until a person has looked (`block`). Everything implausible blocks,
 * so nothing implausible is billed silently.
 */
export type Effect = 'basis' | 'note' | 'doubt' | 'block'

/** Best first. Below `medium` nothing is billed without a person. */
export const CONFIDENCES = ['exact', 'high', 'medium', 'low', 'none'] as const
export type Confidence = (typeof CONFIDENCES)[number]

export interface EnergyRule {
  /** Number people can search and cite. */
  id: `E-${string}`
  /** When it applies. */
  condition: string
  /** Consequence of the rule. */
  verdict: string
  effect: Effect
  /** Upper limit of the confidence when the rule applies. */
  ceiling: Confidence
}

export const ENERGY_RULES = {
  'registers-and-samples': {
    id: 'E-01',
    condition: 'start and stop register present, samples between them agree',
    verdict: 'energy = stop − start; the samples give the course over time',
    effect: 'basis',
    ceiling: 'exact',
  },
  registers: {
    id: 'E-02',
    condition: 'start and stop register present, no usable sample between them',
    verdict: 'energy = stop − start, taken as evenly spread over the session',
    effect: 'basis',
    ceiling: 'high',
  },
  'last-sample': {
    id: 'E-03',
    condition: 'start register present, no usable stop register, at least one sample',
    verdict: 'energy = last sample − start; what flowed after the last sample is not billed',
    effect: 'basis',
    ceiling: 'medium',
  },
  'first-sample': {
    id: 'E-04',
    condition: 'stop register present, no usable start register, at least one sample',
    verdict: 'energy = stop − first sample; what flowed before the first sample is not billed',
    effect: 'basis',
    ceiling: 'medium',
  },
  samples: {
    id: 'E-05',
    condition: 'neither start nor stop register usable, at least two samples',
    verdict: 'energy = last sample − first sample',
    effect: 'basis',
    ceiling: 'medium',
  },
  intervals: {
    id: 'E-06',
    condition: 'no usable pair of registers, the pile sends energy per interval',
    verdict: 'energy = sum of the intervals of one context, each instant once',
    effect: 'basis',
    ceiling: 'medium',
  },
  segments: {
    id: 'E-07',
    condition: 'the register was reset during the session',
    verdict: 'estimate = sum of the parts before and after each reset',
    effect: 'basis',
    ceiling: 'low',
  },
  'no-readings': {
    id: 'E-08',
    condition: 'no two registers and no interval: nothing says how much flowed',
    verdict: 'energy 0, no points; to be corrected by hand from the pile’s display or the car',
    effect: 'basis',
    ceiling: 'none',
  },
  'not-started': {
    id: 'E-10',
    condition: 'readings or a stop without a start',
    verdict: 'the first reading stands for the start; who pays is for a person to find',
    effect: 'block',
    ceiling: 'low',
  },
  'not-ended': {
    id: 'E-11',
    condition: 'no stop has been reported',
    verdict: 'energy so far, from the last sample; provisional until the stop or until the session is given up',
    effect: 'block',
    ceiling: 'low',
  },
  'begin-zero': {
    id: 'E-12',
    condition:
      'start register 0, the first sample far above what could have flowed since, or not below what the meter had reached before',
    verdict: 'the start register is not used; the first sample stands for it',
    effect: 'doubt',
    ceiling: 'medium',
  },
  'start-disagrees': {
    id: 'E-13',
    condition:
      'start register not 0, the first sample above what could have flowed since; or the start below what the meter had reached before and the sample not',
    verdict: 'the start register is not used: stale register, or energy flowed without a session',
    effect: 'block',
    ceiling: 'low',
  },
  'stop-disagrees': {
    id: 'E-14',
    condition: 'stop register above what could have flowed since the last sample',
    verdict: 'the stop register is not used; the last sample stands for it',
    effect: 'block',
    ceiling: 'low',
  },
  'stop-below-start': {
    id: 'E-15',
    condition: 'stop register below start register (invariant I-12)',
    verdict: 'no charge; estimate from the samples where they allow one',
    effect: 'block',
    ceiling: 'low',
  },
  'register-reset': {
    id: 'E-16',
    condition: 'the register falls and goes on rising from there',
    verdict: 'estimate by segments; never billed without a person',
    effect: 'block',
    ceiling: 'low',
  },
  'registers-disagree': {
    id: 'E-17',
    condition: 'more than a tenth of the samples, or two neighbours, contradict the registers or the other samples',
    verdict: 'the samples that agree are kept; which side is wrong is for a person to say',
    effect: 'block',
    ceiling: 'low',
  },
  'samples-dropped': {
    id: 'E-18',
    condition: 'single samples (at most a tenth, or one) out of line with all others',
    verdict: 'they are left out',
    effect: 'note',
    ceiling: 'high',
  },
  'head-gap': {
    id: 'E-19',
    condition: 'start taken from a sample more than 5 min after the start',
    verdict: 'energy before that sample is unknown',
    effect: 'block',
    ceiling: 'low',
  },
  'tail-gap': {
    id: 'E-20',
    condition: 'stop taken from a sample more than 5 min before the stop',
    verdict: 'energy after that sample is unknown',
    effect: 'block',
    ceiling: 'low',
  },
  'interval-gap': {
    id: 'E-21',
    condition: 'a hole between two intervals longer than one and a half times the usual distance',
    verdict: 'energy in the hole is unknown',
    effect: 'block',
    ceiling: 'low',
  },
  'intervals-disagree': {
    id: 'E-22',
    condition: 'sum of intervals and registers differ by more than 5 % and 0.1 kWh',
    verdict: 'the registers count; intervals are the weaker reading',
    effect: 'note',
    ceiling: 'high',
  },
  'samples-rescaled': {
    id: 'E-23',
    condition: 'all samples fit between start and stop register only when multiplied or divided by 1,000',
    verdict: 'samples carry the wrong unit (kWh for Wh or the reverse); they are rescaled, the registers count',
    effect: 'note',
    ceiling: 'high',
  },
  'unit-thousand': {
    id: 'E-24',
    condition: 'energy is about 1,000 times or a thousandth of power × time',
    verdict: 'the registers carry the wrong unit; the rescaled energy is proposed, a person confirms',
    effect: 'block',
    ceiling: 'low',
  },
  'power-unit': {
    id: 'E-25',
    condition: 'measured power is about 1,000 times off while the energy fits rated power × time',
    verdict: 'the power readings carry the wrong unit; the energy is not touched',
    effect: 'note',
    ceiling: 'high',
  },
  'clock-corrected': {
    id: 'E-26',
    condition: 'device clock off by 60 s to 24 h (trust 5.3)',
    verdict: 'times are corrected by the measured skew',
    effect: 'note',
    ceiling: 'high',
  },
  'clock-received': {
    id: 'E-27',
    condition: 'device clock unusable, the frame came live',
    verdict: 'time of receipt is used',
    effect: 'note',
    ceiling: 'high',
  },
  'time-unknown': {
    id: 'E-28',
    condition: 'recorded offline by a device with an unusable clock',
    verdict: 'nobody can know the time, so no price can be chosen: a person enters it',
    effect: 'block',
    ceiling: 'low',
  },
  'samples-outside-time': {
    id: 'E-29',
    condition: 'samples dated more than 60 s before the start or after the stop, both registers present',
    verdict: 'they are left out; the registers bound the energy',
    effect: 'note',
    ceiling: 'high',
  },
  'samples-off-time': {
    id: 'E-30',
    condition: 'samples dated outside the session where a register is missing',
    verdict: 'their energy is used for the estimate, their time is moved to the edge',
    effect: 'block',
    ceiling: 'low',
  },
  'energy-after-stop': {
    id: 'E-31',
    condition: 'the register rises above the stop register after the stop',
    verdict: 'energy flows in nobody’s name: billed energy ends at the stop, a person looks',
    effect: 'block',
    ceiling: 'low',
  },
  offline: {
    id: 'E-32',
    condition: 'start or stop was recorded offline and sent later',
    verdict: 'rated at the time it happened',
    effect: 'note',
    ceiling: 'high',
  },
  'power-exceeded': {
    id: 'E-33',
    condition: 'energy > rated power × time × 1.1 (invariant I-13) by more than clock and meter can tell (1 s, 1 Wh)',
    verdict: 'impossible; not billed',
    effect: 'block',
    ceiling: 'low',
  },
  'register-jump': {
    id: 'E-34',
    condition: 'between two neighbouring readings more energy than rated power × (time + 60 s) × 1.1',
    verdict: 'the total is possible, its course is not',
    effect: 'block',
    ceiling: 'low',
  },
  'too-long': {
    id: 'E-35',
    condition: 'longer than 24 h (invariant I-13)',
    verdict: 'not billed without a person',
    effect: 'block',
    ceiling: 'low',
  },
  'time-reversed': {
    id: 'E-36',
    condition: 'stop before start',
    verdict: 'not billed without a person',
    effect: 'block',
    ceiling: 'low',
  },
  'year-out-of-range': {
    id: 'E-37',
    condition: 'start or stop before 2020 or more than a day in the future (invariant I-13)',
    verdict: 'not billed without a person',
    effect: 'block',
    ceiling: 'low',
  },
  'zero-energy': {
    id: 'E-38',
    condition: 'the register did not move',
    verdict: 'nothing to bill',
    effect: 'note',
    ceiling: 'exact',
  },
  'register-frozen': {
    id: 'E-39',
    condition: 'the register did not move while measured power says that at least 0.1 kWh flowed',
    verdict: 'the meter stands still; estimate by hand',
    effect: 'block',
    ceiling: 'low',
  },
  'start-conflict': {
    id: 'E-40',
    condition: 'two starts with different registers under one session',
    verdict: 'the earliest counts, the other is kept, a person looks',
    effect: 'block',
    ceiling: 'low',
  },
  'stop-conflict': {
    id: 'E-41',
    condition: 'two stops with different registers under one session (trust 5.5)',
    verdict: 'the earliest counts, the other is kept, a person looks',
    effect: 'block',
    ceiling: 'low',
  },
  'reading-conflict': {
    id: 'E-42',
    condition: 'one instant with two registers, or one seqNo with two contents (trust 5.5)',
    verdict: 'the most trusted context counts, then the earliest',
    effect: 'doubt',
    ceiling: 'medium',
  },
  overflow: {
    id: 'E-43',
    condition: 'more readings or versions than a session may have',
    verdict: 'the surplus is not read',
    effect: 'block',
    ceiling: 'low',
  },
  'negative-register': {
    id: 'E-44',
    condition: 'a register or interval below 0',
    verdict: 'it is not used',
    effect: 'block',
    ceiling: 'low',
  },
  'rated-power-unknown': {
    id: 'E-45',
    condition: 'the pile has no rated power on file',
    verdict: '1 MW is taken as the bound',
    effect: 'doubt',
    ceiling: 'medium',
  },
  'version-differs': {
    id: 'E-46',
    condition: 'a start or stop came again with the same register and other words',
    verdict: 'the earliest counts',
    effect: 'note',
    ceiling: 'exact',
  },
  'start-behind': {
    id: 'E-47',
    condition: 'no samples; start register below what the meter had reached before, stop register not',
    verdict: 'the start register is wrong, and no sample says by how much',
    effect: 'block',
    ceiling: 'low',
  },
  'begin-unconfirmed': {
    id: 'E-48',
    condition: 'start register 0, no sample, and nothing known of the meter’s past',
    verdict: 'taken as a fresh count; rated power is the only bound',
    effect: 'doubt',
    ceiling: 'medium',
  },
  'events-missing': {
    id: 'E-49',
    condition: 'the pile numbers its events (OCPP 2.x), and some numbers never came',
    verdict: 'registers count on; what the lost events said is not known',
    effect: 'note',
    ceiling: 'exact',
  },
  'card-conflict': {
    id: 'E-50',
    condition: 'two starts with different cards under one session',
    verdict: 'who charged how much is not known, a person looks',
    effect: 'block',
    ceiling: 'low',
  },
} as const satisfies Record<string, EnergyRule>

export type EnergyCode = keyof typeof ENERGY_RULES
export type EnergyMethod = {
  [C in EnergyCode]: (typeof ENERGY_RULES)[C]['effect'] extends 'basis' ? C : never
}[EnergyCode]

/** A rule that applied, with its figures. Evidence values are text: kWh, W, ISO instants. */
export interface EnergyFlag {
  rule: string
  code: EnergyCode
  effect: Effect
  evidence: Record<string, string>
}

export function flagOf(code: EnergyCode, evidence: Record<string, string> = {}): EnergyFlag {
  const { id, effect } = ENERGY_RULES[code]
  return { rule: id, code, effect, evidence }
}

/** Returns the worst ceiling among the flags; `none` without flags, because then nothing was found at all. */
export function confidenceOf(flags: readonly EnergyFlag[]): Confidence {
  let worst = flags.length === 0 ? CONFIDENCES.length - 1 : 0
  for (const flag of flags) worst = Math.max(worst, CONFIDENCES.indexOf(ENERGY_RULES[flag.code].ceiling))
  return CONFIDENCES[worst] ?? 'none'
}
