import { ApiError, type FailedCall, onCallFailure, useSession, VERIFICATION_OWED_CODE } from '@wattyard/console-kit'
import { create } from 'zustand'
import { type ErrorKind, type LoggedError, withError } from './error-list.ts'

/** Errors since the console was loaded; in memory only. */
export const useErrorLog = create<{ readonly list: readonly LoggedError[] }>()(() => ({ list: [] }))

export function clearErrors(): void {
  useErrorLog.setState({ list: [] })
}

// The next person at this browser tab must not see the failures of the one before, nor those of signing in, such as a wrong password.
useSession.subscribe(({ token }, before) => {
  if (token === '' || before.token === '') clearErrors()
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

/**
 * Returns whether an error belongs in the log. Invalid input is shown at its field, and what is gone where it was asked for; the shell handles
 * the end of a session and a due second factor.
 */
function isFailure(error: ApiError): boolean {
  if (error.code === VERIFICATION_OWED_CODE) return false
  return (
    error.kind !== 'session' &&
    error.status !== 404 &&
    !(error.kind === 'business' && Object.keys(error.fields).length > 0)
  )
}

function callFailed(error: ApiError, { method, path }: FailedCall): void {
  if (isFailure(error)) note('call', error, `${method} ${path}${error.code ? ` ${error.code}` : ''}`)
}

/** Handlers of React's render errors. */
export const rootHandlers = {
  onCaughtError: (error: unknown, { componentStack }: { componentStack?: string | undefined }): void =>
    noteRender(error, componentStack),
  onUncaughtError: (error: unknown, { componentStack }: { componentStack?: string | undefined }): void =>
    noteRender(error, componentStack),
}

function noteRender(error: unknown, stack: string | undefined): void {
  note('page', error, (stack ?? '').trim().split('\n').slice(0, 3).join(' ').replaceAll(/\s+/g, ' '))
  // Like React without a handler: developers see the error in their tools.
  // oxlint-disable-next-line no-console -- developers look at the browser's console
  if (import.meta.env.DEV) console.error(error)
}

/** Starts to collect errors, before anything is drawn. */
export function watchErrors(): void {
  onCallFailure(callFailed)
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // A failed call already has its entry, and an aborted one is no failure.
    if (reason instanceof ApiError || (reason instanceof DOMException && reason.name === 'AbortError')) return
    note('promise', reason, '')
  })
  window.addEventListener('error', event => {
    // Scripts and pictures that failed to load arrive without an error; they show up as failed pages.
    if (event.error !== null && event.error !== undefined) note('page', event.error, '')
  })
}
