import { signInByPassword, type SignedIn } from '@wattyard/identity/contract'
import { api } from '@wattyard/console-kit'
import { sealPasswords } from '@wattyard/identity/console'

/**
 * Signs in by name and password.
 * @throws ApiError with the reason of the refusal
 */
export async function signIn(username: string, password: string, rememberMe: boolean): Promise<SignedIn> {
  const body = { username, ...(await sealPasswords({ password })), rememberMe, mobileLogin: true }
  return api.call(signInByPassword, body, { quiet: true, timeoutMs: 30_000 })
}
