/**
 * How a form stands to its record: `current`, or, after a save was refused because somebody else had saved meanwhile,
 * `behind` until the newer version has been read and `caughtUp` from then on until the next save.
 */
export type FormStanding = 'current' | 'behind' | 'caughtUp'

/**
 * Returns how a form stands. A save sent while `behind` names the same old version and can only be refused again, however
 * soon after "load newest" it was pressed; so it has to wait for the record itself, not for the answer of a read.
 *
 * @param refused version that was refused as outdated; null when none was since the last save
 * @param version of the record that the form shows; undefined for a new one
 */
export function standingOf(refused: number | null, version: number | undefined): FormStanding {
  if (refused === null || version === undefined) return 'current'
  return version > refused ? 'caughtUp' : 'behind'
}
