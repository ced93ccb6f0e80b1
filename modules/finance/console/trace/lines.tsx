import {
  Decimal,
  EmptyState,
  HeadUnit,
  showEveryDigit,
  showExact,
  showInstant,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { energyTotal, fenTotal } from './totals.ts'
import type { OrderTraceAnswer, TracedLine } from '../../contract/index.ts'

/**
 * Draws the energy per period under the price in force at the start; each amount with its exact product. Energies have
 * the decimals of all energies and every further digit, so that a person can check the product.
 */
export function Lines({ lines, price }: { lines: readonly TracedLine[]; price: OrderTraceAnswer['price'] }) {
  const { t, language } = useWords()
  const zone = useZone()
  if (lines.length === 0) return <EmptyState title={t('finance.trace.noLines')} />
  return (
    <>
      <div className="w-scroll-x">
        <table className="w-table w-table-plain finance-lines">
          <thead>
            <tr>
              <th>{t('finance.trace.period')}</th>
              <th>{t('finance.trace.time')}</th>
              <th data-align="end">
                {t('finance.trace.energy')}
                <HeadUnit kind="energy" />
              </th>
              <th data-align="end">
                {t('finance.trace.electricity')}
                <HeadUnit kind="money" />
              </th>
              <th data-align="end">
                {t('finance.trace.service')}
                <HeadUnit kind="money" />
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.seq}>
                <td>{t(`finance.trace.periodValue.${line.period}`)}</td>
                <td className="w-num">
                  {showInstant(line.from, zone).slice(11)} – {showInstant(line.to, zone).slice(11)}
                </td>
                <td className="w-num" data-align="end">
                  {showEveryDigit('energy', line.energy, language)}
                </td>
                <Fee price={line.electricityPrice} exact={line.electricityExact} amount={line.electricity} />
                <Fee price={line.servicePrice} exact={line.serviceExact} amount={line.service} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th colSpan={2}>{t('finance.trace.sum')}</th>
              <td className="w-num" data-align="end">
                {showEveryDigit('energy', energyTotal(lines.map(line => line.energy)), language)}
              </td>
              <td className="w-num" data-align="end">
                <Decimal kind="money" value={fenTotal(lines.map(line => line.electricity))} />
              </td>
              <td className="w-num" data-align="end">
                <Decimal kind="money" value={fenTotal(lines.map(line => line.service))} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {price && (
        <p className="w-quiet">
          {t(`finance.trace.rounding.${price.policy.rounding}`)}
          {price.hash !== null && (
            <>
              {' '}
              · {t('finance.trace.snapshot')} <code title={price.hash}>{price.hash.slice(0, 12)}…</code>
            </>
          )}
        </p>
      )}
    </>
  )
}

function Fee({ price, exact, amount }: { price: string; exact: string; amount: string }) {
  const { language } = useWords()
  return (
    <td className="w-num" data-align="end">
      <b>
        <Decimal kind="money" value={amount} />
      </b>
      <br />
      <small className="w-quiet">
        × {showExact(price, language)} = {showExact(exact, language)}
      </small>
    </td>
  )
}
