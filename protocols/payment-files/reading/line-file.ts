import { type Book, createBook } from './book.ts'
import { type FileEncoding, isWide } from './encoding.ts'
import { createLineCutter } from './lines.ts'
import { createWideText } from './wide-text.ts'
import type { FileFormat, FileReader, ReaderOptions } from './result.ts'

/** What a format does with the lines of a file. */
export interface LineHandler {
  line(text: string, number: number, isCut: boolean): void
  /** All lines were given. */
  end(): void
}

export interface LineFormat {
  readonly format: FileFormat
  readonly version: number
  readonly encoding: FileEncoding
  /** Whether a file in UTF-16 is read; otherwise it is told as unreadable. */
  readonly mayBeWide?: boolean
  /** Whether no encoding is usual: `encoding` is what remains where the bytes are not UTF-8, and neither is told. */
  readonly hasNoUsualEncoding?: boolean
}

/**
 * Makes a reader of a format that consists of lines.
 * @throws TimeError `time.unknown-zone`
 */
export function createLineFile(
  { format, version, encoding, mayBeWide = false, hasNoUsualEncoding = false }: LineFormat,
  options: ReaderOptions,
  handlerOf: (book: Book) => LineHandler,
): FileReader {
  const book = createBook(format, version, options)
  const handler = handlerOf(book)
  const cutter = createLineCutter(isWide(encoding) ? 'utf-8' : encoding, {
    line: handler.line,
    finding: (line, column, code, value) => {
      if (!hasNoUsualEncoding || code !== 'encoding-other') book.finding(line, column, code, value)
    },
  })
  const wide = mayBeWide ? createWideText(encoding) : null
  return {
    push(bytes) {
      book.hash(bytes)
      cutter.push(wide?.push(bytes) ?? bytes)
      return book.take()
    },
    end() {
      if (wide) cutter.push(wide.end())
      const other = wide?.told() ?? null
      if (other !== null) book.finding(0, null, 'encoding-other', other)
      cutter.end()
      handler.end()
      return book.close(cutter.lines())
    },
  }
}
