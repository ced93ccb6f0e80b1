import { useSettings } from '../session/settings.ts'
import { currentToken } from '../session/session.ts'
import { toast } from '../ui/toasts.tsx'
import { translate } from '../words/words.ts'
import type { ApiError } from './api-error.ts'
import { createClient, type FailedCall } from './client.ts'

type SessionEnd = (error: ApiError) => void

const ends: { signedOut: SessionEnd; lost: SessionEnd } = { signedOut: () => undefined, lost: () => undefined }

/** What the shell does when the session ends: contract §8. */
export function onSessionEnd(handlers: { signedOut: SessionEnd; lost: SessionEnd }): void {
  Object.assign(ends, handlers)
}

let verificationOwed: () => void = () => undefined

/** What the shell does when the server wants a second factor first. */
export function onVerificationOwed(handler: () => void): void {
  verificationOwed = handler
}

let passwordOwed: () => void = () => undefined

/** What the shell does when the server wants another password first. */
export function onPasswordOwed(handler: () => void): void {
  passwordOwed = handler
}

let failed: (error: ApiError, call: FailedCall) => void = () => undefined

/** Who keeps the log of failed calls: the shell. */
export function onCallFailure(handler: (error: ApiError, call: FailedCall) => void): void {
  failed = handler
}

/** The one client of the console. */
export const api = createClient({
  fetch: async (...args) => globalThis.fetch(...args),
  now: () => performance.now(),
  random: () => Math.random(),
  token: currentToken,
  language: () => useSettings.getState().language,
  onProblem: error => toast.bad(error.message, { requestId: error.requestId }),
  onSignedOut: error => ends.signedOut(error),
  onSessionLost: error => ends.lost(error),
  onVerificationOwed: () => verificationOwed(),
  onPasswordOwed: () => passwordOwed(),
  onFailure: (error, call) => failed(error, call),
  words: {
    unreachable: () => translate('kit.error.unreachable'),
    sessionLost: () => translate('kit.error.sessionLost'),
  },
})
