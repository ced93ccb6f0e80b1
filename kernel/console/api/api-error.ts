/** Answer body of every call under `/chg/`. */
export interface Envelope<T = unknown> {
  readonly success: boolean
  readonly msg?: string
  readonly code?: string | number
  readonly data?: T
  readonly requestId?: string
}

/** How a call failed. `business`: the server refused the request; in the other cases the server took no decision. */
export type ApiErrorKind = 'business' | 'session' | 'transport' | 'offline' | 'timeout' | 'aborted'

/** Codes that mean "signed out": illegal token, signed in elsewhere, expired (contract §8). */
export const SIGNED_OUT_CODES: ReadonlySet<string> = new Set(['50008', '50012', '50014'])
/** Body code that means the same as HTTP 401 (contract §8). */
export const SESSION_LOST_CODE = '1000'

/** Body code of a session that must pass its second factor before any other call. */
export const VERIFICATION_OWED_CODE = 'identity.verificationOwed'
/** Body code of a session that must change its password before any other call. */
export const PASSWORD_OWED_CODE = 'identity.passwordChangeOwed'

/** Returns whether an error concerns the session. The shell reports such an error once; pages stay silent. */
export function isSessionEnd({ kind, code }: Pick<ApiError, 'kind' | 'code'>): boolean {
  return kind === 'session' || SIGNED_OUT_CODES.has(code) || [VERIFICATION_OWED_CODE, PASSWORD_OWED_CODE].includes(code)
}

/**
 * Returns the id that support needs to find a failure; undefined for a refusal, whose words say what to do. A refusal is an answer
 * of the business; failures are all others, and the server's own errors.
 */
export function supportId({
  kind,
  status,
  requestId,
}: Pick<ApiError, 'kind' | 'status' | 'requestId'>): string | undefined {
  return kind === 'business' && status < 500 ? undefined : requestId || undefined
}

/** Error thrown by a failed call. `message` is in the caller's language and safe to show. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly code: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** Correlation id: the server's, or the id that the client gave the call when the answer named none. */
  readonly requestId: string
  /** Messages by field name for the code `kernel.invalid`, in the caller's language. */
  readonly fields: Readonly<Record<string, string>>
  readonly data: unknown
  /** The `Retry-After` header in seconds; null when the server sent none. */
  readonly retryAfter: string | null

  constructor(
    message: string,
    details: Partial<Pick<ApiError, 'kind' | 'code' | 'status' | 'requestId' | 'fields' | 'data' | 'retryAfter'>>,
  ) {
    super(message)
    this.name = 'ApiError'
    this.kind = details.kind ?? 'transport'
    this.code = details.code ?? ''
    this.status = details.status ?? 0
    this.requestId = details.requestId ?? ''
    this.fields = details.fields ?? {}
    this.data = details.data
    this.retryAfter = details.retryAfter ?? null
  }
}

/** Returns the envelope in an answer's text, or undefined for an empty body, a proxy's error page or any other JSON. */
export function readEnvelope(text: string): Envelope | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (parsed === null || typeof parsed !== 'object' || !('success' in parsed)) return undefined
  return { ...parsed, success: parsed.success === true }
}

/** Returns `data.fields` of a refusal without the entries that are not text. */
export function fieldsOf(data: unknown): Record<string, string> {
  if (data === null || typeof data !== 'object' || !('fields' in data)) return {}
  const { fields } = data
  if (fields === null || typeof fields !== 'object') return {}
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
