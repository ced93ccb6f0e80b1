import { readMe } from '@wattyard/identity/contract'
import { api, ApiError, endSession, translate, setMe, toast } from '@wattyard/console-kit'

/** Error text of contract §8, word for word. */
export const NO_ROLES = 'getInfo: roles must be a non-null array'

/** Returns whether the server took no decision; then nobody is signed out, and the call can be retried. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && ['offline', 'timeout', 'transport'].includes(error.kind)
}

/**
 * Loads the signed-in person. A refusal ends the session in this browser and is shown (contract §8); the caller then goes to `/`.
 * @throws ApiError when the server cannot be reached
 */
export async function loadMe(): Promise<boolean> {
  try {
    const me = await api.call(readMe, {}, { quiet: true, lane: 'page', fresh: true })
    if (!Array.isArray(me.roles) || me.roles.length === 0) throw new Error(NO_ROLES)
    setMe(me)
    return true
  } catch (error) {
    if (isUnreachable(error)) throw error
    endSession()
    toast.bad(
      error instanceof Error && error.message.length > 1 ? error.message : translate('shell.verificationFailed'),
    )
    return false
  }
}
