import { api } from '@wattyard/console-kit'
import { askLoginKey } from '../contract/calls/sign-in.ts'
import { encryptPassword } from './encrypt-password.ts'

/** Passwords encrypted under a key that the server hands out for one use, and that key's name (contract §5). */
export async function sealPasswords<K extends string>(passwords: Readonly<Record<K, string>>) {
  const { key, id } = await api.call(askLoginKey, {}, { quiet: true, fresh: true })
  const sealed = Object.entries<string>(passwords).map(([field, text]) => [field, encryptPassword(text, key)])
  return { ...(Object.fromEntries(sealed) as Record<K, string>), key: id } // the same fields that were given
}
