import { fen, formatEnergy, formatFen } from '@wattyard/money'
import {
  mustReach,
  type PdfLine,
  type PdfPart,
  Refusal,
  type ServedSheet,
  serveSheet,
  type SheetContent,
  type SheetReader,
} from '@wattyard/server-kit'
import { addBills, type BillSums, dayClose, energyOfBill } from '../../contract/index.ts'
import { sealFacts, SHEET_AMOUNTS } from '../bill/bill-sheet.ts'
import { billLabels } from '../bill/list-bills.ts'
import { type DailyBill, FROZEN_COLUMNS, FROZEN_ROW, frozenBill } from '../bill/read-bills.ts'
import { COUNTED_CLOSE, COUNTED_CLOSE_COLUMNS, type CloseRow } from '../rows.ts'

const cellsOf = (name: string, sums: BillSums): string[] => [
  name,
  String(sums.orders),
  formatEnergy(energyOfBill(sums)),
  ...SHEET_AMOUNTS.map(key => formatFen(sums[`${key}_fen`])),
]

async function frozenBills({ tx }: SheetReader, closeId: string): Promise<DailyBill[]> {
  const rows = await tx.query(
    FROZEN_ROW,
    `select ${FROZEN_COLUMNS} from finance_daily_bill where tenant_id = $1 and close_id = $2 order by day, station_id`,
    [tx.tenantId, closeId],
  )
  return rows.map(frozenBill)
}

/** Bills of the days that a closing covers, under their days where it covers several. */
async function billsPart(reader: SheetReader, closeId: string): Promise<PdfPart> {
  const { tx, caller, translate, language } = reader
  const bills = await frozenBills(reader, closeId)
  const labels = await billLabels({ tx, caller }, bills)
  const word = (key: string) => translate(language, `finance.dailyBill.${key}`)
  const days = [...new Set(bills.map(bill => bill.day))]
  const lines = days.flatMap((day): PdfLine[] => [
    ...(days.length > 1 ? [{ kind: 'group', title: day } as const] : []),
    ...bills
      .filter(bill => bill.day === day)
      .map((bill): PdfLine => {
        const name = labels['assets.station']?.[bill.stationId] ?? bill.stationId
        return { kind: 'row', cells: cellsOf(name, bill) }
      }),
  ])
  const sum = translate(language, 'finance.bill.sum')
  return {
    title: word('noun'),
    columns: [
      { title: word('station'), weight: 1.8 },
      { title: word('orders'), align: 'end', weight: 0.7 },
      { title: `${word('energy')} (kWh)`, align: 'end', weight: 1.2 },
      ...SHEET_AMOUNTS.map(key => ({ title: word(key), align: 'end' as const })),
    ],
    lines: [...lines, { kind: 'total', cells: cellsOf(sum, addBills(bills)) }],
  }
}

function trialPart(
  { translate, language }: SheetReader,
  row: CloseRow & { debits_fen: bigint; credits_fen: bigint },
): PdfPart {
  const word = (key: string) => translate(language, `finance.bill.close.${key}`)
  const yuan = (amount: bigint | string) => formatFen(fen(BigInt(amount)))
  return {
    title: word('trial'),
    columns: [
      { title: word('account'), weight: 2 },
      { title: translate(language, 'finance.dayClose.debits'), align: 'end' },
      { title: translate(language, 'finance.dayClose.credits'), align: 'end' },
    ],
    lines: [
      ...row.trial_balance.map(one => ({
        kind: 'row' as const,
        cells: [translate(language, `ledger.account.codeValue.${one.code}`), yuan(one.debits), yuan(one.credits)],
      })),
      {
        kind: 'total',
        cells: [
          word(row.debits_fen === row.credits_fen ? 'equal' : 'unequal'),
          yuan(row.debits_fen),
          yuan(row.credits_fen),
        ],
      },
    ],
  }
}

async function closedDay(reader: SheetReader, id: string): Promise<SheetContent> {
  const { tx, caller, translate, language } = reader
  mustReach(caller, dayClose)
  const [row] = await tx.query(
    COUNTED_CLOSE,
    `select ${COUNTED_CLOSE_COLUMNS} from finance_day_close where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  // Until then its bills are no copies yet.
  if (row.kind !== 'close' || row.sealed_at === null) throw new Refusal('finance.notSealed')
  const word = (key: string) => translate(language, `finance.dayClose.${key}`)
  const carried = row.carried.map(one => word(`carriedValue.${one}`)).join(', ')
  return {
    title: `${word('sheet.closedDay')} ${row.day}`,
    paper: 'a4Landscape',
    facts: [
      [word('closedBy'), row.closed_by ?? '--'],
      [translate(language, 'finance.bill.seal.carried'), carried || translate(language, 'finance.bill.seal.none')],
      ...(row.note ? [[word('note'), row.note] as const] : []),
      ...(['orders', 'stations', 'journals', 'postings'] as const).map(key => [word(key), String(row[key])] as const),
    ],
    parts: [
      await billsPart(reader, row.id),
      trialPart(reader, row),
      { title: translate(language, 'finance.bill.proof'), facts: sealFacts(reader, row) },
    ],
  }
}

/** Renders the sheet of a closed day: bills with sums, trial balance, and proof. */
export const closedDaySheet: ServedSheet = serveSheet(dayClose, 'closedDay', closedDay)
