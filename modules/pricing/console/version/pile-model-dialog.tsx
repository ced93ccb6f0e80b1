import { formatPrice } from '@wattyard/money'
import { Decimal, Dialog, useWords } from '@wattyard/console-kit'
import { compileForFourRatePile, type DraftPlan, planOf } from '../../contract/index.ts'
import { planName } from '../editor/plan-words.ts'
import { PeriodMark } from '../period.tsx'

/** Draws how piles with 48 half-hours and four rates would store the day, or why they cannot. */
export function PileModelDialog({ plans, onClose }: { plans: readonly DraftPlan[]; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Dialog open width={640} title={t('pricing.pileModel.title')} onClose={onClose}>
      <p className="w-quiet">{t('pricing.pileModel.hint')}</p>
      {plans.map(plan => {
        const answer = compileForFourRatePile(planOf(plan, null))
        return (
          <section key={plan.key} className="pr-pile-plan">
            <h3>{planName(plan.key, t)}</h3>
            {answer.ok ? (
              <table className="pr-table">
                <thead>
                  <tr>
                    <th scope="col">{t('pricing.pileModel.rate')}</th>
                    <th scope="col">{t('pricing.editor.period')}</th>
                    <th scope="col" className="pr-right">
                      {t('pricing.electricity')}
                    </th>
                    <th scope="col" className="pr-right">
                      {t('pricing.service')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {answer.model.rates.map((rate, number) => (
                    <tr key={number} data-unused={rate.periods.length === 0 ? '' : undefined}>
                      <td className="w-num">{number}</td>
                      <td>
                        {rate.periods.length === 0
                          ? t('pricing.pileModel.unused')
                          : rate.periods.map(period => <PeriodMark key={period} period={period} />)}
                      </td>
                      <td className="pr-right">
                        <Decimal kind="price" value={formatPrice(rate.electricity)} />
                      </td>
                      <td className="pr-right">
                        <Decimal kind="price" value={formatPrice(rate.service)} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : answer.reason === 'too-many-rates' ? (
              <p className="pr-missing">{t('pricing.pileModel.tooManyRates', { count: answer.distinct })}</p>
            ) : (
              <p className="pr-missing">{t('pricing.pileModel.offHalfHour', { slots: answer.slots.join(', ') })}</p>
            )}
          </section>
        )
      })}
    </Dialog>
  )
}
