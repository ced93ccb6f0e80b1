import { Worker } from 'node:worker_threads'
import { type Params, Refusal, type RefusalStatus } from '../refusal.ts'
import { bodyText, decodeBody } from './decode-body.ts'

export interface DecodeJob {
  type: string | undefined
  bytes: Uint8Array
  limit: number
}

export type DecodeAnswer =
  | { value: Record<string, unknown> }
  | { refusal: { code: string; status: RefusalStatus; params: Params } }

/** Bodies beyond are decoded on a thread: 1 MiB takes 7 ms, the 32 MiB of a file of sessions 200, and a thread 40 to begin. */
export const LARGE_BYTES = 1024 * 1024
/** Reading the largest body takes a quarter of a second; a machine may be busy. */
const TIMEOUT_MS = 30_000
const MEMORY_MB = 512

/**
 * As `decodeBody` of the text of these bytes; large ones on a thread of their own, so that nobody waits for them. How many
 * come at once is bounded where they are admitted (`LARGE_BODIES`).
 *
 * @throws Refusal `kernel.malformedBody`, `kernel.unsupportedType`
 */
export function decodeBytes(
  type: string | undefined,
  bytes: Buffer,
  limit: number,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  return bytes.length <= LARGE_BYTES ? decodeBody(type, bodyText(bytes), limit) : decodeLarge({ type, bytes, limit })
}

function decodeLarge(job: DecodeJob): Promise<Record<string, unknown>> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const timer = setTimeout(() => {
      fail(new Error('decoding a body took too long'))
      void worker.terminate()
    }, TIMEOUT_MS)
    worker.once('message', (answer: DecodeAnswer) => {
      if ('value' in answer) return done(answer.value)
      const { code, status, params } = answer.refusal
      fail(new Refusal(code, { status, params }))
    })
    worker.once('error', fail)
    worker.once('exit', code => {
      clearTimeout(timer)
      // After an answer this says nothing any more.
      fail(new Error(`decoding a body ended with ${code}`))
    })
  })
}
