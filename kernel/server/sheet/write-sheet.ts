import type { Writable } from 'node:stream'
import { once } from 'node:events'
import { csvLine, type SheetLine } from '@wattyard/resource'
import { writeXlsx } from './xlsx.ts'

export type SheetFormat = 'csv' | 'xlsx'

const BUFFER = 64 * 1024

/** Streams lines as a spreadsheet whose sheet is called `title`, waiting for a slow reader; memory stays bounded. Ends the stream. */
export async function writeSheet(
  out: Writable,
  format: SheetFormat,
  lines: AsyncIterable<SheetLine>,
  title: string,
): Promise<void> {
  const write = async (chunk: string | Uint8Array) => {
    if (out.destroyed) throw new Error('the reader went away')
    if (!out.write(chunk)) await Promise.race([once(out, 'drain'), once(out, 'close')])
  }
  try {
    if (format === 'xlsx') await writeXlsx(write, lines, title)
    else {
      // The mark tells Excel that the text is UTF-8.
      let pending = '\uFEFF'
      for await (const line of lines) {
        pending += csvLine(line)
        if (pending.length < BUFFER) continue
        await write(pending)
        pending = ''
      }
      if (pending) await write(pending)
    }
    out.end()
  } catch (error) {
    // Headers have left, so the only honest signal of a failure is a cut connection.
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}
