import { type Fen, negFen } from '@wattyard/money'
import { businessDay, instantAt } from '@wattyard/time'
import type { Book } from '../reading/book.ts'
import { createLineFile, type LineHandler } from '../reading/line-file.ts'
import { isAnswer } from '../reading/no-bill.ts'
import type { FileReader, ReaderOptions, RowKind } from '../reading/result.ts'
import { closeStatement, type OpenStatement } from '../reading/statement.ts'
import { type Entry, readBalance, readEntry, readMinor } from './fields.ts'
import { type Information, readInformation } from './information.ts'

export const MT940_VERSION = 1

/** Longest field in characters: six lines of 65 by the standard, banks write up to forty. */
export const MAX_FIELD_LENGTH = 4_096

/** Fields that are allowed and not needed. */
const PASSED_OVER = new Set(['13', '13D', '21', '25P', '34F', '64', '65', '90C', '90D', 'NS', 'XX'])
const TAG = /^:([0-9A-Z]{2}[A-Z]?):/
const FEE_TYPES = /^.(CHG|COM|INT)$/

interface Field {
  tag: string
  line: number
  text: string
}

/**
 * Reads account statements in MT940, several in a file, with or without the envelope of SWIFT. Days become the beginning of the
 * day in the zone; entries are `other` rows but for charges. A merchant to check is the account.
 * @throws TimeError `time.unknown-zone`
 */
export function readMt940(options: ReaderOptions): FileReader {
  // The format is of SWIFT's own characters; what banks add to them is in an encoding of each bank's choice.
  const format = {
    format: 'mt940',
    version: MT940_VERSION,
    encoding: 'windows-1252',
    hasNoUsualEncoding: true,
  } as const
  return createLineFile(format, options, book => readLines(book, createStatements(book, options.zone)))
}

/** Gathers lines to fields. */
function readLines(book: Book, statements: Statements): LineHandler {
  let field: Field | null = null
  let hasField = false

  const finish = () => {
    if (field !== null) statements.field(field)
    field = null
  }

  return {
    line(raw, line) {
      // The envelope opens on the line of the first field.
      const text = raw.replace(/^\ufeff?(?:\{[^{}]*(?:\{[^{}]*\})*\})*\{4:/, '').replace('\ufeff', '')
      const tag = TAG.exec(text)?.[1]
      if (tag !== undefined) {
        finish()
        hasField = true
        field = { tag, line, text: text.slice(tag.length + 2) }
      } else if (/^-\}?/.test(text) && text.replace(/^-\}?(?:\{.*\})?/, '').trim() === '') {
        finish()
        statements.over(line)
      } else if (text.trim() === '') return
      else if (field === null) {
        book.finding(line, null, !hasField && isAnswer(text) ? 'not-this-format' : 'tag-misplaced', text)
      } else if (field.text.length + text.length > MAX_FIELD_LENGTH) {
        book.finding(line, field.tag, 'line-too-long', text)
      } else field.text += `\n${text}`
    },
    end() {
      finish()
      statements.over(0)
      if (!hasField) book.finding(0, null, 'head-missing', '')
    },
  }
}

interface Statements {
  field(field: Field): void
  over(line: number): void
}

interface PendingEntry {
  readonly line: number
  readonly entry: Entry
  readonly text: string
  information: string | null
}

