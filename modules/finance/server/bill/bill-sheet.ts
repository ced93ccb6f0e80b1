import {
  type PdfFacts,
  type PdfPart,
  type ServedSheet,
  serveSheet,
  type SheetContent,
  type SheetReader,
} from '@wattyard/server-kit'
import { showDecimal, showMoney, UNIT_ALONE } from '@wattyard/resource'
import { formatInstant } from '@wattyard/time'
import { dailyBill } from '../../contract/index.ts'
import { CLOSE_COLUMNS, CLOSE_ROW, type CloseRow } from '../rows.ts'
import { billOnTheWire } from './daily-bill-wire.ts'
import { billLabels, oneBill } from './list-bills.ts'

const ENERGIES = ['energyJ', 'energyF', 'energyP', 'energyG', 'energyS', 'energy'] as const
/** Amounts of a bill in the order of the sheets. */
export const SHEET_AMOUNTS = [
  'electricity',
  'service',
  'discount',
  'total',
  'paidPrincipal',
  'paidGift',
  'receivable',
  'refunded',
  'reversed',
] as const

/** Returns the proof of a closed day: its position in the chain, the root over its rows and the signature. */
export function sealFacts({ translate, language, zone }: SheetReader, row: CloseRow): PdfFacts {
  const word = (key: string) => translate(language, `finance.dayClose.${key}`)
  const facts: readonly (readonly [string, string | number | null])[] = [
    [word('state'), word(`stateValue.${row.state}`)],
    [word('seq'), row.seq],
    [word('closedAt'), row.closed_at === null ? null : formatInstant(row.closed_at, zone)],
    [word('sealedAt'), row.sealed_at === null ? null : formatInstant(row.sealed_at, zone)],
    [word('root'), row.root],
    [word('previousRoot'), row.previous_root],
    [word('signature'), row.signature],
    [word('keyId'), row.key_id],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, String(value)] as const]))
}

async function sealPart(reader: SheetReader, closeId: string | null): Promise<PdfPart[]> {
  const { tx, translate, language } = reader
  if (closeId === null) return []
  const [row] = await tx.query(
    CLOSE_ROW,
    `select ${CLOSE_COLUMNS} from finance_day_close where tenant_id = $1 and id = $2`,
    [tx.tenantId, closeId],
  )
  return row ? [{ title: translate(language, 'finance.bill.proof'), facts: sealFacts(reader, row) }] : []
}

async function billContent(reader: SheetReader, id: string): Promise<SheetContent> {
  const { tx, caller, translate, language, now } = reader
  const bill = await oneBill(tx, caller, id, now)
  const wire = billOnTheWire(bill, now)
  const labels = await billLabels({ tx, caller }, [bill])
  const word = (key: string) => translate(language, `finance.dailyBill.${key}`)
  const station = labels['assets.station']?.[bill.stationId] ?? '--'
  return {
    title: `${word('sheet.bill')} ${bill.day} ${station}`,
    facts: [
      [word('station'), station],
      [word('operator'), labels['identity.office']?.[bill.operatorId] ?? '--'],
      [word('state'), word(`stateValue.${bill.state}`)],
      [word('orders'), String(bill.orders)],
    ],
    parts: [
      {
        title: word('energy'),
        facts: ENERGIES.map(
          key => [word(key), `${showDecimal('energy', wire[key], language)} ${UNIT_ALONE.energy}`] as const,
        ),
      },
      { title: word('total'), facts: SHEET_AMOUNTS.map(key => [word(key), showMoney(wire[key], language)] as const) },
      ...(await sealPart(reader, bill.closeId)),
    ],
    place: { operatorId: bill.operatorId, stationId: bill.stationId },
  }
}

/** Makes the daily bill of one station, with the proof of its day where that is closed. */
export const billSheet: ServedSheet = serveSheet(dailyBill, 'bill', billContent)
