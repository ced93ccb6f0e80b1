import type { Evidence } from '../../contract/abnormal/abnormal-rule.ts'

/** Format of a recorded value; the record itself is text. */
export type EvidenceFace =
  | 'rules'
  | 'energy'
  | 'watts'
  | 'money'
  | 'permille'
  | 'seconds'
  | 'milliseconds'
  | 'count'
  | 'periods'
  | 'error'
  | 'answer'
  /** Reason by which the end of a session was known. */
  | 'sign'
  | 'orders'
  | 'hash'
  /** Instants are recognised by their form; any other text is shown unchanged. */
  | 'text'

/** Format of every key of evidence, in reading order. */
export const EVIDENCE_FACES = {
  rules: 'rules',
  codes: 'rules',
  error: 'error',
  answer: 'answer',
  sign: 'sign',
  taken: 'energy',
  energy: 'energy',
  by_power: 'energy',
  possible: 'energy',
  rated_w: 'watts',
  start: 'energy',
  stop: 'energy',
  before: 'energy',
  later: 'energy',
  register: 'energy',
  registers: 'energy',
  last_register: 'energy',
  first_sample: 'energy',
  last_sample: 'energy',
  intervals: 'energy',
  periods: 'periods',
  from_permille: 'permille',
  to_permille: 'permille',
  started: 'text',
  started_at: 'text',
  ended: 'text',
  ended_at: 'text',
  at: 'text',
  instant: 'text',
  since: 'text',
  offline_since: 'text',
  sent_at: 'text',
  refused_at: 'text',
  charging_at: 'text',
  idle_at: 'text',
  last_at: 'text',
  last_energy_at: 'text',
  duration_s: 'seconds',
  duration_ms: 'milliseconds',
  waited_s: 'seconds',
  seconds: 'seconds',
  readings: 'count',
  samples: 'count',
  outside: 'count',
  dropped: 'count',
  set_aside: 'count',
  instants: 'count',
  versions: 'count',
  frames: 'count',
  copies: 'count',
  cancels: 'count',
  factor: 'text',
  amount: 'money',
  limit: 'money',
  numbers: 'text',
  funds: 'money',
  cost: 'money',
  reserve: 'money',
  electricity: 'money',
  service: 'money',
  snapshot: 'hash',
  billed: 'hash',
  tag: 'text',
  vin: 'text',
  same: 'text',
  transactions: 'text',
  frame: 'text',
  orders: 'orders',
  order: 'orders',
  session: 'orders',
} as const satisfies Readonly<Record<string, EvidenceFace>>

const ORDER = Object.keys(EVIDENCE_FACES)
const place = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length)

export function faceOf(key: string): EvidenceFace {
  return key in EVIDENCE_FACES ? EVIDENCE_FACES[key as keyof typeof EVIDENCE_FACES] : 'text' // it is one of its keys
}

/**
 * Returns the rows of evidence in reading order. Empty values are left out unless all are empty: then the absence is the
 * evidence.
 */
export function evidenceRows(evidence: Evidence): [key: string, value: string][] {
  const rows = Object.entries(evidence)
    .map(([key, value]): [string, string] => [key, String(value)])
    .toSorted(([a], [b]) => place(a) - place(b))
  const filled = rows.filter(([, value]) => value !== '')
  return filled.length > 0 ? filled : rows
}

/**
 * Returns the rules with their codes in a text such as `E-39 register-frozen, E-11 not-ended`; earlier records have only the
 * numbers.
 */
export function rulesIn(text: string): { id: string | null; code: string | null }[] {
  const found: { id: string | null; code: string | null }[] = []
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const last = found.at(-1)
    if (/^[A-Z]+-\d+$/.test(word)) found.push({ id: word, code: null })
    else if (last && last.code === null) last.code = word
    else found.push({ id: null, code: word })
  }
  return found
}

/**
 * Returns the periods in a text such as `F 1.2300/1.2000, G 0.0000/–`: period, our energy, and the pile's, which is null when it
 * states none.
 */
export function periodsIn(text: string): { period: string; ours: string; theirs: string | null }[] {
  return [...text.matchAll(/([A-Z]) ([\d.]+)\/([\d.]+|–)/g)].map(([, period = '', ours = '', theirs = '']) => ({
    period,
    ours,
    theirs: theirs === '–' ? null : theirs,
  }))
}
