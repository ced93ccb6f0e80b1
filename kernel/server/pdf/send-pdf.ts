import type { OutgoingHttpHeaders } from 'node:http'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { strangerAt } from '../fairness/requester.ts'
import { createTurns } from '../fairness/turns.ts'
import { askerFor } from '../http/recent-sessions.ts'
import type { RawCall } from '../http/route.ts'
import { dispositionOf, fileNameOf } from '../sheet/file-name.ts'
import { drawOnThread } from './draw-on-thread.ts'
import type { PdfSheet } from './pdf-sheet.ts'
import { writePdf } from './write-pdf.ts'

export interface PdfFile {
  /** Zone of the day in the file's name, behind the title of the document. */
  zone: string
  /** Rows of the table, for the bar of progress. */
  total: number
}

/** How long a document waits until it is drawn: the longest takes 11 s. */
const WAIT_MS = 60_000

/** Documents with more rows are drawn on a thread: 100 take a fifth of a second, and a thread with its fonts half of one to begin. */
const LONG_ROWS = 100

/** One document is drawn at a time: the longest takes a core and 430 MB, and the cores belong to the piles. */
const turns = createTurns(1, WAIT_MS)

/**
 * Answers with a sheet as a PDF file, once its turn has come: people take turns, not documents.
 *
 * @throws Refusal `kernel.tooManyAtOnce` when the turn does not come; Error when drawing fails; nothing was sent then
 */
export async function sendPdf(
  { caller, reply }: Pick<RawCall, 'caller' | 'reply'>,
  { zone, total }: PdfFile,
  sheet: PdfSheet,
): Promise<void> {
  const leave = await turns.take(caller ? askerFor(caller) : strangerAt(reply.request.ip))
  let content: Buffer | null
  try {
    content = total > LONG_ROWS ? await drawnAside(reply.raw, sheet) : await drawn(reply.raw, sheet)
  } finally {
    leave()
  }
  reply.hijack()
  if (content === null) return
  // What the route has set, such as that nobody may index it: the answer leaves past Fastify, which would send it.
  const before = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  reply.raw.writeHead(200, {
    ...(Object.fromEntries(before) as OutgoingHttpHeaders), // the same headers without the absent ones
    'content-type': 'application/pdf',
    'content-length': String(content.length),
    'content-disposition': dispositionOf(
      'attachment',
      fileNameOf({ title: titleOfFile(sheet), zone }, 'pdf', sheet.madeAt),
    ),
    'x-total-rows': String(total),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  reply.raw.end(content)
}

const titleOfFile = ({ title, about }: PdfSheet): string => (about === undefined ? title : `${title}-${about}`)

/** Draws a long document beside the answers to others. Null when the reader has left. */
function drawnAside(reader: Writable, sheet: PdfSheet): Promise<Buffer | null> {
  return drawOnThread(
    sheet,
    () => !reader.destroyed,
    stop => void reader.once('close', stop),
  )
}

/**
 * The whole document, a few MB: a slow reader must not keep the next one waiting. Null when the reader has left.
 */
async function drawn(reader: Writable, sheet: PdfSheet): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  const paper = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const tear = () => void paper.destroy()
  reader.once('close', tear)
  if (reader.destroyed) tear()
  const whole = finished(paper)
  // Whoever waits for it hears of a failure; until then it must not end the process.
  whole.catch(() => {})
  try {
    await writePdf(paper, sheet)
    await whole
    return Buffer.concat(chunks)
  } catch (error) {
    if (reader.destroyed) return null
    throw error
  } finally {
    reader.off('close', tear)
  }
}
