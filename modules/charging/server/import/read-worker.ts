import { parentPort, workerData } from 'node:worker_threads'
import { NotThisFormat, readSessions, SameColumns, TooLarge } from './read-sessions.ts'
import { CHUNK, type ReadJob, type WorkerMessage } from './read-in-worker.ts'

// What `readInWorker` hands over.
const { text, mapping, zone } = workerData as ReadJob

function run(say: (message: WorkerMessage) => void): void {
  try {
    const { sessions, refused, rows, notes } = readSessions(text, mapping, zone)
    for (let from = 0; from < sessions.length; from += CHUNK)
      say({ kind: 'sessions', sessions: sessions.slice(from, from + CHUNK) })
    say({ kind: 'done', refused, rows, notes })
  } catch (error) {
    if (error instanceof NotThisFormat) say({ kind: 'notThisFormat', missing: [...error.missing] })
    else if (error instanceof SameColumns) say({ kind: 'sameColumns', columns: [...error.columns] })
    else if (error instanceof TooLarge) say({ kind: 'tooLarge' })
    // The CSV reader's own complaint: an open quote, a file of another kind.
    else if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      say({ kind: 'notCsv', reason: error.message.slice(0, 200) })
    else throw error
  }
}

if (parentPort) {
  const port = parentPort
  run(message => port.postMessage(message))
}
