import { parentPort, workerData } from 'node:worker_threads'
import { NotThisFormat, readSessions } from './read-sessions.ts'
import { sessionFormat } from './session-formats.ts'
import { CHUNK, type ReadJob, type WorkerMessage } from './read-in-worker.ts'

// What `readInWorker` hands over.
const { text, format, zone } = workerData as ReadJob

function run(say: (message: WorkerMessage) => void): void {
  const known = sessionFormat(format)
  if (!known) throw new Error(`no format ${format}`)
  try {
    const { sessions, refused, rows, notes } = readSessions(text, known, zone)
    for (let from = 0; from < sessions.length; from += CHUNK)
      say({ kind: 'sessions', sessions: sessions.slice(from, from + CHUNK) })
    say({ kind: 'done', refused, rows, notes })
  } catch (error) {
    if (error instanceof NotThisFormat) say({ kind: 'notThisFormat', missing: [...error.missing] })
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
