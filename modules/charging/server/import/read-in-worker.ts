import { Worker } from 'node:worker_threads'
import { Refusal } from '@wattyard/server-kit'
import type { ReadJob, WorkerMessage } from './read-job.ts'
import type { ImportedSession } from './read-rows.ts'
import type { FileSummary } from './summarise-file.ts'

/** A parsed file. */
export interface SessionFile {
  summary: FileSummary
  /** In file order, in parts of `CHUNK`, so that loops over all of them can yield between two parts. */
  parts: readonly (readonly ImportedSession[])[]
}

/** Most files parsed concurrently: each takes a core and a few hundred megabytes. */
const MAX_AT_ONCE = 2
const MEMORY_MB = 1_024
const TIMEOUT_MS = 120_000

let running = 0

/**
 * Reads a session file on a thread of its own: a large one takes seconds, and piles must not wait for it.
 *
 * @throws Refusal `charging.notThisFormat`, `charging.importNotCsv`, `charging.importSameColumns`, `charging.importTooLarge`,
 * `kernel.busy` while others are read
 */
export async function readInWorker(job: ReadJob): Promise<SessionFile> {
  if (running >= MAX_AT_ONCE) throw new Refusal('kernel.busy', { status: 503, params: { seconds: 10 } })
  running++
  try {
    return await read(job)
  } finally {
    running--
  }
}

function read(job: ReadJob): Promise<SessionFile> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    let summary: FileSummary | null = null
    const parts: ImportedSession[][] = []
    const timer = setTimeout(() => {
      fail(tooLarge())
      void worker.terminate()
    }, TIMEOUT_MS)
    // Messages that wait are all taken in one turn of the loop; the next one is made when the last was taken.
    const goOn = (): void => void setImmediate(() => worker.postMessage('next'))
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'summary') {
        ;({ summary } = message)
        goOn()
      } else if (message.kind === 'sessions') {
        parts.push(message.sessions)
        goOn()
      } else if (message.kind !== 'done') fail(refusalOf(message, job.mapping.id))
      else if (summary) done({ summary, parts })
    })
    worker.once('error', error => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      fail(isFull ? tooLarge() : error)
    })
    worker.once('exit', code => {
      clearTimeout(timer)
      // After an answer this has no effect.
      fail(new Error(`reading a session file ended with ${code}`))
    })
  })
}

const tooLarge = (): Refusal => new Refusal('charging.importTooLarge', { status: 413 })

function refusalOf(
  message: Exclude<WorkerMessage, { kind: 'summary' | 'sessions' | 'done' }>,
  format: string,
): Refusal {
  if (message.kind === 'tooLarge') return tooLarge()
  if (message.kind === 'sameColumns')
    return new Refusal('charging.importSameColumns', { params: { columns: message.columns.join(', ') } })
  return message.kind === 'notCsv'
    ? new Refusal('charging.importNotCsv')
    : new Refusal('charging.notThisFormat', { params: { format, missing: message.missing.join(', ') || '–' } })
}
