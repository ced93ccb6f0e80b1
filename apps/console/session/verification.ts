import { type Me, onPasswordOwed, onVerificationOwed } from '@wattyard/console-kit'
import { create } from 'zustand'
import { loadMe } from './load-me.ts'

/** `verify`: the server requires it. `bind`: the person wants to bind an account, or another one. */
export type Asked = 'verify' | 'bind'

export const useVerification = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }))

export function askVerification(asked: Asked): void {
  useVerification.setState({ asked })
}

export function closeVerification(): void {
  useVerification.setState({ asked: null })
}

/**
 * Returns whether the server answers no call until a second factor was entered or a password chosen; the page behind the dialog
 * then stays empty.
 */
export function isBarred(me: Me): boolean {
  return isVerificationBarred(me) || me.mustChangePassword === true
}

function isVerificationBarred(me: Me): boolean {
  return me.verification?.due === true && !me.verification.closable
}

/** Returns whether a new password is due. The second factor comes first, as on the server. */
export function owesPassword(me: Me): boolean {
  return me.mustChangePassword === true && !isVerificationBarred(me)
}

let isAsking = false

/** Reloads the person, whose data opens the password dialog. Many calls are refused at once, so it runs only once at a time. */
async function askPassword(): Promise<void> {
  if (isAsking) return
  isAsking = true
  // When the server is unreachable, the next refused call tries again.
  await loadMe().catch(() => false)
  isAsking = false
}

/** Registers handlers for calls refused because a verification or a password has expired during work. */
export function watchVerification(): void {
  onPasswordOwed(() => void askPassword())
  onVerificationOwed(() => askVerification('verify'))
}
