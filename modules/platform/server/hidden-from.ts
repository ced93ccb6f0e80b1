import type { Resource } from '@wattyard/resource'
import { type PersonalReader, seesPersonal } from '@wattyard/server-kit'

/** The definitions of all modules, which are known once the server is put together. */
export type Known = () => readonly Pick<Resource, 'name' | 'masked'>[]

/** Returns the resources whose entries in the log may hold personal data that a reader may not see. */
export function hiddenFrom(reader: PersonalReader, known: ReturnType<Known>): string[] {
  if (seesPersonal(reader)) return []
  return known.flatMap(({ name, masked }) => (masked ? [name] : []))
}
