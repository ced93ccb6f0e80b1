/** Clicking takes time: a start this far in the past means "now". */
export const LATE_START_TOLERANCE_MS = 60_000

/** A version's time in force, epoch ms, from ≤ at < to; null: open. */
export type Validity = {
  readonly id: string
  readonly number: number
  readonly from: number
  readonly to: number | null
}

export type PublicationRequest = {
  readonly now: number
  /** Null: at once. */
  readonly from: number | null
  /** Null: until the next published version begins, or open. */
  readonly to: number | null
  /** Whether the version in force at the start may be ended by this one. */
  readonly replaceCurrent: boolean
  /** Published and retired versions of the policy. */
  readonly others: readonly Validity[]
}

export type Publication =
  | {
      readonly ok: true
      readonly from: number
      readonly to: number | null
      /** The version that ends where the new one begins. */
      readonly ends: Validity | null
    }
  | { readonly ok: false; readonly reason: 'starts-in-past' | 'ends-before-start' }
  /** `replaceable`: it is only a matter of consent. */
  | { readonly ok: false; readonly reason: 'overlaps'; readonly other: Validity; readonly replaceable: boolean }
  /** The version in force would be ended and nothing would hold from `at` on, where it held before. */
  | { readonly ok: false; readonly reason: 'leaves-gap'; readonly other: Validity; readonly at: number }

/**
 * When a version comes into force and whose time that ends. At every instant at most one version of a policy holds; an
 * instant that has a price never loses it by a publication; the past is not changed. Our decision: a planned version
 * stays planned, the new one ends where it begins.
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

/** A refused publication in words, for server and console alike. */
export type PublicationProblem = {
  /** Key below `pricing.error`. */
  readonly word: 'startsInPast' | 'endsBeforeStart' | 'versionOverlaps' | 'leavesGap'
  readonly params: Readonly<Record<string, number>>
  /** The time that is at fault; null where another version is in the way. */
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

/** A version that was retired before it began has held at no instant. */
function isEmpty({ from, to }: Validity): boolean {
  return to !== null && to <= from
}
