import { Decimal, useWords } from '@wattyard/console-kit'
import { formatFen, parseFen, sumFen } from '@wattyard/money'
import type { TrialRow } from '../../contract/index.ts'

/** Every account of the ledger up to a day; both sides are the same, or something is wrong. */
export function TrialBalance({ rows }: { rows: readonly TrialRow[] }) {
  const { t } = useWords()
  const debits = formatFen(sumFen(rows.map(row => parseFen(row.debits))))
  const credits = formatFen(sumFen(rows.map(row => parseFen(row.credits))))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="w-scroll-x" tabIndex={0}>
      <table className="fb-trial">
        <caption className="w-sr">{t('finance.bill.close.trial')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('finance.bill.close.account')}</th>
            <th scope="col">{t('finance.dayClose.debits')}</th>
            <th scope="col">{t('finance.dayClose.credits')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={`${row.code}${row.currency}`}>
              <th scope="row">{t(`ledger.account.codeValue.${row.code}`)}</th>
              <td>
                <Decimal kind="money" value={row.debits} />
              </td>
              <td>
                <Decimal kind="money" value={row.credits} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr data-tone={debits === credits ? 'good' : 'bad'}>
            <th scope="row">{t(debits === credits ? 'finance.bill.close.equal' : 'finance.bill.close.unequal')}</th>
            <td>
              <Decimal kind="money" value={debits} />
            </td>
            <td>
              <Decimal kind="money" value={credits} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
