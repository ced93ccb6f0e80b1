import { api } from '@wattyard/console-kit'
import { askLoginKey } from '../contract/calls/sign-in.ts'
import { encryptPassword } from './encrypt-password.ts'

/** Returns passwords encrypted under a single-use key of the server, and the id of that key (contract §5). */
export async function sealPasswords<K extends string>(passwords: Readonly<Record<K, string>>) {
  const { key, id } = await api.call(askLoginKey, {}, { quiet: true, fresh: true })
  const sealed = Object.entries<string>(passwords).map(([field, text]) => [field, encryptPassword(text, key)])
  return { ...(Object.fromEntries(sealed) as Record<K, string>), key: id } // the given fields
}
