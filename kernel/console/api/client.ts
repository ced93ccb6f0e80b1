import { type AnyCall, type CallAnswer, type CallInput, fillPath } from '@wattyard/calls'
import {
  ApiError,
  type Envelope,
  fieldsOf,
  readEnvelope,
  SESSION_LOST_CODE,
  SIGNED_OUT_CODES,
  PASSWORD_OWED_CODE,
  VERIFICATION_OWED_CODE,
} from './api-error.ts'
import { encodeForm, encodeQuery, fitsForm, type Payload } from './encode.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { backOffMs, isRetryable, MAX_RETRIES, pause } from './retry.ts'
import { createSharedReads } from './shared-reads.ts'
import { createLane, DEFAULT_CONCURRENCY, PAGE_CONCURRENCY } from './task-lanes.ts'

/** Base path of the service (contract §7). */
export const API_BASE = '/chg/'
/** Longest timeout of any call (contract §9). */
export const REQUEST_TIMEOUT_MS = 1_000_000
/** Timeout of a read that a person waits for. This is our decision: the contract's value is only the upper bound (trust W14). */
export const READ_TIMEOUT_MS = 60_000

export interface CallOptions {
  signal?: AbortSignal
  /** `page` runs beside the default queue of two. */
  lane?: 'queue' | 'page'
  /** Shows no toast, because the caller shows the failure itself or works in the background. */
  quiet?: boolean
  /**
   * Sends the body as JSON although a form could carry it: for free structures, and for values whose type is not in their text.
   */
  json?: boolean
  /** Idempotency key of a command that moves money or a device. */
  key?: string
  timeoutMs?: number
  /** Asks the server even when an identical read was answered a moment ago. */
  fresh?: boolean
}

type CallInit = RequestInit & { readonly headers: Record<string, string> }

/** Method and path of a failed call; its query and body are left out because they may be confidential. */
export interface FailedCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** Functions that the client needs from outside. The shell passes the real ones, tests pass their own. */
export interface ClientWorld {
  fetch: typeof globalThis.fetch
  now(): number
  random(): number
  /** Public session handle, empty when signed out. */
  token(): string
  language(): string
  /** A refusal or failure to show to the person. */
  onProblem(error: ApiError): void
  /** The server answered that the session is signed out (50008, 50012, 50014). */
  onSignedOut(error: ApiError): void
  /** HTTP 401 or code 1000. */
  onSessionLost(error: ApiError): void
  /** The server asks for a second factor before anything else. */
  onVerificationOwed(): void
  /** The server asks for a new password before anything else, because the present one is too old. */
  onPasswordOwed(): void
  /** Any failed call, the ones that show no message included; calls that the caller aborted are left out. */
  onFailure(error: ApiError, call: FailedCall): void
  /** Messages for answers without an envelope, in the current language. */
  words: { unreachable(): string; sessionLost(): string }
}

export type ApiClient = ReturnType<typeof createClient>

/** Header with the id that the client gives a call. The server logs it, so that a call without an answer can still be found. */
const CALL_ID = 'X-Call-Id'

const pathOf = (path: string): string => API_BASE + path.replace(/^\/+/, '')

