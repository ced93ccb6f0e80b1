import type { Field, FieldKindName } from '../field.ts'

/** Longest texts of kinds whose fields may state another length in `max`. */
const USUAL = { text: 200, code: 64, serial: 64, note: 2000, secret: 200 } as const
/** Longest texts of kinds that have one length: phone numbers, addresses (RFC 5321, 4.5.3.1.3), links, hours. */
const ALWAYS = { phone: 20, email: 254, url: 2000, openHours: 100 } as const

const usual: Readonly<Partial<Record<FieldKindName, number>>> = USUAL
const always: Readonly<Partial<Record<FieldKindName, number>>> = ALWAYS

/** Returns the most characters that a field takes; undefined for fields without such a limit. */
export function longestText({ kind, max }: Pick<Field, 'kind' | 'max'>): number | undefined {
  const one = usual[kind]
  return one === undefined ? always[kind] : (max ?? one)
}
