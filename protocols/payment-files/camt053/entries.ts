import { type Currency, type Fen, negFen } from '@wattyard/money'
import type { Book } from '../reading/book.ts'
import type { ReadInstant } from '../reading/instants.ts'
import type { RowKind, RowState } from '../reading/result.ts'
import { isCredit, nodeAt, readMoney, recordOf, textOf } from './nodes.ts'
import type { XmlNode } from './xml.ts'

const STATES: Readonly<Record<string, RowState>> = { BOOK: 'done', PDNG: 'pending', INFO: 'pending', FUTR: 'pending' }
const FEE_CODES: ReadonlySet<string> = new Set(['CHRG', 'COMM', 'FEES', 'COME'])

export interface EntryResult {
  /** Signed minor units of a booked entry; null when it is not booked. */
  readonly booked: Fen | null
  readonly currency: Currency
}

interface EntryFacts {
  readonly node: XmlNode
  readonly amount: Fen
  readonly currency: Currency
  readonly state: RowState
  readonly at: number | null
}

/**
 * Reads one entry. A batch whose payments have amounts that add up to it becomes a row for each payment, otherwise the entry is
 * one row. Returns null when its money cannot be read.
 */
export function readEntry(node: XmlNode, book: Book, readInstant: (text: string) => ReadInstant): EntryResult | null {
  const credit = isCredit(node, book)
  const money = readMoney(nodeAt(node, 'Amt'), node, book)
  const word = textOf(node, 'Sts/Cd', 'Sts')
  const state = STATES[word]
  if (state === undefined) book.finding(node.line, 'Sts', 'state-unknown', word)
  if (credit === null || money === null || state === undefined) {
    book.unread()
    return null
  }
  const amount = credit ? money.value : negFen(money.value)
  const facts = { node, amount, currency: money.currency, state, at: instantOf(node, book, readInstant) }
  const reference = textOf(node, 'AcctSvcrRef')
  if (reference !== '') book.key(`${reference} ${textOf(node, 'NtryRef')} ${amount} ${word}`, node.line, 'AcctSvcrRef')
  const payments = node.children
    .filter(child => child.name === 'NtryDtls')
    .flatMap(details => details.children.filter(child => child.name === 'TxDtls'))
  const parts = payments.length > 1 ? partsOf(payments, facts, book) : null
  if (parts === null) writeRow(facts, payments.length === 1 ? payments[0] : undefined, amount, new Set(), book)
  else {
    const all = new Set(payments)
    for (const { payment, part } of parts) writeRow(facts, payment, part, all, book)
  }
  return { booked: state === 'done' ? amount : null, currency: money.currency }
}

function instantOf(node: XmlNode, book: Book, readInstant: (text: string) => ReadInstant): number | null {
  const text = textOf(node, 'BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/DtTm', 'ValDt/Dt')
  const found = readInstant(text)
  if (found.at === null) {
    book.finding(node.line, 'BookgDt', found.problem, text)
    return null
  }
  if (found.notice !== null) book.finding(node.line, 'BookgDt', found.notice, text)
  book.day(node.line, 'BookgDt', found.day)
  return found.at
}

type Part = { readonly payment: XmlNode; readonly part: Fen }

/** Returns the signed amounts of the payments of a batch, null when one has none or they do not add up. */
function partsOf(payments: readonly XmlNode[], { node, amount, currency }: EntryFacts, book: Book): Part[] | null {
  const parts: Part[] = []
  let sum = 0n
  for (const payment of payments) {
    // Version 02 has it among the details of amounts only.
    const found = nodeAt(payment, 'Amt') ?? nodeAt(payment, 'AmtDtls/TxAmt/Amt')
    if (found === undefined) return null
    const money = readMoney(found, payment, book)
    if (money === null || money.currency !== currency) return null
    const isIn = nodeAt(payment, 'CdtDbtInd') === undefined ? amount >= 0n : isCredit(payment, book)
    if (isIn === null) return null
    const part = isIn ? money.value : negFen(money.value)
    sum += part
    parts.push({ payment, part })
  }
  if (sum === amount) return parts
  book.finding(node.line, 'TxDtls', 'totals-differ', `${amount} ≠ ${sum}`)
  return null
}

/** Returns a reference, null for none and for the word that stands for none. */
function reference(text: string): string | null {
  return text === '' || text === 'NOTPROVIDED' || text === 'NONREF' ? null : text
}

function writeRow(
  { node, currency, state, at }: EntryFacts,
  payment: XmlNode | undefined,
  amount: Fen,
  payments: ReadonlySet<XmlNode>,
  book: Book,
): void {
  const other = amount < 0n ? 'Cdtr' : 'Dbtr'
  const lines = nodeAt(payment, 'RmtInf')?.children.filter(child => child.name === 'Ustrd') ?? []
  const purpose = lines.map(line => line.text.trim()).join(' ')
  const code = textOf(node, 'BkTxCd/Domn/Fmly/SubFmlyCd')
  const kind: RowKind = FEE_CODES.has(code) ? 'fee' : 'other'
  const others = new Set([...payments].filter(one => one !== payment))
  book.row({
    type: 'row',
    line: (payment ?? node).line,
    kind,
    at,
    channelNo: reference(textOf(payment, 'Refs/AcctSvcrRef') || textOf(node, 'AcctSvcrRef')),
    orderNo: reference(textOf(payment, 'Refs/EndToEndId')),
    refundNo: null,
    channelRefundNo: null,
    amount,
    gross: null,
    fee: null,
    balance: null,
    currency,
    state,
    counterparty: textOf(payment, `RltdPties/${other}/Nm`, `RltdPties/${other}/Pty/Nm`) || null,
    text: purpose || textOf(payment, 'RmtInf/Strd/CdtrRefInf/Ref') || textOf(node, 'AddtlNtryInf') || null,
    record: recordOf(node, others),
  })
}
