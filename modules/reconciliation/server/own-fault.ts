import { DatabaseAway } from '@wattyard/server-kit'

/** Returns whether an error lies in what was worked on, or in our work on it: trying again would throw it again. */
export function isOwnFault(error: unknown): boolean {
  if (error instanceof DatabaseAway) return false
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Lost connections, full disks, cancelled or conflicting work pass.
  return !/^(08|40|53|55|57|58)/.test(code)
}
