import { api } from '@wattyard/console-kit'
import { sealPasswords } from '@wattyard/identity/console'

export interface SignedIn {
  readonly token: string
  /** The password was right; the second factor is owed. */
  readonly owes?: 'code'
}

/** @throws ApiError why the server let nobody in */
export async function signIn(username: string, password: string, rememberMe: boolean): Promise<SignedIn> {
  const body = { username, ...(await sealPasswords({ password })), rememberMe, mobileLogin: true }
  return api.post<SignedIn>('/c/login', body, { quiet: true, timeoutMs: 30_000 })
}
