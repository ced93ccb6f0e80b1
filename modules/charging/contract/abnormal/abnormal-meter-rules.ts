import { formatEnergy, parseEnergy } from '@wattyard/money'
import type { AbnormalInput, AbnormalRule, Evidence } from './abnormal-rule.ts'
import type { EnergyCode, EnergyFlag } from '../energy/energy-rules.ts'
import { instantText, secondsText } from './evidence-text.ts'
import { countedReadings, startOf, stopOf } from '../session/session-view.ts'

/** Below this a start counts as failed in the operator's own figures. */
export const LITTLE_ENERGY = parseEnergy('2')
/** Permitted fall of the state of charge between two reports, in permille. */
export const SOC_FALL_PERMILLE = 20
export const LONGEST_MS = 86_400_000
/** Shortest session that counts as charging (SAP: low duration). */
export const SHORT_MS = 60_000
/** Time without energy after which a connected vehicle blocks a bay (SAP: long inactivity; the number is ours). */
export const LONG_INACTIVITY_MS = 7_200_000

/** Returns rule numbers and codes as text; the codes have texts in the locales. */
const rulesOf = (flags: readonly EnergyFlag[]): string => flags.map(({ rule, code }) => `${rule} ${code}`).join(', ')

function flagEvidence({ derived }: AbnormalInput, ...codes: EnergyCode[]): Evidence | null {
  const flags = derived?.flags.filter(flag => codes.includes(flag.code)) ?? []
  if (flags.length === 0) return null
  return Object.assign({ rules: rulesOf(flags) }, ...flags.map(flag => flag.evidence))
}

/** Codes with a rule of their own below. Other blocking ones are reported as `energy-doubtful`. */
const OWN_RULE: readonly EnergyCode[] = [
  'power-exceeded',
  'stop-below-start',
  'too-long',
  'year-out-of-range',
  'time-reversed',
  'time-unknown',
  'start-conflict',
  'card-conflict',
  'stop-conflict',
  'not-ended',
]

