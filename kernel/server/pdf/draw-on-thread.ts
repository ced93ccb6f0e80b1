import { Worker } from 'node:worker_threads'
import type { PdfLine, PdfPart, PdfSheet } from './pdf-sheet.ts'

/** Stand for the numbers of a page in the text that `pageOf` makes: a thread is handed no function. */
const [PAGE, PAGES] = ['{page}', '{pages}'] as const

type WholePart =
  | Exclude<PdfPart, { lines: unknown }>
  | (Omit<Extract<PdfPart, { lines: unknown }>, 'lines'> & { lines: PdfLine[] })

/** A sheet that has all its lines and no function. */
export interface DrawJob extends Omit<PdfSheet, 'parts' | 'pageOf'> {
  parts: WholePart[]
  pageWord: string
}

/** The longest document takes 11 s; a machine may be busy. */
const TIMEOUT_MS = 120_000
/** The longest document takes 430 MB with its fonts. */
const MEMORY_MB = 1_024

/** Returns the sheet of a job for `writePdf`. */
export const sheetOfJob = ({ pageWord, ...sheet }: DrawJob): PdfSheet => ({
  ...sheet,
  pageOf: (page, pages) => pageWord.replace(PAGE, String(page)).replace(PAGES, String(pages)),
})

/**
 * Draws a long document on a thread of its own: drawing takes a core for seconds, in which nobody else would be answered. Their
 * turns at the database would run out meanwhile, and they would be told to come back (429).
 *
 * @param isWanted asked while the lines are read; false ends the work
 * @returns the document; null when nobody wants it any more
 * @throws Error when the lines cannot be read or drawing fails
 */
export async function drawOnThread(
  { pageOf, parts, ...sheet }: PdfSheet,
  isWanted: () => boolean,
  onGone: (stop: () => void) => void,
): Promise<Buffer | null> {
  const whole: WholePart[] = []
  for (const part of parts) {
    if (!('lines' in part)) whole.push(part)
    else {
      const lines: PdfLine[] = []
      for await (const line of part.lines) {
        if (!isWanted()) return null
        lines.push(line)
      }
      whole.push({ ...part, lines })
    }
  }
  return runJob({ ...sheet, parts: whole, pageWord: pageOf(PAGE, PAGES) }, onGone)
}

function runJob(job: DrawJob, onGone: (stop: () => void) => void): Promise<Buffer | null> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const timer = setTimeout(() => {
      fail(new Error('drawing a document took too long'))
      void worker.terminate()
    }, TIMEOUT_MS)
    onGone(() => {
      done(null)
      void worker.terminate()
    })
    worker.once('message', (content: Uint8Array) => done(Buffer.from(content)))
    worker.once('error', fail)
    worker.once('exit', code => {
      clearTimeout(timer)
      // After an answer this says nothing any more.
      fail(new Error(`drawing a document ended with ${code}`))
    })
  })
}
