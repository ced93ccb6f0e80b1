import { type Me, onPasswordOwed, onVerificationOwed } from '@wattyard/console-kit'
import { create } from 'zustand'
import { loadMe } from './load-me.ts'

/** `verify`: the server wants it · `bind`: the person wants to bind an account, or another one. */
export type Asked = 'verify' | 'bind'

export const useVerification = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }))

export function askVerification(asked: Asked): void {
  useVerification.setState({ asked })
}

export function closeVerification(): void {
  useVerification.setState({ asked: null })
}

/** Nothing of the console answers before a second factor was shown, or a password chosen: there is nothing to draw behind the dialog. */
export function isBarred(me: Me): boolean {
  return isVerificationBarred(me) || me.mustChangePassword === true
}

function isVerificationBarred(me: Me): boolean {
  return me.verification?.due === true && !me.verification.closable
}

/** The second factor comes first, as at the server. */
export function owesPassword(me: Me): boolean {
  return me.mustChangePassword === true && !isVerificationBarred(me)
}

let isAsking = false

/** Many calls of a page are refused at once; one question who we are now brings the dialog. */
async function askPassword(): Promise<void> {
  if (isAsking) return
  isAsking = true
  // Unreachable: the next call that is refused asks again.
  await loadMe().catch(() => false)
  isAsking = false
}

/** A verification, or a password, may run out while one works: the next call that is refused asks for it. */
export function watchVerification(): void {
  onPasswordOwed(() => void askPassword())
  onVerificationOwed(() => askVerification('verify'))
}
