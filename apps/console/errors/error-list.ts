import { scrub } from './scrub.ts'

/** Largest number of entries; the oldest is dropped. */
export const MAX_ERRORS = 200
const MAX_MESSAGE = 500
const MAX_STACK = 6_000

/** Origin of a failure: the rendering of a page, an unhandled promise, or a call to the server. */
export type ErrorKind = 'page' | 'promise' | 'call'

interface Failure {
  readonly kind: ErrorKind
  readonly message: string
  /** Further facts: the component, or the call. */
  readonly info: string
  /** Path of the page, without its query. */
  readonly address: string
  readonly stack: string
  /** Correlation id of the server; empty when no call was made. */
  readonly requestId: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
}

export interface LoggedError extends Failure {
  readonly id: number
  readonly at: number
  /** Number of times that the same failure occurred in a row. */
  readonly times: number
}

/** Returns the list with one more failure, newest last, scrubbed of personal data and secrets. */
export function withError(list: readonly LoggedError[], failure: Failure, at: number): readonly LoggedError[] {
  const clean: Failure = {
    ...failure,
    message: scrub(failure.message).slice(0, MAX_MESSAGE),
    info: scrub(failure.info).slice(0, MAX_MESSAGE),
    address: failure.address.replace(/[?#].*$/s, ''),
    stack: scrub(failure.stack).slice(0, MAX_STACK),
  }
  const last = list.at(-1)
  const id = (last?.id ?? 0) + 1
  const isSame =
    last && (['kind', 'message', 'info', 'address', 'stack', 'status'] as const).every(key => last[key] === clean[key])
  if (isSame) return [...list.slice(0, -1), { ...clean, id, at, times: last.times + 1 }]
  return [...list, { ...clean, id, at, times: 1 }].slice(-MAX_ERRORS)
}

/** Returns the report for the product's maintainers, newest first. */
export function reportOf(list: readonly LoggedError[], about: string): string {
  const entries = list
    .toReversed()
    .map(one =>
      [
        `${new Date(one.at).toISOString()} ${one.kind}${one.times > 1 ? ` ×${one.times}` : ''}: ${one.message}`,
        [one.address, one.info, one.status > 0 ? `HTTP ${one.status}` : '', one.requestId && `id ${one.requestId}`]
          .filter(Boolean)
          .join(' | '),
        one.stack,
      ]
        .filter(Boolean)
        .join('\n'),
    )
  return [about, ...entries].join('\n\n')
}
