import type { FileBegun, FileInfo } from '@wattyard/calls'
import { ApiError } from '../api/api-error.ts'
import { backOffMs, isPassing, pause } from '../api/retry.ts'
import { contentMark } from './content-mark.ts'

/** Field that a file belongs to, such as `assets.station` and `pictures`. */
export interface FileTarget {
  readonly resource: string
  readonly field: string
}

/** Calls of the file store. `file-calls.ts` implements them by the application's client. */
export interface FileCalls {
  begin(input: FileTarget & { name: string; bytes: number; mark: string }, signal: AbortSignal): Promise<FileBegun>
  chunk(input: { id: string; chunk: number }, content: Blob, signal: AbortSignal): Promise<null>
  finish(input: { id: string }, signal: AbortSignal): Promise<FileInfo>
}

/** Progress of a file: bytes sent; `isWaiting` while the network or the server is unreachable. */
export interface SendState {
  readonly sent: number
  readonly isWaiting: boolean
}

export interface SendOptions {
  readonly onState: (state: SendState) => void
  readonly signal: AbortSignal
  /** Returns the milliseconds before a repeat; the usual back-off when absent. */
  readonly waitMs?: (attempt: number, error: ApiError) => number
}

/** Repeats of one call before the person is asked: about three minutes, with pauses of at most eight seconds. */
const MOST_REPEATS = 25

/**
 * Returns whether a failure is temporary and says nothing about the file. An error that is no ApiError is a programming mistake
 * and is not repeated.
 */
const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.kind === 'offline' || error.kind === 'timeout' || isPassing(error.status))

/**
 * Sends a file in chunks and returns it as the server has stored it. Chunks that the server already has, from this attempt or
 * from one before a lost connection or a reload, are not sent again.
 * @throws ApiError when the server refuses the file or stays unreachable for minutes; the signal's reason when aborted
 */
export async function sendFile(
  calls: FileCalls,
  target: FileTarget,
  file: { readonly name: string; readonly content: Blob },
  { onState, signal, waitMs }: SendOptions,
): Promise<FileInfo> {
  const { name, content } = file
  const bytes = content.size
  let sent = 0
  const state = (isWaiting: boolean): void => onState({ sent, isWaiting })

  async function patiently<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        signal.throwIfAborted()
        if (!mayPass(error) || attempt > MOST_REPEATS) throw error
        state(true)
        await pause(waitMs?.(attempt, error) ?? backOffMs(attempt, Math.random(), error.retryAfter), signal)
        state(false)
      }
    }
  }

  const mark = contentMark(new Uint8Array(await content.arrayBuffer()))
  signal.throwIfAborted()
  const begun = await patiently(() => calls.begin({ ...target, name, bytes, mark }, signal))
  const { id, chunkBytes } = begun
  const received = new Set(begun.received)
  const lengthOf = (chunk: number): number => Math.min(chunkBytes, bytes - chunk * chunkBytes)
  const chunks = Array.from({ length: Math.ceil(bytes / chunkBytes) }, (_, chunk) => chunk)
  sent = chunks.filter(chunk => received.has(chunk)).reduce((sum, chunk) => sum + lengthOf(chunk), 0)
  state(false)
  for (const chunk of chunks) {
    if (received.has(chunk)) continue
    const part = content.slice(chunk * chunkBytes, chunk * chunkBytes + lengthOf(chunk))
    await patiently(() => calls.chunk({ id, chunk }, part, signal))
    sent += part.size
    state(false)
  }
  return patiently(() => calls.finish({ id }, signal))
}
