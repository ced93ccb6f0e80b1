import { type Caller, invalid, type RawCall } from '@wattyard/server-kit'

/** The one password that everybody has here: identity is not part of these tests. */
export const A_PASSWORD = 'a passphrase for tests'

/** Stands in for identity where somebody is asked for their password once more. */
export async function aPassword({ caller, input }: RawCall<{ password: string; key: string }>): Promise<Caller> {
  if (!caller || input.password !== A_PASSWORD) throw invalid({ password: { key: 'kernel.field.badFormat' } })
  return caller
}
