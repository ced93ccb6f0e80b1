/** A version is written as a draft, published once, and ends as retired. */
export const VERSION_STATES = ['draft', 'published', 'retired'] as const
export type VersionState = (typeof VERSION_STATES)[number]

/** Where a version stands, told from its state and, where it has them, its times. */
export type VersionStanding = 'draft' | 'inForce' | 'planned' | 'ended' | 'published' | 'retired'

/** @param now epoch ms */
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
  // What was in force stays so until its end, retired or not: sessions that report late are billed by it.
  if (validFrom <= now && (validTo === null || validTo > now)) return 'inForce'
  if (state === 'retired') return 'retired'
  return validFrom > now ? 'planned' : 'ended'
}
