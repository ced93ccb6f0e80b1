/** Answer of every call under `/chg/`. */
export interface Envelope<T = unknown> {
  readonly success: boolean
  readonly msg?: string
  readonly code?: string | number
  readonly data?: T
  readonly requestId?: string
}

/** `business`: the server understood and refused. The rest never reached a decision. */
export type ApiErrorKind = 'business' | 'session' | 'transport' | 'offline' | 'timeout' | 'aborted'

/** Codes that say "you are signed out": illegal token, signed in elsewhere, expired (contract §8). */
export const SIGNED_OUT_CODES: ReadonlySet<string> = new Set(['50008', '50012', '50014'])
/** Body code that means the same as HTTP 401 (contract §8). */
export const SESSION_LOST_CODE = '1000'

/** Everything else waits for a second factor. */
export const VERIFICATION_OWED_CODE = 'identity.verificationOwed'
/** The server wants another password first. */
export const PASSWORD_OWED_CODE = 'identity.passwordChangeOwed'

/** Returns whether an error is about the session: then the shell says so, once, and pages say nothing. */
export function isSessionEnd({ kind, code }: Pick<ApiError, 'kind' | 'code'>): boolean {
  return kind === 'session' || SIGNED_OUT_CODES.has(code) || [VERIFICATION_OWED_CODE, PASSWORD_OWED_CODE].includes(code)
}

/** What a failed call throws. `message` is in the caller's language and safe to show. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly code: string
  /** HTTP status, 0 when there was no answer. */
  readonly status: number
  /** Correlation id: the server's, or the call's own when no answer named one. */
  readonly requestId: string
  /** Message per field for `kernel.invalid`, in the caller's language. */
  readonly fields: Readonly<Record<string, string>>
  readonly data: unknown
  /** What the server says of when to ask again, in seconds; null when it says nothing. */
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

/** Returns an envelope or nothing: a proxy's error page, an empty body and foreign JSON are nothing. */
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

/** `data.fields` of a refusal, with everything that is no text left out. */
export function fieldsOf(data: unknown): Record<string, string> {
  if (data === null || typeof data !== 'object' || !('fields' in data)) return {}
  const { fields } = data
  if (fields === null || typeof fields !== 'object') return {}
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
