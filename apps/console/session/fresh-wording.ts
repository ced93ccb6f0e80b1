import { readMe } from '@wattyard/identity/contract'
import { api, setMe, useLive, useSession } from '@wattyard/console-kit'

/** Topic of the server's event about changed words, dictionaries or menu of the tenant. */
const TOPIC = 'platform.wording'

/** Reads the person and the tenant's words again; on a failure everything stays as it is. */
async function readAgain(): Promise<void> {
  const before = useSession.getState().me
  const me = await api.call(readMe, {}, { quiet: true, fresh: true }).catch(() => null)
  // Somebody else, or nobody, may be signed in by now.
  if (me && before && useSession.getState().me === before && before.user.loginName === me.user.loginName) setMe(me)
}

/** Follows changes of words and menu while the console is open, including those made while the stream was lost. */
export function useFreshWording(isSignedIn: boolean): void {
  useLive(
    isSignedIn ? [TOPIC] : [],
    () => void readAgain(),
    () => void readAgain(),
  )
}
