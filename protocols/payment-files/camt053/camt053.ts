import { type Currency, type Fen, isCurrency, negFen } from '@wattyard/money'
import { type Book, createBook } from '../reading/book.ts'
import { createInstantReader, type ReadInstant } from '../reading/instants.ts'
import type { FileReader, ReaderOptions } from '../reading/result.ts'
import { type Balance, closeStatement } from '../reading/statement.ts'
import { readEntry } from './entries.ts'
import { isCredit, nodeAt, readMoney, readValue, textOf } from './nodes.ts'
import { createTextDecoder } from './text.ts'
import { createXmlReader, type XmlNode, type XmlSink } from './xml.ts'

export const CAMT053_VERSION = 1

/** Document, BkToCstmrStmt, Stmt: what lies below is handed over piece by piece. */
const STATEMENT_DEPTH = 3
const NAMESPACE = /:camt\.053\.001\.([0-9]{2})$/
const FORMATS = ['YYYY-MM-DD', 'YYYY-MM-DDTHH:mm:ss', 'YYYY-MM-DDTHH:mm:ssZ', 'YYYY-MM-DDTHH:mm:ss.SSS'].concat(
  'YYYY-MM-DDTHH:mm:ss.SSSZ',
  'YYYY-MM-DDZ',
)

/**
 * Reads account statements in CAMT.053, versions 02 to 13, several in a file. A merchant to check is the account: its IBAN or
 * other number.
 * @throws TimeError `time.unknown-zone`
 */
export function readCamt053(options: ReaderOptions): FileReader {
  const book = createBook('camt053', CAMT053_VERSION, options)
  const readInstant = createInstantReader(options.zone, FORMATS)
  const xml = createXmlReader(STATEMENT_DEPTH + 1, createSink(book, readInstant))
  const decoder = createTextDecoder(book.finding, text => xml.push(text))
  return {
    push(bytes) {
      book.hash(bytes)
      decoder.push(bytes)
      return book.take()
    },
    end() {
      decoder.end()
      xml.end()
      return book.close(xml.line())
    },
  }
}

interface Summary {
  readonly node: XmlNode
}

interface Statement {
  readonly line: number
  id: string
  account: string
  currency: Currency | null
  opening: Balance | null
  closing: Balance | null
  summary: Summary | null
  credits: { count: bigint; sum: bigint }
  debits: { count: bigint; sum: bigint }
  sum: bigint
}

function createSink(book: Book, readInstant: (text: string) => ReadInstant): XmlSink {
  let statement: Statement | null = null
  let isForeign = false

  function root(node: XmlNode): void {
    const isOurs = Object.entries(node.attributes).some(
      ([name, value]) => /^xmlns(:|$)/.test(name) && isKnown(NAMESPACE.exec(value)?.[1]),
    )
    isForeign = node.name !== 'Document' || !isOurs
    if (isForeign) book.finding(node.line, null, 'not-this-format', node.attributes.xmlns ?? node.name)
  }

  return {
    open(node, depth) {
      if (depth === 1) root(node)
      if (depth === 2 && !isForeign && node.name !== 'BkToCstmrStmt')
        book.finding(node.line, null, 'not-this-format', node.name)
      if (depth === STATEMENT_DEPTH && node.name === 'Stmt' && !isForeign) statement = begun(node.line)
    },
    close(node, depth) {
      if (statement === null) return
      if (depth === STATEMENT_DEPTH + 1) readPart(node, statement, book, readInstant)
      if (depth === STATEMENT_DEPTH) {
        finish(statement, node.line, book)
        statement = null
      }
    },
    problem(code, line, value) {
      book.finding(line, null, code, value)
      book.finding(line, null, 'reading-stopped', '')
    },
  }
}

const isKnown = (version: string | undefined): boolean => version !== undefined && version >= '02' && version <= '13'

function begun(line: number): Statement {
  return {
    line,
    id: '',
    account: '',
    currency: null,
    opening: null,
    closing: null,
    summary: null,
    credits: { count: 0n, sum: 0n },
    debits: { count: 0n, sum: 0n },
    sum: 0n,
  }
}

