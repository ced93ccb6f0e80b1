/** The server's code for a record that somebody else has saved meanwhile. */
export const STALE = 'kernel.stale'

/**
 * State of a form towards its record: `current`, or, after a save was refused because somebody else had saved meanwhile, `behind`
 * until the newer version has been read and `caughtUp` from then until the next save.
 */
export type FormStanding = 'current' | 'behind' | 'caughtUp'

/**
 * Returns the state of a form. A save while `behind` names the same old version and is refused again, even right after "load
 * newest". The form therefore waits until the newer record has arrived, not until the read has answered.
 * @param refused version that was refused as outdated; null when none was since the last save
 * @param version of the record that the form shows; undefined for a new one
 */
export function standingOf(refused: number | null, version: number | undefined): FormStanding {
  if (refused === null || version === undefined) return 'current'
  return version > refused ? 'caughtUp' : 'behind'
}
