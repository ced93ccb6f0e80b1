import { ApiError } from '../api/api-error.ts'
import { translate } from '../words/words.ts'

type Handler = (isAsked: boolean) => Promise<void>

let handler: Handler = async () => undefined

/** Registers the shell's handler for code that somebody waits for and that did not come; it may reload the console. */
export function onMissingCode(handle: Handler): void {
  handler = handle
}

/**
 * Loads code, but not without a network: a browser remembers a script that did not come, and would never ask for it again.
 * @throws Error when it did not come
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.onLine === false) throw new Error('there is no network')
  return load()
}

/**
 * Returns what to show in the place of code that did not come, once the shell has looked for the reason.
 * @param isAsked whether the person has tried again
 */
export async function missingCode(error: unknown, isAsked: boolean): Promise<ApiError> {
  if (error instanceof ApiError) return error
  await handler(isAsked)
  return new ApiError(translate('kit.error.notLoaded'), { kind: 'offline' })
}
