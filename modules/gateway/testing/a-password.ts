import { type Caller, invalid, type RawCall } from '@wattyard/server-kit'

/** The password of every user here: identity is not part of these tests. */
export const A_PASSWORD = 'a passphrase for tests'

/** Stand-in for identity's password confirmation. */
export async function aPassword({ caller, input }: RawCall<{ password: string; key: string }>): Promise<Caller> {
  if (!caller || input.password !== A_PASSWORD) throw invalid({ password: { key: 'kernel.field.badFormat' } })
  return caller
}
