import type { Language, Words } from '../words.ts'
import { Refusal } from '../refusal.ts'

/** The one shape of every answer. */
export interface Envelope {
  success: boolean
  msg: string
  code: string
  data: unknown
  requestId: string
}

export function okay(data: unknown, requestId: string): Envelope {
  return { success: true, msg: '', code: '0', data: data ?? null, requestId }
}

/** Most fields that a message names; their own messages stand in `data.fields`. */
const MOST_NAMED = 5

/** Returns what the refused fields are called, as far as they have words; empty for inputs without words. */
function namesOfFields(fields: Refusal['fields'], words: Words, language: Language, prefix: string): string {
  const keys = new Set(Object.keys(fields ?? {}).map(path => `${prefix}.${path.split('.')[0]}`))
  const names = [...keys].filter(key => words.has(language, key)).map(key => words.translate(language, key))
  const separator = words.translate(language, 'kernel.listSeparator')
  return `${names.slice(0, MOST_NAMED).join(separator)}${names.length > MOST_NAMED ? ' …' : ''}`
}

/**
 * Returns the key of what a refusal says: that of its reason (`kernel.error.malformedBodyBecause.depth`) where it has words, else
 * that of its code. Reasons are words of the code and never shown themselves.
 */
function keyOf({ code, params }: Refusal, words: Words, language: Language): string {
  const key = code.replace('.', '.error.')
  const because = typeof params.reason === 'string' ? `${key}Because.${params.reason}` : ''
  return because !== '' && words.has(language, because) ? because : key
}

/**
 * Returns the answer for a refusal, in the caller's language.
 * @param fieldWords prefix of the words of the input's fields; refused fields are then called by their names
 */
export function refused(
  refusal: Refusal,
  words: Words,
  language: Language,
  requestId: string,
  fieldWords?: string,
): Envelope {
  const names = fieldWords === undefined ? '' : namesOfFields(refusal.fields, words, language, fieldWords)
  const isNamed = refusal.code === 'kernel.invalid' && names !== ''
  const fields = refusal.fields
    ? Object.fromEntries(
        Object.entries(refusal.fields).map(([name, saying]) => [
          name,
          words.translate(language, saying.key, saying.params),
        ]),
      )
    : undefined
  const data = fields || refusal.detail ? { ...refusal.detail, ...(fields ? { fields } : {}) } : null
  return {
    success: false,
    msg: isNamed
      ? words.translate(language, 'kernel.invalidAt', { names })
      : words.translate(language, keyOf(refusal, words, language), refusal.params),
    code: wireCode(refusal),
    data,
    requestId,
  }
}

/** Codes that the console contract fixes as numbers; everything else is our own word. */
const CONTRACT_CODES: Readonly<Record<string, string>> = {
  'identity.signedOut': '50008',
  'identity.signedInElsewhere': '50012',
  'identity.sessionExpired': '50014',
  'identity.notSignedIn': '1000',
}

function wireCode(refusal: Refusal): string {
  return CONTRACT_CODES[refusal.code] ?? refusal.code
}
