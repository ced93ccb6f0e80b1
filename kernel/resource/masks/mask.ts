import type { Field } from '../field.ts'
import { allLabelKeys } from '../label.ts'
import { maskedFrame, maskedJson } from './mask-frame.ts'
import { type MaskKind, maskedText } from './mask-whole.ts'
import type { Language } from '../words/wording.ts'

/**
 * Returns a personal value as it is shown to readers without the right to it. Masking again changes nothing, so that a value
 * stored masked may pass twice. Values without text, such as null, stay what they are.
 */
export function masked<T>(kind: MaskKind, value: T): T | string {
  if (typeof value === 'string') return kind === 'json' ? maskedFrame(value) : maskedText(kind, value)
  // The copy has the shape of the original, with other texts in it.
  return kind === 'json' ? (maskedJson(value) as T) : value
}

/** What of a definition says how its fields are hidden. */
interface Masking {
  readonly fields: Readonly<Record<string, Field>>
  readonly label?: string
  readonly labelIn?: Readonly<Partial<Record<Language, string>>>
  readonly masked?: Readonly<Partial<Record<string, MaskKind>>>
  readonly texts?: 'open' | readonly string[]
}

const FREE: ReadonlySet<Field['kind']> = new Set(['text', 'note'])

/** Returns the mask `words` for each field in which people write as they like, by its key. */
export const freeTexts = (fields: Readonly<Record<string, Field>>): Readonly<Record<string, MaskKind>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, { kind }]) => (FREE.has(kind) ? [[key, 'words']] : [])))

const known = new WeakMap<Masking, Readonly<Partial<Record<string, MaskKind>>>>()

/** Returns whether a definition says of a free text that it stays whole, because it is about places or staff. */
export const isOpenText = ({ texts = [] }: Pick<Masking, 'texts'>, key: string): boolean =>
  texts === 'open' || texts.includes(key)

/**
 * Returns how the fields of a definition are hidden, by key: as it states, and free texts by the numbers in them. What a record is
 * called stays whole, and so do texts about places and staff (`texts`).
 */
export function masksOf(resource: Masking): Readonly<Partial<Record<string, MaskKind>>> {
  const before = known.get(resource)
  if (before) return before
  const { label, labelIn = {} } = resource
  const names = label === undefined ? [] : allLabelKeys({ label, labelIn })
  const others = Object.entries(freeTexts(resource.fields)).filter(
    ([key]) => !isOpenText(resource, key) && !names.includes(key) && !resource.masked?.[key],
  )
  const masks = { ...resource.masked, ...Object.fromEntries(others) }
  known.set(resource, masks)
  return masks
}

/** Returns values of a record with personal data masked, by the masks given. */
export function maskedFields(
  { masked: masks = {} }: { readonly masked?: Readonly<Partial<Record<string, MaskKind>>> },
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const mask = masks[key]
      return [key, mask ? masked(mask, value) : value]
    }),
  )
}
