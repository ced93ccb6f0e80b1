import { CURRENCY_SCALE, type Currency, type Fen, fen, isCurrency } from '@wattyard/money'
import { readAmount } from '../reading/amounts.ts'
import type { Book } from '../reading/book.ts'
import type { XmlNode } from './xml.ts'

/** Returns the first element below a node along names, `RltdPties/Dbtr/Nm`. */
export function nodeAt(node: XmlNode | undefined, path: string): XmlNode | undefined {
  let at = node
  for (const name of path.split('/')) at = at?.children.find(child => child.name === name)
  return at
}

/** Returns the text of the first of these paths that has one; empty when none has. */
export function textOf(node: XmlNode | undefined, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = nodeAt(node, path)?.text.trim()
    if (text !== undefined && text !== '') return text
  }
  return ''
}

export interface Money {
  readonly value: Fen
  readonly currency: Currency
}

/** Reads an `Amt` with its currency; ISO 20022 knows neither sign nor grouping in it. */
export function readMoney(node: XmlNode | undefined, owner: XmlNode, book: Book): Money | null {
  if (node === undefined) {
    book.finding(owner.line, 'Amt', 'amount-missing', owner.name)
    return null
  }
  const code = node.attributes.Ccy ?? ''
  if (!isCurrency(code)) {
    book.finding(node.line, 'Ccy', 'currency-unknown', code)
    return null
  }
  const value = readValue(node, code, book)
  return value === null ? null : { value, currency: code }
}

/** Reads the text of an element as an amount of a currency. */
export function readValue(node: XmlNode, code: Currency, book: Book): Fen | null {
  const text = node.text.trim()
  if (!/^[0-9]+(?:\.[0-9]+)?$/.test(text)) {
    book.finding(node.line, node.name, text === '' ? 'amount-missing' : 'amount-unreadable', text)
    return null
  }
  const read = readAmount(text, { scale: CURRENCY_SCALE[code] })
  if (read.value !== null) return fen(read.value)
  book.finding(node.line, node.name, read.problem, text)
  return null
}

/** Returns whether a node is a credit, null when it says neither. */
export function isCredit(node: XmlNode, book: Book): boolean | null {
  const word = textOf(node, 'CdtDbtInd')
  if (word === 'CRDT') return true
  if (word === 'DBIT') return false
  book.finding(node.line, 'CdtDbtInd', 'kind-unknown', word)
  return null
}

/** Most cells of one record. */
const MAX_CELLS = 200

/** Returns the texts of an element by their paths; a path that comes again gets its number. */
export function recordOf(node: XmlNode, leaveOut: ReadonlySet<XmlNode>): Record<string, string> {
  const record: Record<string, string> = {}
  let cells = 0
  const visit = (one: XmlNode, path: string) => {
    if (leaveOut.has(one) || cells >= MAX_CELLS) return
    const text = one.text.trim()
    if (one.children.length === 0 && text !== '') {
      let key = path
      for (let i = 2; Object.hasOwn(record, key); i++) key = `${path} ${i}`
      record[key] = one.attributes.Ccy === undefined ? text : `${text} ${one.attributes.Ccy}`
      cells += 1
    }
    for (const child of one.children) visit(child, path === '' ? child.name : `${path}/${child.name}`)
  }
  visit(node, '')
  return record
}
