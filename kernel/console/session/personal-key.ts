import { type Me, useSession } from './session.ts'

/**
 * Returns the key under which this browser keeps something of one person of one tenant; null while nobody is signed in.
 * Who signs in next at the same browser has other keys, and finds their own again.
 */
export function personalKey(what: string, me: Pick<Me, 'user' | 'company'> | null): string | null {
  return me === null ? null : `wattyard.${what}.${me.company?.id ?? '-'}.${me.user.id}`
}

/** Gives `personalKey` for whoever is signed in. */
export function usePersonalKey(what: string): string | null {
  return useSession(({ me }) => personalKey(what, me))
}
