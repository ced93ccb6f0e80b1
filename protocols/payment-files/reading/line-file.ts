import { type Book, createBook } from './book.ts'
import type { Encoding } from './encoding.ts'
import { createLineCutter } from './lines.ts'
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
  readonly encoding: Encoding
}

/**
 * Makes a reader of a format that consists of lines.
 * @throws TimeError `time.unknown-zone`
 */
export function createLineFile(
  { format, version, encoding }: LineFormat,
  options: ReaderOptions,
  handlerOf: (book: Book) => LineHandler,
): FileReader {
  const book = createBook(format, version, options)
  const handler = handlerOf(book)
  const cutter = createLineCutter(encoding, { line: handler.line, finding: book.finding })
  return {
    push(bytes) {
      book.hash(bytes)
      cutter.push(bytes)
      return book.take()
    },
    end() {
      cutter.end()
      handler.end()
      return book.close(cutter.lines())
    },
  }
}
