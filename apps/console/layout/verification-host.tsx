import { useSession } from '@wattyard/console-kit'
import { VerificationDialog } from '@wattyard/identity/console'
import { useEffect } from 'react'
import { signOut } from '../session/sign-out.ts'
import { askVerification, closeVerification, useVerification } from '../session/verification.ts'

/** Draws the contract's safety authentication (§4, §6). The server, a refused call or the menu opens it. */
export function VerificationHost() {
  const me = useSession(session => session.me)
  const asked = useVerification(state => state.asked)
  const isDue = me?.verification?.due ?? false
  useEffect(() => {
    if (isDue) askVerification('verify')
  }, [isDue])
  if (!me || asked === null) return null
  return <VerificationDialog key={asked} kind={asked} onClose={closeVerification} onSignOut={() => void signOut()} />
}
