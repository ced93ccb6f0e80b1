import { ASSIGNMENT_LEVELS, type AssignmentLevel, type AssignmentVariant } from './assignment.ts'

/** An assignment as needed for the resolution. `policyId` null: the level above decides. */
export type AssignmentFact = {
  readonly level: AssignmentLevel
  /** Id of the station or pile, or pile id with connector number (`connectorKey` of assets); empty for the tenant. */
  readonly target: string
  readonly variant: AssignmentVariant
  readonly policyId: string | null
  /** Epoch ms. */
  readonly from: number
}

/** Place where a session starts. Levels without an id are skipped. */
export type PricePlace = {
  readonly station: string
  readonly pile?: string | undefined
  /** `connectorKey` of assets. */
  readonly connector?: string | undefined
  /** Null when unknown: variants then do not apply. */
  readonly speed: 'fast' | 'slow' | null
}

export type Resolved = {
  readonly policyId: string
  readonly level: AssignmentLevel
  readonly variant: AssignmentVariant
  readonly since: number
}

/** Returns the speed of a pile: DC is fast, and so is a pile with both kinds of output. */
export function speedOf(currentType: string | null | undefined): PricePlace['speed'] {
  if (currentType === null || currentType === undefined) return null
  return currentType === 'dc' || currentType === 'acdc' ? 'fast' : 'slow'
}

/**
 * Returns which policy holds at a place and instant: connector, then pile, station, tenant; on each level the variant
 * of the current before the one for all. The latest that has begun counts.
 */
export function resolveAssignment(facts: readonly AssignmentFact[], place: PricePlace, at: number): Resolved | null {
  const targets: Readonly<Record<AssignmentLevel, string | undefined>> = {
    connector: place.connector,
    pile: place.pile,
    station: place.station,
    tenant: '',
  }
  for (const level of ASSIGNMENT_LEVELS) {
    const target = targets[level]
    if (target === undefined) continue
    const variants: readonly AssignmentVariant[] = place.speed === null ? ['all'] : [place.speed, 'all']
    for (const variant of variants) {
      const found = latest(
        facts,
        fact => fact.level === level && fact.target === target && fact.variant === variant && fact.from <= at,
      )
      if (found?.policyId) return { policyId: found.policyId, level, variant, since: found.from }
    }
  }
  return null
}

/** Returns the next instant after `at` at which any assignment that the place could follow begins. */
export function nextAssignmentAt(facts: readonly AssignmentFact[], place: PricePlace, at: number): number | null {
  const targets = new Set(['', place.station, place.pile, place.connector])
  let next: number | null = null
  for (const { target, variant, from } of facts) {
    if (from <= at || !targets.has(target) || (variant !== 'all' && variant !== place.speed)) continue
    if (next === null || from < next) next = from
  }
  return next
}

function latest(
  facts: readonly AssignmentFact[],
  wanted: (fact: AssignmentFact) => boolean,
): AssignmentFact | undefined {
  let found: AssignmentFact | undefined
  for (const fact of facts) if (wanted(fact) && (found === undefined || fact.from >= found.from)) found = fact
  return found
}
