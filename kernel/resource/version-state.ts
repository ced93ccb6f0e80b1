/** States of a version: written as a draft, published once, retired at the end. */
export const VERSION_STATES = ['draft', 'published', 'retired'] as const
export type VersionState = (typeof VERSION_STATES)[number]

/** Standing of a version now, derived from its state and, if it has one, its validity period. */
export type VersionStanding = 'draft' | 'inForce' | 'planned' | 'ended' | 'published' | 'retired'

/**
 * Returns the standing of a version.
 * @param now epoch ms
 */
export function standingOf(
  version: {
    readonly state: VersionState
    readonly validFrom?: number | null
    readonly validTo?: number | null
  },
  now: number,
): VersionStanding {
  const { state, validFrom, validTo = null } = version
  if (state === 'draft' || validFrom === undefined || validFrom === null) return state
  // A version in its validity period counts as in force even when retired: sessions that report late are billed by it.
  if (validFrom <= now && (validTo === null || validTo > now)) return 'inForce'
  if (state === 'retired') return 'retired'
  return validFrom > now ? 'planned' : 'ended'
}
