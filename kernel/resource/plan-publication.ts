/** A start up to this many ms in the past counts as now, because filling in a form takes time. */
export const LATE_START_TOLERANCE_MS = 60_000

/** Validity period of a version, epoch ms, from ≤ at < to; `to` null: no end. */
export type Validity = {
  readonly id: string
  readonly number: number
  readonly from: number
  readonly to: number | null
}

export type PublicationRequest = {
  readonly now: number
  /** Epoch ms; null: now. */
  readonly from: number | null
  /** Epoch ms; null: until the next published version begins, or no end. */
  readonly to: number | null
  /** Whether this version may end the version that is in force at its start. */
  readonly replaceCurrent: boolean
  /** Published and retired versions of the policy. */
  readonly others: readonly Validity[]
}

export type Publication =
  | {
      readonly ok: true
      readonly from: number
      readonly to: number | null
      /** The version that ends at the start of the new one. */
      readonly ends: Validity | null
    }
  | { readonly ok: false; readonly reason: 'starts-in-past' | 'ends-before-start' }
  /** `replaceable`: `replaceCurrent` would resolve it. */
  | { readonly ok: false; readonly reason: 'overlaps'; readonly other: Validity; readonly replaceable: boolean }
  /** The version in force would end and no version would follow from `at` on, where it applied before. */
  | { readonly ok: false; readonly reason: 'leaves-gap'; readonly other: Validity; readonly at: number }

/**
 * Returns the validity period of a version to be published, and the version that it ends. At most one version of a policy is in
 * force at any instant; a publication never leaves an instant without a price that had one, and never changes the past. A planned
 * version stays planned: the new one ends where it begins (our decision).
 */
export function planPublication({
  now,
  from: wanted,
  to: end,
  replaceCurrent,
  others,
}: PublicationRequest): Publication {
  if (wanted !== null && wanted < now - LATE_START_TOLERANCE_MS) return { ok: false, reason: 'starts-in-past' }
  const from = Math.max(wanted ?? now, now)
  if (end !== null && end <= from) return { ok: false, reason: 'ends-before-start' }
  const later = others.filter(other => other.from >= from && !isEmpty(other)).toSorted((a, b) => a.from - b.from)
  const next = later[0]
  if (next !== undefined && next.from === from)
    return { ok: false, reason: 'overlaps', other: next, replaceable: false }
  if (next !== undefined && end !== null && end > next.from) {
    return { ok: false, reason: 'overlaps', other: next, replaceable: false }
  }
  const to = end ?? next?.from ?? null
  const current = others.find(other => other.from < from && (other.to === null || other.to > from))
  if (current === undefined) return { ok: true, from, to, ends: null }
  if (!replaceCurrent) return { ok: false, reason: 'overlaps', other: current, replaceable: true }
  const losesTime = to !== null && (current.to === null || current.to > to)
  if (losesTime) return { ok: false, reason: 'leaves-gap', other: current, at: to }
  return { ok: true, from, to, ends: current }
}

/** The text of a refused publication, for server and console. */
export type PublicationProblem = {
  /** Key below `pricing.error`. */
  readonly word: 'startsInPast' | 'endsBeforeStart' | 'versionOverlaps' | 'leavesGap'
  readonly params: Readonly<Record<string, number>>
  /** The field with the wrong time; null when another version is in the way. */
  readonly field: 'validFrom' | 'validTo' | null
}

export function problemOfPublication(refused: Extract<Publication, { readonly ok: false }>): PublicationProblem {
  switch (refused.reason) {
    case 'starts-in-past':
      return { word: 'startsInPast', params: {}, field: 'validFrom' }
    case 'ends-before-start':
      return { word: 'endsBeforeStart', params: {}, field: 'validTo' }
    case 'overlaps':
      return { word: 'versionOverlaps', params: { number: refused.other.number }, field: null }
    case 'leaves-gap':
      return { word: 'leavesGap', params: { number: refused.other.number }, field: null }
  }
}

/** Returns whether a version was never in force because it was retired before its start. */
function isEmpty({ from, to }: Validity): boolean {
  return to !== null && to <= from
}
