import { readMe } from '@wattyard/identity/contract'
import { api, setMe, useLive, useSession } from '@wattyard/console-kit'

/** Said by the server when somebody has changed words, dictionaries or the menu of the tenant. */
const TOPIC = 'platform.wording'

/** Reads again who is signed in and what the tenant says; whatever fails, everything stays as it is. */
async function readAgain(): Promise<void> {
  const before = useSession.getState().me
  const me = await api.call(readMe, {}, { quiet: true, fresh: true }).catch(() => null)
  // Somebody else may have signed in meanwhile, or nobody be there any more.
  if (me && before && useSession.getState().me === before && before.user.loginName === me.user.loginName) setMe(me)
}

/** Follows changes of words and menu while the console is open, also those that were made while the stream was lost. */
export function useFreshWording(isSignedIn: boolean): void {
  useLive(
    isSignedIn ? [TOPIC] : [],
    () => void readAgain(),
    () => void readAgain(),
  )
}
