import { PayError } from '../pay-error.ts'

/** Returns the typed error that a call throws, null when it throws none; any other error fails the test. */
function caught(run: () => unknown): PayError | null {
  try {
    run()
    return null
  } catch (error) {
    if (!(error instanceof PayError)) throw error
    return error
  }
}

/** Returns the code of the typed error that a call throws, `none` without one. */
export const codeOf = (run: () => unknown): string => caught(run)?.code ?? 'none'

/** Returns its code and place; `none` without one. */
export function codeAndPlaceOf(run: () => unknown): string {
  const error = caught(run)
  return error === null ? 'none' : `${error.code} ${error.at}`.trim()
}