/** Rules about the meter: A-10… …. */
export const METER_RULES: readonly AbnormalRule[] = [
  {
    id: 'A-10',
    code: 'little-energy',
    kind: 'session',
    severity: 'notice',
    source: 'a public operator’s start-success figure (2 kWh)',
    remedies: ['wait'],
    blocks: false,
    find: ({ derived }) =>
      derived === null || !derived.billable || derived.energy === 0n || derived.energy >= LITTLE_ENERGY
        ? null
        : { energy: formatEnergy(derived.energy) },
  },
  {
    id: 'A-11',
    code: 'energy-doubtful',
    kind: 'meter',
    severity: 'critical',
    source: 'energy rule book (E-01…E-48): not billable',
    remedies: ['ask-meter', 'correct-energy', 'accept-estimate', 'waive'],
    blocks: true,
    find: ({ derived }) => {
      if (derived === null || derived.billable) return null
      const flags = derived.flags.filter(
        ({ code, effect }) => (effect === 'block' || code === 'no-readings') && !OWN_RULE.includes(code),
      )
      if (flags.length === 0) return null
      return Object.assign(
        { rules: rulesOf(flags), energy: formatEnergy(derived.energy) },
        ...flags.map(flag => flag.evidence),
      )
    },
  },
  {
    id: 'A-12',
    code: 'over-consumption',
    kind: 'meter',
    severity: 'critical',
    source: 'I-13 (power × time × 1.1); SAP in-error list: over-consumption',
    remedies: ['correct-energy', 'accept-estimate', 'waive', 'visit-site'],
    blocks: true,
    find: input => flagEvidence(input, 'power-exceeded'),
  },
  {
    id: 'A-13',
    code: 'meter-reversed',
    kind: 'meter',
    severity: 'critical',
    source: 'I-12 (stop below start)',
    remedies: ['correct-energy', 'accept-estimate', 'waive', 'visit-site'],
    blocks: true,
    find: input => flagEvidence(input, 'stop-below-start'),
  },
  {
    id: 'A-14',
    code: 'soc-falls',
    kind: 'meter',
    severity: 'warning',
    source: 'charging-business practice; 2 % flicker is our decision',
    remedies: ['correct-energy', 'visit-site'],
    blocks: false,
    find: ({ session }) => {
      let highest = -1
      for (const { socPermille } of session === null ? [] : countedReadings(session)) {
        if (socPermille === null) continue
        if (highest - socPermille > SOC_FALL_PERMILLE)
          return { from_permille: String(highest), to_permille: String(socPermille) }
        highest = Math.max(highest, socPermille)
      }
      return null
    },
  },
  {
    id: 'A-16',
    code: 'too-long',
    kind: 'session',
    severity: 'critical',
    source: 'I-13 (24 h)',
    remedies: ['send-stop', 'correct-energy', 'settle-by-hand'],
    blocks: true,
    find: input => {
      const { session, order, now } = input
      const start = session === null ? null : startOf(session)
      const isRunning = order.state === 'charging' || order.state === 'stopping'
      // A stopped session has its own times, however late they are reported; `now` is irrelevant to it.
      const isOpen = session !== null && stopOf(session) === null
      if (start !== null && isOpen && isRunning && now - start.at > LONGEST_MS)
        return { started: instantText(start.at) }
      return flagEvidence(input, 'too-long')
    },
  },
  {
    id: 'A-24',
    code: 'no-consumption',
    kind: 'session',
    severity: 'notice',
    source: 'SAP in-error list: no consumption',
    remedies: ['wait', 'waive', 'visit-site'],
    blocks: false,
    find: ({ derived }) => {
      if (derived === null || !derived.billable || derived.energy !== 0n) return null
      return { started: instantText(derived.startedAt ?? 0), ended: instantText(derived.endedAt ?? 0) }
    },
  },
  {
    id: 'A-25',
    code: 'short-session',
    kind: 'session',
    severity: 'notice',
    source: 'SAP in-error list: low duration (60 s)',
    remedies: ['wait'],
    blocks: false,
    find: ({ derived }) => {
      const duration = durationOf(derived)
      return derived === null || !derived.billable || duration === null || duration >= SHORT_MS
        ? null
        : { duration_s: secondsText(duration), energy: formatEnergy(derived.energy) }
    },
  },
  {
    id: 'A-26',
    code: 'long-inactivity',
    kind: 'session',
    severity: 'notice',
    source: 'SAP in-error list: long inactivity; 2 h is our decision',
    remedies: ['wait', 'unlock-connector'],
    blocks: false,
    find: ({ derived }) => {
      if (derived === null || derived.endedAt === null || derived.method !== 'registers-and-samples') return null
      const end = derived.points.at(-1)?.register
      const full = derived.points.find(point => point.register === end)
      if (full === undefined || derived.endedAt - full.at < LONG_INACTIVITY_MS) return null
      return { last_energy_at: instantText(full.at), ended: instantText(derived.endedAt) }
    },
  },
  {
    id: 'A-27',
    code: 'times-wrong',
    kind: 'session',
    severity: 'critical',
    source: 'trust 5.3, I-13; SAP in-error list: invalid start date, negative duration',
    remedies: ['enter-times', 'set-clock', 'settle-by-hand'],
    blocks: true,
    find: input => flagEvidence(input, 'year-out-of-range', 'time-reversed', 'time-unknown'),
  },
  {
    id: 'A-34',
    code: 'versions-conflict',
    kind: 'meter',
    severity: 'critical',
    source: 'trust 5.5: same key, other content',
    remedies: ['correct-energy', 'settle-by-hand'],
    blocks: true,
    find: input => flagEvidence(input, 'start-conflict', 'card-conflict', 'stop-conflict'),
  },
]

function durationOf(derived: AbnormalInput['derived']): number | null {
  return derived === null || derived.startedAt === null || derived.endedAt === null
    ? null
    : derived.endedAt - derived.startedAt
}
