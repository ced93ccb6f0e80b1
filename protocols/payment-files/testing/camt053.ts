import { formatScaled } from '@wattyard/money'
import { localDayOf } from '@wattyard/time'
import { BANK_ZONE, type TrueEntry, type TrueStatement } from './mt940.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const euro = (minor: bigint) => formatScaled(minor < 0n ? -minor : minor, 2)
const word = (minor: bigint) => `<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
const amount = (minor: bigint) => `<Amt Ccy="EUR">${euro(minor)}</Amt>`
const tag = (name: string, text: string | null) => (text === null ? '' : `<${name}>${escaped(text)}</${name}>`)

function balance(code: string, minor: bigint, day: string): string {
  const type = `<Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>`
  return `<Bal>${type}${amount(minor)}${word(minor)}<Dt><Dt>${day}</Dt></Dt></Bal>\n`
}

function payment({ ownNo, counterparty, text, amount: minor }: TrueEntry, isNew: boolean): string {
  const other = minor < 0n ? 'Cdtr' : 'Dbtr'
  const name = counterparty === null ? '' : tag('Nm', counterparty)
  const party = isNew ? `<Pty>${name}</Pty>` : name
  const refs = `<Refs><EndToEndId>${ownNo ?? 'NOTPROVIDED'}</EndToEndId></Refs>`
  const own = isNew ? amount(minor) : `<AmtDtls><TxAmt>${amount(minor)}</TxAmt></AmtDtls>`
  const purpose = text === null ? '' : `<RmtInf>${tag('Ustrd', text)}</RmtInf>`
  return `<TxDtls>${refs}${own}${word(minor)}<RltdPties><${other}>${party}</${other}></RltdPties>${purpose}</TxDtls>`
}

function entry(one: TrueEntry, isNew: boolean): string {
  const status = isNew ? '<Sts><Cd>BOOK</Cd></Sts>' : '<Sts>BOOK</Sts>'
  const day = localDayOf(one.at, BANK_ZONE)
  const dates = `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>`
  const head = `${amount(one.amount)}${word(one.amount)}${status}${dates}${tag('AcctSvcrRef', one.bankNo)}`
  return `<Ntry>${head}<NtryDtls>${payment(one, isNew)}</NtryDtls></Ntry>\n`
}

function summary(entries: readonly TrueEntry[]): string {
  const side = (name: string, isIn: boolean) => {
    const own = entries.filter(one => one.amount > 0n === isIn)
    const sum = own.reduce((total, one) => total + one.amount, 0n)
    return `<${name}><NbOfNtries>${own.length}</NbOfNtries><Sum>${euro(sum)}</Sum></${name}>`
  }
  const all = `<TtlNtries><NbOfNtries>${entries.length}</NbOfNtries></TtlNtries>`
  return `<TxsSummry>${all}${side('TtlCdtNtries', true)}${side('TtlDbtNtries', false)}</TxsSummry>\n`
}

/** Yields statements in CAMT.053. @param version two digits; from 08 on states and parties have one element more */
export function* camt053Lines(statements: readonly TrueStatement[], day: string, version = '02'): Generator<string> {
  const isNew = version >= '08'
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">`
  yield '<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>\n'
  for (const { account, number, opening, entries } of statements) {
    yield `<Stmt><Id>${number}</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>\n`
    const closing = entries.reduce((sum, one) => sum + one.amount, opening)
    yield balance('OPBD', opening, day) + balance('CLBD', closing, day) + summary(entries)
    for (const one of entries) yield entry(one, isNew)
    yield '</Stmt>\n'
  }
  yield '</BkToCstmrStmt></Document>\n'
}
