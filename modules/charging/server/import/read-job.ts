import type { FileMapping } from '../../contract/calls/import.ts'
import type { ImportedSession } from './read-rows.ts'
import type { FileSummary } from './summarise-file.ts'

/*
 * What the thread that reads a session file and the one that waits for it say to each other. Apart from both: the reader
 * loads nothing of the server, which took it longer than reading a small file.
 */

export interface ReadJob {
  text: string
  mapping: FileMapping
  zone: string
}

export type WorkerMessage =
  | { kind: 'summary'; summary: FileSummary }
  | { kind: 'sessions'; sessions: ImportedSession[] }
  | { kind: 'done' }
  | { kind: 'notThisFormat'; missing: string[] }
  | { kind: 'notCsv' }
  | { kind: 'sameColumns'; columns: string[] }
  | { kind: 'tooLarge' }

/** Sessions per message and per statement. Receiving them blocks the waiting thread for a few milliseconds. */
export const CHUNK = 1_000
