import { endOwnSession } from '@wattyard/identity/contract'
import { api, type ApiError, confirm, endSession, onSessionEnd, translate, toast } from '@wattyard/console-kit'
import { loginAddress } from '../login/redirect.ts'

const BASE = '/jkweb'
/** Contract §9: how long the "session expired" message is shown before the page reloads. */
const SESSION_LOST_MS = 1_000

/** Leaves for the login page by a full load, so that nothing of the session stays in memory. */
function leave(keepPlace: boolean): void {
  const { pathname, search, hash } = location
  const here = { pathname: pathname.slice(BASE.length) || '/', search, hash }
  location.assign(BASE + (keepPlace ? loginAddress(here) : '/login'))
}

/** Logs out here and at the server; whatever the server answers, it counts as done (contract §8). */
export async function signOut(keepPlace = false): Promise<void> {
  try {
    await api.call(endOwnSession, {}, { quiet: true, timeoutMs: 5_000 })
  } catch {
    // The session in this browser ends all the same.
  }
  endSession()
  leave(keepPlace)
}

let isLeaving = false

/** 401 or code 1000: says so, then goes (contract §8). Once, however many calls fail together. */
function sessionLost(error: ApiError): void {
  if (isLeaving) return
  isLeaving = true
  toast.bad(error.message, { durationMs: SESSION_LOST_MS })
  setTimeout(() => {
    endSession()
    leave(true)
  }, SESSION_LOST_MS)
}

let hasStayed = false

/** 50008, 50012, 50014: one question however many calls fail; who stays is not asked again on this page. */
async function signedOut(): Promise<void> {
  if (isLeaving || hasStayed) return
  const again = await confirm({
    once: 'signed-out',
    title: translate('shell.signedOutTitle'),
    text: translate('shell.signedOutText'),
    okText: translate('shell.signInAgain'),
    cancelText: translate('shell.cancel'),
  })
  if (again) await signOut(true)
  else hasStayed = true
}

/** Wires the ends of a session to the API client. */
export function watchSession(): void {
  onSessionEnd({ signedOut: () => void signedOut(), lost: sessionLost })
}
