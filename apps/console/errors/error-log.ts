import { ApiError, type FailedCall, onCallFailure, useSession, VERIFICATION_OWED_CODE } from '@wattyard/console-kit'
import { create } from 'zustand'
import { type ErrorKind, type LoggedError, withError } from './error-list.ts'

/** What went wrong since the console was loaded; in memory only. */
export const useErrorLog = create<{ readonly list: readonly LoggedError[] }>()(() => ({ list: [] }))

export function clearErrors(): void {
  useErrorLog.setState({ list: [] })
}

// The next person at this browser tab need not know what failed for the one before.
useSession.subscribe(({ token }) => {
  if (token === '') clearErrors()
})

function note(kind: ErrorKind, error: unknown, info: string): void {
  const known = error instanceof Error ? error : new Error(String(error))
  const failure = {
    kind,
    message: known.message || known.name,
    info,
    address: location.pathname,
    stack: error instanceof Error ? (known.stack ?? '') : '',
    requestId: error instanceof ApiError ? error.requestId : '',
    status: error instanceof ApiError ? error.status : 0,
  }
  useErrorLog.setState(({ list }) => ({ list: withError(list, failure, Date.now()) }))
}

/** What was mistyped is said at its field; the end of a session, and a second factor that is due, by the shell. None is a failure. */
function isFailure(error: ApiError): boolean {
  if (error.code === VERIFICATION_OWED_CODE) return false
  return error.kind !== 'session' && !(error.kind === 'business' && Object.keys(error.fields).length > 0)
}

function callFailed(error: ApiError, { method, path }: FailedCall): void {
  if (isFailure(error)) note('call', error, `${method} ${path}${error.code ? ` ${error.code}` : ''}`)
}

/** What React hands over when a part of the page fails while it is drawn. */
export const rootHandlers = {
  onCaughtError: (error: unknown, { componentStack }: { componentStack?: string | undefined }): void =>
    noteRender(error, componentStack),
  onUncaughtError: (error: unknown, { componentStack }: { componentStack?: string | undefined }): void =>
    noteRender(error, componentStack),
}

function noteRender(error: unknown, stack: string | undefined): void {
  note('page', error, (stack ?? '').trim().split('\n').slice(0, 3).join(' ').replaceAll(/\s+/g, ' '))
  // As React does without a handler: whoever has the developer tools open sees it there.
  // oxlint-disable-next-line no-console -- the browser's console is where a developer looks
  if (import.meta.env.DEV) console.error(error)
}

/** Begins to listen, before anything is drawn. */
export function watchErrors(): void {
  onCallFailure(callFailed)
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // A failed call has its entry already, and what was given up is nobody's failure.
    if (reason instanceof ApiError || (reason instanceof DOMException && reason.name === 'AbortError')) return
    note('promise', reason, '')
  })
  window.addEventListener('error', event => {
    // Scripts and pictures that could not be loaded come here without an error; they are seen as failed pages.
    if (event.error !== null && event.error !== undefined) note('page', event.error, '')
  })
}
