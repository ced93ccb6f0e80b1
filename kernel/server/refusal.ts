import type { Language } from './words.ts'

/** Transport status that goes with a refusal; the envelope tells about the business. */
export type RefusalStatus = 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503

/**
 * Words that fill the gaps of a message: `{{max}}`. What is written differently in each language, such as money, comes as
 * a function of it.
 */
export type Params = Readonly<Record<string, string | number | ((language: Language) => string)>>

/** A message by its key, to be said in the caller's language when it leaves. */
export interface MessageRef {
  key: string
  params?: Params
}

/**
 * An expected "no". Its code is in the catalogue of its module and has words in three languages
 * under `<module>.error.<word>`. Anything else that is thrown is a bug and looks alike outside.
 */
export class Refusal extends Error {
  readonly code: string
  readonly status: RefusalStatus
  readonly params: Params
  /** Field errors: key of the input to what is wrong with it. */
  readonly fields: Readonly<Record<string, MessageRef>> | undefined
  /** More for the caller's program; leaves as `data`. */
  readonly detail: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: string,
    options: {
      status?: RefusalStatus
      params?: Params
      fields?: Record<string, MessageRef>
      detail?: Record<string, unknown>
    } = {},
  ) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.status = options.status ?? 200
    this.params = options.params ?? {}
    this.fields = options.fields
    this.detail = options.detail
  }
}

/** Shorthand for a refusal that names one or more fields of the input. */
export function invalid(fields: Record<string, MessageRef>): Refusal {
  return new Refusal('kernel.invalid', { fields })
}

/** Returns the fields that a check refuses, with why; none when it passes. @throws whatever names no fields */
export function flawsOf(check: () => void): Readonly<Record<string, MessageRef>> {
  try {
    check()
    return {}
  } catch (error) {
    if (error instanceof Refusal && error.fields) return error.fields
    throw error
  }
}

/**
 * Runs checks one after the other and refuses once, with the fields that all of them name.
 *
 * @throws Refusal `kernel.invalid`; anything else that a check throws, at once
 */
export async function refuseTogether(checks: readonly (() => unknown)[]): Promise<void> {
  // A map: names that people write may be those of every object, such as `toString`.
  const wrong = new Map<string, MessageRef>()
  for (const check of checks)
    try {
      await check()
    } catch (error) {
      if (!(error instanceof Refusal) || !error.fields) throw error
      // What was found first says more: the later checks look at what the earlier ones have found right.
      for (const [key, saying] of Object.entries(error.fields)) if (!wrong.has(key)) wrong.set(key, saying)
    }
  if (wrong.size > 0) throw invalid(Object.fromEntries(wrong))
}
