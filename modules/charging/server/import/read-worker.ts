import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { CHUNK, type ReadJob, type WorkerMessage } from './read-job.ts'
import { NotThisFormat, readSessions, SameColumns, TooLarge } from './read-sessions.ts'
import { summariseFile } from './summarise-file.ts'

// On Linux a thread has its own priority; this one is below that of piles and people.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// The data passed by `readInWorker`.
const { text, mapping, zone } = workerData as ReadJob

/** Yields one message at a time; the receiver requests the next one. */
function* read(): Generator<WorkerMessage> {
  const file = readSessions(text, mapping, zone)
  yield { kind: 'summary', summary: summariseFile(file) }
  for (let from = 0; from < file.sessions.length; from += CHUNK)
    yield { kind: 'sessions', sessions: file.sessions.slice(from, from + CHUNK) }
  yield { kind: 'done' }
}

function refusalOf(error: unknown): WorkerMessage {
  if (error instanceof NotThisFormat) return { kind: 'notThisFormat', missing: [...error.missing] }
  if (error instanceof SameColumns) return { kind: 'sameColumns', columns: [...error.columns] }
  if (error instanceof TooLarge) return { kind: 'tooLarge' }
  // The CSV reader's own complaint (an open quote, a file of another kind), which has words of its own in English alone.
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) return { kind: 'notCsv' }
  throw error
}

function next(messages: Generator<WorkerMessage>): WorkerMessage {
  try {
    return messages.next().value ?? { kind: 'done' }
  } catch (error) {
    return refusalOf(error)
  }
}

if (parentPort) {
  const port = parentPort
  const messages = read()
  const say = (): void => {
    const message = next(messages)
    port.postMessage(message)
    if (message.kind !== 'summary' && message.kind !== 'sessions') port.close()
  }
  port.on('message', say)
  say()
}
