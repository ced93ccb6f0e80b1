import type { CallAnswer } from '@wattyard/calls'
import { Decimal, HeadUnit, linkToRecord, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import type { previewRefund } from '../../contract/calls/refund-split.ts'
import { payment } from '../../contract/payment.ts'
import './refund-split-table.css'

/** One top-up of a wallet and what a refund takes of it. */
export type LotRow = CallAnswer<typeof previewRefund>['rows'][number]

/** What goes back comes first: on a narrow screen the rest is reached by scrolling. */
const AMOUNTS = ['byHand', 'byChannel', 'forfeited', 'rest', 'giftRest', 'used', 'paid', 'gift'] as const

/** Draws the top-ups that a refund takes from, with what was left of each and which way its money goes. */
export function RefundSplitTable({ rows }: { rows: readonly LotRow[] }) {
  const { t } = useWords()
  return (
    <div className="w-scroll-x" data-whole>
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th>
              {t('payments.payment.noun')} · {t('payments.payment.channel')}
            </th>
            {AMOUNTS.map(key => (
              <th key={key} data-align="end">
                {t(`payments.split.${key}`)} <HeadUnit kind="money" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <td className="w-num pm-top-up">
                <TopUp {...row} />
                {row.kind !== null && <small>{t(`payments.channel.kindValue.${row.kind}`)}</small>}
              </td>
              {AMOUNTS.map(key => (
                <td key={key} className="w-num" data-align="end">
                  <Decimal kind="money" value={row[key]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TopUp({ number, topUp }: Pick<LotRow, 'number' | 'topUp'>) {
  const { t } = useWords()
  if (number === null || topUp === null) return t('payments.split.noTopUp')
  const to = linkToRecord(payment.name, topUp)
  return to === undefined ? number : <Link to={to}>{number}</Link>
}
