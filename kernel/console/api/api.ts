import { useSettings } from '../session/settings.ts'
import { currentToken } from '../session/session.ts'
import { toast } from '../ui/toasts.tsx'
import { translate } from '../words/words.ts'
import { type ApiError, supportId } from './api-error.ts'
import { createClient, type FailedCall } from './client.ts'

type SessionEnd = (error: ApiError) => void

const ends: { signedOut: SessionEnd; lost: SessionEnd } = { signedOut: () => undefined, lost: () => undefined }

/** Registers the shell's handlers for the end of a session (contract §8). */
export function onSessionEnd(handlers: { signedOut: SessionEnd; lost: SessionEnd }): void {
  Object.assign(ends, handlers)
}

let verificationOwed: () => void = () => undefined

/** Registers the shell's handler for a server that asks for a second factor first. */
export function onVerificationOwed(handler: () => void): void {
  verificationOwed = handler
}

let passwordOwed: () => void = () => undefined

/** Registers the shell's handler for a server that asks for a new password first. */
export function onPasswordOwed(handler: () => void): void {
  passwordOwed = handler
}

let failed: (error: ApiError, call: FailedCall) => void = () => undefined

/** Registers the handler that records failed calls; the shell keeps their log. */
export function onCallFailure(handler: (error: ApiError, call: FailedCall) => void): void {
  failed = handler
}

/** The console's only API client. */
export const api = createClient({
  fetch: async (...args) => globalThis.fetch(...args),
  now: () => performance.now(),
  random: () => Math.random(),
  token: currentToken,
  language: () => useSettings.getState().language,
  onProblem: error => toast.bad(error.message, { requestId: supportId(error) }),
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
