import {
  energy,
  type Fen,
  fen,
  formatEnergy,
  formatFen,
  formatPrice,
  PRICE_SCALE,
  price,
  ZERO_FEN,
} from '@wattyard/money'
import {
  labelsOf,
  type PdfPart,
  Refusal,
  rowInScope,
  type ServedSheet,
  serveSheet,
  type SheetContent,
  type SheetReader,
} from '@wattyard/server-kit'
import { showDecimal, showMoney, UNIT_ALONE } from '@wattyard/resource'
import { formatInstant } from '@wattyard/time'
import { order } from '../../contract/index.ts'
import { openDebts } from '../money/open-debts.ts'
import { orderEvidence, type OrderEvidence } from '../read/read-order-evidence.ts'

/** States in which an order has a bill. */
const BILLED: ReadonlySet<string> = new Set(['settled', 'reversed'])

function linesPart({ translate, language, zone }: SheetReader, { lines }: OrderEvidence): PdfPart {
  const word = (key: string) => translate(language, `charging.receipt.${key}`)
  return {
    columns: [
      { title: word('period') },
      { title: 'kWh', align: 'end' },
      { title: word('unitPrice'), align: 'end' },
      { title: word('amount'), align: 'end' },
    ],
    lines: lines.map(line => {
      // Lines from the time before prices had six decimals keep their units.
      const unit = 10n ** BigInt(PRICE_SCALE - line.price_scale)
      const times = [line.from_at, line.to_at].map(at => formatInstant(at, zone).slice(11, 16))
      return {
        kind: 'row',
        cells: [
          `${times.join('–')} ${translate(language, `pricing.period.${line.period}`)}`,
          showDecimal('energy', formatEnergy(energy(line.energy)), language),
          showDecimal('price', formatPrice(price((line.electricity_price + line.service_price) * unit)), language),
          showDecimal('money', formatFen(fen(line.electricity_fen + line.service_fen)), language),
        ],
      }
    }),
  }
}

/** Returns the amounts paid and refunded, without zero ones. */
function sumsPart({ translate, language }: SheetReader, { row }: OrderEvidence, openDebt: Fen): PdfPart {
  const amounts = [
    ['electricity', row.electricity_fen],
    ['service', row.service_fen],
    ['discount', -row.discount_fen],
    ['total', row.total_fen],
    ['paidPrincipal', row.paid_principal_fen],
    ['paidGift', row.paid_gift_fen],
    ['receivable', row.receivable_fen],
    ['openDebt', openDebt],
    ['refunded', row.refunded_fen],
  ] as const
  return {
    facts: amounts
      // A driver who has paid since is told so: nothing owed is an answer where there was a debt.
      .filter(([key, amount]) => amount !== 0n || key === 'total' || (key === 'openDebt' && row.receivable_fen !== 0n))
      .map(([key, amount]) => [
        translate(language, `charging.order.${key}`),
        showMoney(formatFen(fen(amount)), language),
      ]),
  }
}

/** Returns the lines of an order's bill under a heading, for its sheet of all fields; nothing before there are any. */
export async function billedLines(reader: SheetReader, id: string): Promise<PdfPart[]> {
  const { tx, caller, translate, language, now } = reader
  const evidence = await orderEvidence(tx, caller.tenantId, id, now)
  if (!evidence || evidence.lines.length === 0) return []
  return [{ title: translate(language, 'charging.receipt.lines'), ...linesPart(reader, evidence) }]
}

async function receipt(reader: SheetReader, id: string): Promise<SheetContent> {
  const { tx, caller, index, translate, language, zone, now } = reader
  // The definition's own key types are narrower than the general one.
  const { station, pile } = await rowInScope(tx, caller, order, id).then(row => ({
    station: row.station_id,
    pile: row.pile_id,
  }))
  const evidence = await orderEvidence(tx, caller.tenantId, id, now)
  if (!evidence) throw new Refusal('kernel.notFound', { status: 404 })
  const { row } = evidence
  if (!BILLED.has(row.state)) throw new Refusal('charging.billFirst')
  const debt = (await openDebts(tx, caller.tenantId, [{ id, memberId: row.member_id }])).get(id)
  const labels = await labelsOf(tx, index, order, [{ station, pile }], caller)
  const word = (key: string) => translate(language, `charging.order.${key}`)
  const when = (at: number | null) => (at === null ? '--' : formatInstant(at, zone))
  return {
    title: word('sheet.receipt'),
    paper: 'receipt',
    about: row.order_no,
    facts: [
      [word('orderNo'), row.order_no],
      [word('state'), word(`stateValue.${row.state}`)],
      [word('station'), labels['assets.station']?.[station] ?? '--'],
      [word('pile'), `${labels['assets.pile']?.[pile] ?? '--'} · ${row.connector_number}`],
      [word('startedAt'), when(row.started_at)],
      [word('endedAt'), when(row.ended_at)],
      [
        word('energy'),
        row.energy === null
          ? '--'
          : `${showDecimal('energy', formatEnergy(energy(row.energy)), language)} ${UNIT_ALONE.energy}`,
      ],
    ],
    parts: [linesPart(reader, evidence), sumsPart(reader, evidence, debt?.open ?? ZERO_FEN)],
    place: { operatorId: row.operator_id, stationId: station },
  }
}

/**
 * Renders the receipt of a settled order: what was charged when, at which price, and how it was paid. It does not name the
 * driver.
 */
export const orderReceipt: ServedSheet = serveSheet(order, 'receipt', receipt)
