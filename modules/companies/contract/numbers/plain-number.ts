/** Signs that people put between the groups of a number. */
const BETWEEN = /[\s.\-/·_]/g

/** Returns a number as it is compared and kept: half-width, in capitals, without signs between its groups. */
export function plainNumber(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll(BETWEEN, '')
}
