import type { Field } from '@wattyard/resource'
import type { Values } from '../resource/form-values.ts'

/** Unsent input of a wizard. */
export interface KeptDraft {
  /** Epoch ms of the last change. */
  readonly at: number
  /** Key of the shown step. */
  readonly step: string
  /** Values by the wizard's own names. The reader of a part must check it, because an older release may have written it. */
  readonly parts: Readonly<Record<string, unknown>>
  /** Idempotency key under which exactly this content was sent; absent after a change. */
  readonly key?: string
}

/** Days after which a draft is ignored. */
export const DRAFT_DAYS = 14
/** Largest length of a draft in characters; a browser stores about five million for the whole console. */
export const MAX_DRAFT = 100_000

const DAY_MS = 86_400_000
/** Kinds that are never stored outside the form: secrets, and files, which the server holds for one form only. */
const NOT_KEPT: ReadonlySet<Field['kind']> = new Set(['secret', 'file', 'files', 'image', 'images'])

/** Returns the stored draft; null when there is none, or when it is too old or unreadable. */
export function readDraft(text: string | null, now: number): KeptDraft | null {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? 'null')
  } catch {
    return null
  }
  if (stored === null || typeof stored !== 'object') return null
  const { at, step, parts, key } = {
    at: 0,
    step: '',
    parts: null,
    key: undefined,
    ...stored,
  } satisfies object as Record<string, unknown>
  if (typeof at !== 'number' || now - at > DRAFT_DAYS * DAY_MS || at > now + DAY_MS) return null
  if (typeof step !== 'string' || parts === null || typeof parts !== 'object') return null
  return { at, step, parts: { ...parts }, ...(typeof key === 'string' ? { key } : {}) }
}

/** Returns a draft as text for the store; null when it is too long. */
export function draftText(draft: KeptDraft): string | null {
  const text = JSON.stringify(draft)
  return text.length > MAX_DRAFT ? null : text
}

/**
 * Returns the values of a definition's fields that a browser may store: no secrets, no files and no personal data, because
 * another person may use the same machine next.
 */
export function keptValues(fields: Readonly<Record<string, Field>>, values: unknown): Values {
  if (values === null || typeof values !== 'object') return {}
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields[name]
      return field !== undefined && !NOT_KEPT.has(field.kind) && field.privacy !== 'personal'
    }),
  )
}
