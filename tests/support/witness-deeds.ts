import { fieldWordKeys } from '@wattyard/platform/contract'
import type { AuditEntry, DeedWitness } from '@wattyard/server-kit'
import { FOLDERS, readTexts } from '../architecture/locale-texts.ts'

let texts: ReadonlySet<string> | null = null
const isWorded = (keys: readonly string[]): boolean => {
  texts ??= new Set(FOLDERS.flatMap(folder => [...readTexts(folder, 'zh').keys()]))
  return keys.some(key => texts?.has(key))
}

/** Fields with values out of a fixed set; other text in them, such as what a device answered, is shown as it is. */
const CODED = ['result', 'method']
const CODE = /^[a-z]+(-[a-z]+|[A-Z][a-z]+)*$/

function rawIn({ resource, action, before = null, after = null }: AuditEntry): string[] {
  const fields = [...new Set([before, after].flatMap(side => Object.keys(side ?? {})))]
  const valueKeys = (field: string, value: string): string[] =>
    [`${resource}.${field}`, `${resource}.${action}Input.${field}`, `platform.audit.${field}`].map(
      name => `${name}Value.${value}`,
    )
  const values = [before, after].flatMap(side =>
    CODED.flatMap((field): [string, string][] => {
      const value = side?.[field]
      return typeof value === 'string' && CODE.test(value) ? [[field, value]] : []
    }),
  )
  return [
    ...(isWorded([`platform.audit.did.${action}`, `${resource}.${action}`]) ? [] : [action]),
    ...fields.filter(field => !isWorded(fieldWordKeys({ resource, action, after }, field))),
    ...values
      .filter(([field, value]) => !isWorded(valueKeys(field, value)))
      .map(([field, value]) => `${field} ${value}`),
  ]
}

/** Throws for an entry of the audit log whose action, fields or values the log could only show as keys. */
export const judgeDeed: DeedWitness = entry => {
  // Tests have definitions of their own, without words.
  if (!isWorded([`${entry.resource}.noun`])) return
  const raw = rawIn(entry)
  if (raw.length > 0) throw new Error(`the log has no words for ${raw.join(', ')} of ${entry.resource} ${entry.action}`)
}
