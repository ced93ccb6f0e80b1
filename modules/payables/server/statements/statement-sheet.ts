import { companiesByIds } from '@wattyard/companies/server'
import { type Fen, fen, formatFen } from '@wattyard/money'
import { showMoney } from '@wattyard/resource'
import {
  type PdfLine,
  rowInScope,
  type ServedSheet,
  serveSheet,
  type SheetContent,
  type SheetReader,
  shownTo,
} from '@wattyard/server-kit'
import { statement } from '../../contract/statement.ts'

/** Returns the sheet of a statement: balance before, what moved, balance after, and room for whoever confirms it. */
async function content(reader: SheetReader, id: string): Promise<SheetContent> {
  const { tx, caller, language, translate } = reader
  const row = await rowInScope(tx, caller, statement, id)
  const word = (key: string): string => translate(language, `payables.${key}`)
  const money = (amount: Fen): string => showMoney(formatFen(amount), language)
  const company = (await companiesByIds(tx, caller.tenantId, [row.company_id])).get(row.company_id)
  let balance = BigInt(row.opening_fen)
  const lines = (row.lines ?? []).map((line): PdfLine => {
    const amount = BigInt(line.amount)
    balance += amount
    const what = [
      word(`document.kindValue.${line.of}`),
      ...(line.kind === 'document' ? [] : [word(`statement.line.${line.kind}`)]),
    ]
    const about = [line.theirNumber, shownTo(caller, 'words', line.subject)].filter(Boolean).join(' · ')
    return {
      kind: 'row',
      cells: [
        line.day,
        line.number,
        what.join(' · '),
        about,
        amount > 0n ? money(fen(amount)) : '',
        amount < 0n ? money(fen(-amount)) : '',
        money(fen(balance)),
      ],
    }
  })
  return {
    title: word('statement.sheet.statement'),
    about: row.number,
    paper: 'a4Landscape',
    facts: [
      [word('statement.company'), company?.name ?? ''],
      [word('statement.number'), `${row.number} · ${word('statement.edition')} ${row.edition}`],
      [word('statement.days'), `${row.first_day} – ${row.last_day}`],
      [word('statement.opening'), money(fen(row.opening_fen))],
      [word('statement.closing'), money(fen(row.closing_fen))],
    ],
    parts: [
      {
        columns: [
          { title: word('statement.day') },
          { title: word('document.number') },
          { title: word('document.kind') },
          { title: word('document.subject') },
          { title: word('statement.more'), align: 'end' },
          { title: word('statement.less'), align: 'end' },
          { title: word('statement.balance'), align: 'end' },
        ],
        lines,
        totals: ['', '', '', word('statement.closing'), '', '', money(fen(row.closing_fen))],
        totalsNote: word('statement.balanceHint'),
      },
      {
        title: word('statement.confirmTitle'),
        facts: [
          [word('statement.confirmBy'), '________________'],
          [word('statement.confirmDay'), '________________'],
          [word('statement.confirmNote'), '________________'],
        ],
      },
    ],
  }
}

export const statementSheet: ServedSheet = serveSheet(statement, 'statement', content)
