import { endOwnSession } from '@wattyard/identity/contract'
import {
  api,
  type ApiError,
  confirm,
  endSession,
  onSessionEnd,
  translate,
  toast,
  useSession,
} from '@wattyard/console-kit'
import { loginAddress, TRIAL_OVER } from '../login/redirect.ts'
import { signInAgain, wouldLose } from './again.ts'

const BASE = '/jkweb'
/** Time in ms that the "session expired" message is shown before the page reloads (contract §9). */
const SESSION_LOST_MS = 1_000

/** Goes to the login page by a full load, so that nothing of the session stays in memory. */
function leave(keepPlace: boolean): void {
  const { pathname, search, hash } = location
  const here = { pathname: pathname.slice(BASE.length) || '/', search, hash }
  location.assign(BASE + (keepPlace ? loginAddress(here) : '/login'))
}

/** Signs out here and at the server; any answer of the server counts as done (contract §8). */
export async function signOut(keepPlace = false): Promise<void> {
  try {
    await api.call(endOwnSession, {}, { quiet: true, timeoutMs: 5_000 })
  } catch {
    // The session in this browser ends anyway.
  }
  endSession()
  leave(keepPlace)
}

let isLeaving = false

/** Goes to the login page at the end of a guest's time; the page says why. */
export function endTrial(): void {
  if (isLeaving) return
  isLeaving = true
  endSession()
  location.assign(`${BASE}/login?${TRIAL_OVER}`)
}

let hasStayed = false

/** Lets the same person sign in over the page, which keeps what a reload would take (decision 416). */
async function goOnHere(): Promise<void> {
  isLeaving = true
  const end = await signInAgain()
  isLeaving = false
  if (end === 'leaves') await signOut(true)
  hasStayed = end === 'stays'
}

/** Handles a 401 or code 1000: shows a message, then leaves (contract §8). Once, however many calls fail together. */
function sessionLost(error: ApiError): void {
  if (isLeaving || hasStayed) return
  isLeaving = true
  toast.bad(error.message, { durationMs: SESSION_LOST_MS })
  setTimeout(() => {
    if (wouldLose()) return void goOnHere()
    endSession()
    leave(true)
  }, SESSION_LOST_MS)
}

/** Handles 50008, 50012 and 50014: asks once, however many calls fail. A person who stays is not asked again on this page. */
async function signedOut(): Promise<void> {
  if (isLeaving || hasStayed) return
  const again = await confirm({
    once: 'signed-out',
    title: translate('shell.signedOutTitle'),
    text: translate('shell.signedOutText'),
    okText: translate('shell.signInAgain'),
    cancelText: translate('shell.cancel'),
  })
  if (!again) hasStayed = true
  else if (!wouldLose()) await signOut(true)
  // Several refused calls wait for the same answer; the first one opens the dialog.
  else if (!isLeaving) await goOnHere()
}

/** Registers the handlers for the end of a session with the API client. */
export function watchSession(): void {
  // Before the person is loaded there is no page to stay on: whoever loads them says why, and leads to the login page at once.
  const hasPage = (): boolean => useSession.getState().me !== null
  onSessionEnd({
    signedOut() {
      if (hasPage()) void signedOut()
    },
    lost(error) {
      if (hasPage()) sessionLost(error)
    },
  })
}
