import type { Field } from '@wattyard/resource'
import type { Values } from '../resource/form-values.ts'

/** What was typed into a wizard and not sent yet. */
export interface KeptDraft {
  /** Epoch ms of the last change. */
  readonly at: number
  /** Key of the step that was shown. */
  readonly step: string
  /** By the wizard's own names; whoever reads a part checks it, because an older release may have written it. */
  readonly parts: Readonly<Record<string, unknown>>
  /** Idempotency key under which exactly this was sent; absent since it was changed. */
  readonly key?: string
}

/** Older ones are forgotten: whoever comes back after that begins better anew. */
export const DRAFT_DAYS = 14
/** Characters; a browser keeps some five million for the whole console. */
export const MAX_DRAFT = 100_000

const DAY_MS = 86_400_000
/** Never kept outside the form: what signs in, and files, which the server holds for one form only. */
const NOT_KEPT: ReadonlySet<Field['kind']> = new Set(['secret', 'file', 'files', 'image', 'images'])

/** Returns the stored draft; null when there is none, it is too old, or cannot be read. */
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

/** Returns the text that is stored; null when it is too long to be kept. */
export function draftText(draft: KeptDraft): string | null {
  const text = JSON.stringify(draft)
  return text.length > MAX_DRAFT ? null : text
}

/**
 * Returns the values of a definition's fields that may be kept in a browser: no secrets, no files, and nothing of people,
 * because the next person may sit at the same machine.
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
