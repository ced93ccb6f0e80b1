import { type Me, useSession } from './session.ts'

/**
 * Returns the key under which this browser stores something for one person of one tenant; null while nobody is signed in. Each
 * person on the same browser has separate keys.
 */
export function personalKey(what: string, me: Pick<Me, 'user' | 'company'> | null): string | null {
  return me === null ? null : `wattyard.${what}.${me.company?.id ?? '-'}.${me.user.id}`
}

/** Returns `personalKey` for the signed-in person. */
export function usePersonalKey(what: string): string | null {
  return useSession(({ me }) => personalKey(what, me))
}
