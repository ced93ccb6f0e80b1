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

/** Words for a refusal, in the caller's language. */
export function refused(refusal: Refusal, words: Words, language: Language, requestId: string): Envelope {
  const key = refusal.code.replace('.', '.error.')
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
    msg: words.translate(language, key, refusal.params),
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
