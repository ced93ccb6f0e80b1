import type { FileBegun, FileInfo } from '@wattyard/calls'
import { ApiError } from '../api/api-error.ts'
import { backOffMs, isPassing, pause } from '../api/retry.ts'
import { contentMark } from './content-mark.ts'

/** Field that a file is for, such as `assets.station` and `pictures`. */
export interface FileTarget {
  readonly resource: string
  readonly field: string
}

/** The calls of the store, each with its input; the application's own client in `file-calls.ts`. */
export interface FileCalls {
  begin(input: FileTarget & { name: string; bytes: number; mark: string }, signal: AbortSignal): Promise<FileBegun>
  chunk(input: { id: string; chunk: number }, content: Blob, signal: AbortSignal): Promise<null>
  finish(input: { id: string }, signal: AbortSignal): Promise<FileInfo>
}

/** How far a file has come; `isWaiting` while the network or the server is away. */
export interface SendState {
  readonly sent: number
  readonly isWaiting: boolean
}

export interface SendOptions {
  readonly onState: (state: SendState) => void
  readonly signal: AbortSignal
  /** Milliseconds before a repeat; the usual back-off when absent. */
  readonly waitMs?: (attempt: number, error: ApiError) => number
}

/** Repeats of one call before a person is asked: with pauses of at most eight seconds about three minutes. */
const MOST_REPEATS = 25

/** Failures that say nothing about the file. What is not the client's error is a mistake of ours and is not repeated. */
const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.kind === 'offline' || error.kind === 'timeout' || isPassing(error.status))

/**
 * Sends a file in chunks and returns it as the server has stored it. What the server has received already, of this attempt
 * or of one before a loss of the network or a reload, is not sent again.
 *
 * @throws ApiError when the server refuses the file, or stays away for minutes; the signal's reason when it was given up
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