function createStatements(book: Book, zone: string): Statements {
  let reference = ''
  let account = ''
  let number = ''
  let open: OpenStatement | null = null
  let isBegun = false
  let isClosed = false
  let pending: PendingEntry | null = null

  function flush(): void {
    const waiting = pending
    pending = null
    if (waiting === null) return
    const { line, entry } = waiting
    const magnitude = open === null ? null : readMinor(entry.amount, open.opening.currency, line, '61', book)
    if (open === null || magnitude === null) {
      if (open === null) book.finding(line, '61', 'tag-misplaced', waiting.text)
      book.unread()
      return
    }
    const amount = entry.isIn ? magnitude : negFen(magnitude)
    open.sum += amount
    writeRow(book, zone, waiting, open, amount)
  }

  function begin(field: Field): void {
    over(field.line)
    reference = field.text.trim()
    isBegun = true
    isClosed = false
    account = ''
    number = ''
  }

  function over(line: number): void {
    flush()
    if (isBegun && !isClosed) book.finding(line, null, 'statement-unclosed', reference)
    isBegun = false
    open = null
  }

  function opening({ tag, line, text }: Field): void {
    const balance = readBalance(text, line, tag, book)
    if (open !== null || isClosed) book.finding(line, tag, 'tag-misplaced', text)
    if (account === '') book.finding(line, '25', 'merchant-missing', '')
    if (balance === null) return
    book.key(`${account} ${number} ${tag} ${balance.day} ${balance.value}`, line, '28C')
    open = { account, number, opening: balance, sum: 0n }
  }

  function closing({ tag, line, text }: Field): void {
    flush()
    const balance = readBalance(text, line, tag, book)
    if (open === null || isClosed) book.finding(line, tag, 'tag-misplaced', text)
    if (balance === null || open === null || isClosed) return
    closeStatement(book, open, balance, line)
    isClosed = true
  }

  function entry({ line, text }: Field): void {
    flush()
    const read = readEntry(text)
    if (read === null || read === 'time-unreadable') {
      book.unread()
      book.finding(line, '61', read ?? 'amount-unreadable', text)
    } else if (isClosed) {
      book.unread()
      book.finding(line, '61', 'row-after-trailer', text)
    } else pending = { line, entry: read, text, information: null }
  }

  function information({ line, text }: Field): void {
    // After the closing balance it is about the whole statement.
    if (pending === null) {
      if (!isClosed) book.finding(line, '86', 'tag-misplaced', text)
    } else pending.information = pending.information === null ? text : `${pending.information}\n${text}`
  }

  function field(one: Field): void {
    if (one.tag === '20') begin(one)
    else if (one.tag === '25') {
      account = one.text.trim()
      book.checkMerchant(one.line, '25', [account], accountForms(account))
    } else if (one.tag === '28C' || one.tag === '28') number = one.text.trim()
    else if (one.tag === '60F' || one.tag === '60M') opening(one)
    else if (one.tag === '61') entry(one)
    else if (one.tag === '86') information(one)
    else if (one.tag === '62F' || one.tag === '62M') closing(one)
    else if (!PASSED_OVER.has(one.tag)) book.finding(one.line, one.tag, 'tag-unknown', one.text)
  }

  return { field, over }
}

/** An account is written with its bank before a slash, or its currency behind it. */
function accountForms(account: string): string[] {
  const last = account.split('/').at(-1) ?? ''
  const bare = account.replace(/\s*[A-Z]{3}$/, '')
  return [...new Set([account, last, bare, account.replaceAll(' ', '')])]
}

function writeRow(book: Book, zone: string, pending: PendingEntry, open: OpenStatement, amount: Fen): void {
  const { line, entry, text } = pending
  const told: Information | null = pending.information === null ? null : readInformation(pending.information)
  const isNamed = entry.ownNo !== '' && entry.ownNo !== 'NONREF'
  const kind: RowKind = FEE_TYPES.test(entry.type) ? 'fee' : 'other'
  book.day(line, '61', entry.bookedDay)
  book.row({
    type: 'row',
    line,
    kind,
    at: instantAt(businessDay(entry.bookedDay), 0, zone),
    channelNo: entry.bankNo || null,
    orderNo: told?.endToEndNo ?? (isNamed ? entry.ownNo : null),
    refundNo: null,
    channelRefundNo: null,
    amount,
    gross: null,
    fee: null,
    balance: null,
    currency: open.opening.currency,
    state: entry.isExpected ? 'pending' : 'done',
    counterparty: told?.counterparty ?? null,
    text: told?.text ?? (entry.supplement || null),
    record: {
      ...told?.parts,
      '25': open.account,
      '28C': open.number,
      '61': text,
      ...(pending.information === null ? {} : { '86': pending.information }),
    },
  })
}