/** Creates the shared client (contract §7 and §8). */
export function createClient(world: ClientWorld) {
  const reads = createSharedReads(() => world.now())
  const lanes = { queue: createLane(DEFAULT_CONCURRENCY), page: createLane(PAGE_CONCURRENCY) }

  /** Returns a call's address with the two parameters that every signed-in request carries. */
  function address(path: string, params: Payload = {}): string {
    const { path: filled, rest } = fillPath(path, params)
    const query = encodeQuery(rest)
    const token = world.token()
    if (token) {
      query.set('token', token)
      query.set('mobileLogin', 'true')
    }
    return pathOf(filled) + (query.size > 0 ? `?${query.toString()}` : '')
  }

  function headers(extra: Record<string, string> = {}): Record<string, string> {
    return { Accept: 'application/json', 'Accept-Language': world.language(), [CALL_ID]: newIdempotencyKey(), ...extra }
  }

  function tell(error: ApiError, quiet: boolean, call: FailedCall): void {
    if (error.kind === 'aborted') return
    world.onFailure(error, call)
    if (SIGNED_OUT_CODES.has(error.code)) world.onSignedOut(error)
    else if (error.kind === 'session') world.onSessionLost(error)
    else if (error.code === VERIFICATION_OWED_CODE) world.onVerificationOwed()
    else if (error.code === PASSWORD_OWED_CODE) world.onPasswordOwed()
    // The contract shows a refusal's text only when it is longer than one character (§8).
    else if (!quiet && error.message.length > 1) world.onProblem(error)
  }

  async function send(url: string, init: CallInit, timeoutMs: number, signal?: AbortSignal): Promise<Response> {
    const timeout = AbortSignal.timeout(Math.min(timeoutMs, REQUEST_TIMEOUT_MS))
    try {
      const both = signal ? AbortSignal.any([signal, timeout]) : timeout
      return await world.fetch(url, { ...init, credentials: 'same-origin', signal: both })
    } catch (error) {
      throw networkError(error, init.headers[CALL_ID] ?? '', signal, timeout)
    }
  }

  function networkError(
    error: unknown,
    requestId: string,
    signal: AbortSignal | undefined,
    timeout: AbortSignal,
  ): ApiError {
    if (signal?.aborted) return new ApiError('', { kind: 'aborted' })
    if (timeout.aborted) return new ApiError(world.words.unreachable(), { kind: 'timeout', requestId })
    if (error instanceof ApiError) return error
    return new ApiError(world.words.unreachable(), { kind: 'offline', requestId })
  }

  /** Returns the envelope of a successful answer; throws the ApiError for every other one. */
  function judge<T>(response: Response, text: string, callId: string): Envelope<T> {
    const envelope = readEnvelope(text)
    const requestId = envelope?.requestId ?? response.headers.get('x-request-id') ?? callId
    const code = String(envelope?.code ?? '')
    if (response.ok && envelope?.success) return envelope as Envelope<T> // the path decides what `data` is
    const details = {
      code,
      status: response.status,
      requestId,
      data: envelope?.data,
      fields: fieldsOf(envelope?.data),
      retryAfter: response.headers.get('retry-after'),
    }
    const lost = response.status === 401 || code === SESSION_LOST_CODE
    const msg = envelope?.msg ?? ''
    if (lost && world.token() !== '') throw new ApiError(world.words.sessionLost(), { ...details, kind: 'session' })
    if (envelope) throw new ApiError(msg, { ...details, kind: 'business' })
    throw new ApiError(world.words.unreachable(), { ...details, kind: 'transport' })
  }

  async function ask<T>(url: string, init: CallInit, options: CallOptions, timeoutMs: number): Promise<T> {
    const response = await send(url, init, options.timeoutMs ?? timeoutMs, options.signal)
    const callId = init.headers[CALL_ID] ?? ''
    let text: string
    try {
      text = await response.text()
    } catch {
      throw new ApiError(options.signal?.aborted ? '' : world.words.unreachable(), {
        kind: options.signal?.aborted ? 'aborted' : 'offline',
        requestId: callId,
      })
    }
    // Absent data is an answer too; the caller's type states whether it expects any.
    return judge<T>(response, text, callId).data as T
  }

  async function readWithRetry<T>(url: string, options: CallOptions): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask<T>(url, { headers: headers() }, options, READ_TIMEOUT_MS)
      } catch (error) {
        const again = error instanceof ApiError && isRetryable(error) && attempt <= MAX_RETRIES
        if (!again) throw error
        await pause(backOffMs(attempt, world.random(), error.retryAfter), options.signal)
      }
    }
  }

  async function inLane<T>(call: FailedCall, options: CallOptions, task: () => Promise<T>): Promise<T> {
    try {
      return await lanes[options.lane ?? 'queue'](task, options.signal)
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError('', { kind: 'aborted' })
      if (!(error instanceof ApiError) && !options.signal?.aborted) throw error
      tell(known, options.quiet ?? false, call)
      throw known
    }
  }

  async function streamed(
    call: FailedCall,
    url: string,
    { type, ...rest }: { method?: string; body?: string; type?: string },
    options: CallOptions,
  ): Promise<Response> {
    const init = { ...rest, headers: headers({ Accept: '*/*', ...(type ? { 'Content-Type': type } : {}) }) }
    try {
      const response = await send(url, init, REQUEST_TIMEOUT_MS, options.signal)
      const isFile = response.ok && !(response.headers.get('content-type') ?? '').startsWith('application/json')
      if (!isFile) judge(response, await response.text(), init.headers[CALL_ID] ?? '')
      return response
    } catch (error) {
      if (error instanceof ApiError) tell(error, options.quiet ?? false, call)
      throw error
    }
  }

  async function get<T>(path: string, params: Payload, options: CallOptions): Promise<T> {
    const url = address(path, params)
    if (options.fresh) reads.forget()
    return inLane({ method: 'GET', path: pathOf(path) }, options, async () =>
      reads.share(
        `${world.language()} ${url}`,
        async signal => readWithRetry<T>(url, { ...options, signal }),
        options.signal,
      ),
    )
  }

  async function post<T>(path: string, body: Payload, options: CallOptions): Promise<T> {
    const { path: filled, rest } = fillPath(path, body)
    const isForm = !options.json && fitsForm(rest)
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const key: Record<string, string> = options.key ? { 'Idempotency-Key': options.key } : {}
    const init = {
      method: 'POST',
      headers: headers({ 'Content-Type': type, ...key }),
      body: isForm ? encodeForm(rest).toString() : JSON.stringify(rest),
    }
    return inLane({ method: 'POST', path: pathOf(path) }, options, async () => {
      reads.forget()
      try {
        return await ask<T>(address(filled), init, options, REQUEST_TIMEOUT_MS)
      } finally {
        reads.forget()
      }
    })
  }

  return {
    address,

    /**
     * Runs a declared call. A GET is a safe read: it is shared for three seconds and retried with back-off. A POST is never
     * shared and never repeated automatically.
     * @throws ApiError
     */
    async call<C extends AnyCall>(
      { method, path }: C,
      input: CallInput<C>,
      options: CallOptions = {},
    ): Promise<CallAnswer<C>> {
      // The call's schema on the server allows only what a query or a body can carry, so the input is a Payload.
      const payload = input as Payload
      return method === 'GET' ? get<CallAnswer<C>>(path, payload, options) : post<CallAnswer<C>>(path, payload, options)
    },

    /**
     * Runs a declared call whose body is a file, unchanged; the input goes into the address. Never repeated automatically.
     * @throws ApiError
     */
    async callWithFile<C extends AnyCall>(
      { path }: C,
      input: CallInput<C>,
      content: Blob,
      options: CallOptions = {},
    ): Promise<CallAnswer<C>> {
      const init = { method: 'POST', headers: headers({ 'Content-Type': 'application/octet-stream' }), body: content }
      return inLane({ method: 'POST', path: pathOf(path) }, options, async () => {
        try {
          return await ask<CallAnswer<C>>(address(path, input as Payload), init, options, REQUEST_TIMEOUT_MS) // as in `call`
        } finally {
          reads.forget()
        }
      })
    },

    /** Streams a file. The caller reads `body`; refusals arrive as ApiError before the first byte. */
    async stream(path: string, params: Payload, options: CallOptions = {}): Promise<Response> {
      return streamed({ method: 'GET', path: pathOf(path) }, address(path, params), {}, options)
    },

    /** Streams the answer to a POST; otherwise like `stream`. */
    async postStream(path: string, body: Payload, options: CallOptions = {}): Promise<Response> {
      const init = { method: 'POST', body: JSON.stringify(body), type: 'application/json' }
      return streamed({ method: 'POST', path: pathOf(path) }, address(path), init, options)
    },

    /**
     * Forgets all shared reads. Called after live news, sign-in, sign-out and a change of station, so that no old answer is shown
     * as new.
     */
    forgetReads: reads.forget,
  }
}