function readPart(node: XmlNode, statement: Statement, book: Book, readInstant: (text: string) => ReadInstant): void {
  if (node.name === 'Id') statement.id = node.text.trim()
  else if (node.name === 'Acct') readAccount(node, statement, book)
  else if (node.name === 'Bal') readBalance(node, statement, book, readInstant)
  else if (node.name === 'TxsSummry') statement.summary = { node }
  else if (node.name === 'Ntry') addEntry(node, statement, book, readInstant)
}

function readAccount(node: XmlNode, statement: Statement, book: Book): void {
  statement.account = textOf(node, 'Id/IBAN', 'Id/Othr/Id')
  const code = textOf(node, 'Ccy')
  if (isCurrency(code)) statement.currency = code
  book.checkMerchant(node.line, 'Acct', [statement.account], [statement.account, statement.account.replaceAll(' ', '')])
}

function readBalance(
  node: XmlNode,
  statement: Statement,
  book: Book,
  readInstant: (text: string) => ReadInstant,
): void {
  const code = textOf(node, 'Tp/CdOrPrtry/Cd')
  const isOpening = code === 'OPBD' || (code === 'PRCD' && statement.opening === null)
  if (!isOpening && code !== 'CLBD') return
  const credit = isCredit(node, book)
  const money = readMoney(nodeAt(node, 'Amt'), node, book)
  const date = textOf(node, 'Dt/DtTm', 'Dt/Dt')
  const instant = readInstant(date)
  if (instant.at === null) book.finding(node.line, 'Bal', instant.problem, date)
  if (credit === null || money === null || instant.at === null) return
  const balance = {
    value: credit ? money.value : negFen(money.value),
    currency: money.currency,
    day: instant.day,
  }
  if (isOpening) statement.opening = balance
  else statement.closing = balance
}

function addEntry(node: XmlNode, statement: Statement, book: Book, readInstant: (text: string) => ReadInstant): void {
  const entry = readEntry(node, book, readInstant)
  if (entry === null) return
  const account = statement.opening?.currency ?? statement.currency
  if (account !== null && entry.currency !== account)
    book.finding(node.line, 'Ccy', 'currency-mixed', `${account} ≠ ${entry.currency}`)
  if (entry.booked === null) return
  const side = entry.booked < 0n ? statement.debits : statement.credits
  side.count += 1n
  side.sum += entry.booked < 0n ? negFen(entry.booked) : entry.booked
  statement.sum += entry.booked
}

function finish(statement: Statement, line: number, book: Book): void {
  const { opening, closing, account, id, sum } = statement
  if (account === '') book.finding(statement.line, 'Acct', 'merchant-missing', '')
  if (opening === null || closing === null)
    book.finding(statement.line, 'Bal', 'statement-unclosed', opening === null ? 'OPBD' : 'CLBD')
  else {
    book.key(`${account} ${id} ${opening.day} ${closing.day}`, statement.line, 'Stmt')
    closeStatement(book, { account, number: id, opening, sum }, closing, line)
  }
  const currency = opening?.currency ?? statement.currency
  if (statement.summary !== null && currency !== null) compare(statement, statement.summary.node, currency, book)
}

/** Declares the totals of a summary beside those of the booked entries; a statement without one declares nothing. */
function compare({ credits, debits }: Statement, summary: XmlNode, code: Currency, book: Book): void {
  const declareCount = (path: string, name: 'count' | 'credit-count' | 'debit-count', counted: bigint) => {
    const node = nodeAt(summary, path)
    if (node === undefined) return
    const text = node.text.trim()
    if (!/^[0-9]{1,15}$/.test(text)) return book.finding(node.line, path, 'totals-unreadable', text)
    book.declare(name, BigInt(text))
    book.count(name, counted)
  }
  const declareSum = (path: string, name: 'credits' | 'debits', counted: bigint) => {
    const node = nodeAt(summary, path)
    const value: Fen | null = node === undefined ? null : readValue(node, code, book)
    if (value === null) return
    book.declare(name, value)
    book.count(name, counted)
  }
  declareCount('TtlNtries/NbOfNtries', 'count', credits.count + debits.count)
  declareCount('TtlCdtNtries/NbOfNtries', 'credit-count', credits.count)
  declareCount('TtlDbtNtries/NbOfNtries', 'debit-count', debits.count)
  declareSum('TtlCdtNtries/Sum', 'credits', credits.sum)
  declareSum('TtlDbtNtries/Sum', 'debits', debits.sum)
}
