import { type Me, onVerificationOwed } from '@wattyard/console-kit'
import { create } from 'zustand'

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

/** A verification may run out while one works: the next call that is refused asks for it. */
export function watchVerification(): void {
  onVerificationOwed(() => askVerification('verify'))
}
