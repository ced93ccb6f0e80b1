import type { Book } from '../reading/book.ts'
import { splitCells } from '../reading/cells.ts'
import { misread } from '../reading/encoding.ts'
import { type Head, readHead, sameForm } from '../reading/head.ts'
import type { LineHandler } from '../reading/line-file.ts'
import { isAnswer, saysNoBill } from '../reading/no-bill.ts'

/** The parts in which the two bills of WeChat Pay differ. */
export interface WechatShape {
  /** Two names that only the head of this bill has together. */
  readonly marks: readonly [string, string]
  /** First name of the summary head. */
  readonly summaryMark: string
  /** Names the head must have; of a list in a list one is enough. */
  readonly required: readonly (readonly string[])[]
  row(head: Head, cells: readonly string[], line: number): void
  summary(head: Head, cells: readonly string[], line: number): void
}

type Stage = 'before' | 'rows' | 'summary' | 'after' | 'given-up'

/**
 * Reads the lines of a bill of WeChat Pay: a head, rows whose values stand behind back-ticks, a head of the summary and one row
 * of sums. Values are split at comma and back-tick together, so commas inside them do no harm.
 */
export function readWechatLines(book: Book, shape: WechatShape): LineHandler {
  let stage: Stage = 'before'
  let head: Head | null = null
  let summaryHead: Head | null = null
  let isTickMissing = false

  function before(text: string, line: number): void {
    const cells = headCells(text)
    if (shape.marks.every(mark => cells.includes(mark))) {
      head = readHead(cells, line, book)
      const found = head
      for (const names of shape.required)
        if (found.find(...names) < 0) book.finding(line, names[0] ?? null, 'column-missing', text)
      stage = 'rows'
      return
    }
    if (text.trim() === '') return
    stage = 'given-up'
    if (saysNoBill(text)) book.finding(line, null, 'no-bill', text)
    else if (isAnswer(text)) book.finding(line, null, 'not-this-format', text)
    else if (text.includes(misread(shape.marks[0]).slice(0, 4))) book.finding(line, null, 'encoding-twice', text)
    else book.finding(line, null, 'head-missing', text)
  }

  function cellsOf(text: string, line: number): readonly string[] | null {
    if (text.startsWith('`')) return text.slice(1).split(',`')
    if (!isTickMissing) book.finding(line, null, 'back-tick-missing', text)
    isTickMissing = true
    return splitCells(text, ',', '"')?.map(cell => cell.replace(/^\s*`/, '')) ?? null
  }

  function row(text: string, line: number, known: Head): void {
    if (text.trim() === '') return
    if (!text.startsWith('`') && sameForm(text.slice(0, 40).split(',')[0] ?? '') === shape.summaryMark) {
      summaryHead = readHead(headCells(text), line, book)
      stage = 'summary'
      return
    }
    const cells = cellsOf(text, line)
    if (cells !== null && cells.length === known.names.length) {
      const isHead = shape.marks.every(mark => cells[known.find(mark)]?.includes(mark))
      if (isHead) book.finding(line, null, 'head-twice', text)
      else shape.row(known, cells, line)
      return
    }
    book.unread()
    if (cells === null) book.finding(line, null, 'quote-unclosed', text)
    else book.finding(line, null, 'cell-count', `${cells.length} ≠ ${known.names.length}`)
  }

  function summary(text: string, line: number, known: Head): void {
    const cells = cellsOf(text, line)
    stage = 'after'
    if (cells === null || cells.length !== known.names.length) book.finding(line, null, 'totals-unreadable', text)
    else shape.summary(known, cells, line)
  }

  return {
    line(text, number) {
      if (stage === 'before') before(text, number)
      else if (stage === 'rows' && head !== null) row(text, number, head)
      else if (stage === 'summary' && summaryHead !== null) summary(text, number, summaryHead)
      else if (stage === 'after' && text.trim() !== '') {
        const isSummary = headCells(text)[0] === shape.summaryMark
        book.finding(number, null, isSummary ? 'trailer-twice' : 'row-after-trailer', text)
        if (!isSummary) book.unread()
      }
    },
    end() {
      if (stage === 'rows' || stage === 'summary') book.finding(0, null, 'trailer-missing', '')
    },
  }
}

function headCells(text: string): string[] {
  return (splitCells(text, ',', '"') ?? []).map(sameForm)
}
