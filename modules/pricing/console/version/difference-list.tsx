import { Decimal, useWords } from '@wattyard/console-kit'
import { formatPrice, price } from '@wattyard/money'
import { dialText } from '../../contract/index.ts'
import type { PlanDifference, Priced } from '../editor/diff-plans.ts'
import { planName } from '../editor/plan-words.ts'
import { PriceLine, totalOf, unitsOf } from '../period.tsx'

/** Draws the changes, plan by plan and stretch by stretch. */
export function DifferenceList({ plans }: { plans: readonly PlanDifference[] }) {
  const { t } = useWords()
  const changed = plans.filter(plan => plan.kind !== 'kept' || plan.differences.length > 0)
  if (changed.length === 0) return <p className="w-quiet">{t('pricing.compare.same')}</p>
  return (
    <div className="pr-differences">
      {changed.map(plan => (
        <section key={`${plan.kind} ${plan.key}`}>
          <h3>
            {planName(plan.key, t)}{' '}
            {plan.kind !== 'kept' && (
              <span className="w-tag" data-plain="" data-tone={plan.kind === 'added' ? 'busy' : 'bad'}>
                {t(`pricing.compare.${plan.kind}`)}
              </span>
            )}
          </h3>
          <ul>
            {plan.differences.map(({ from, to, before, after }) => (
              <li key={from} className="pr-difference">
                <span className="w-num">
                  {dialText(from)}–{dialText(to)}
                </span>
                <Side priced={before} />
                <span aria-hidden="true">→</span>
                <span className="w-sr">{t('pricing.compare.becomes')}</span>
                <Side priced={after} />
                <Change before={before} after={after} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Side({ priced }: { priced: Priced | null }) {
  return priced ? <PriceLine period={priced.period} pair={priced} /> : <span className="w-quiet">--</span>
}

/** Draws the change of the total price, with its sign. */
function Change({ before, after }: { before: Priced | null; after: Priced | null }) {
  const [old, fresh] = [before && totalOf(before), after && totalOf(after)]
  if (old === null || fresh === null) return null
  const units = unitsOf(fresh) - unitsOf(old)
  const size = units < 0n ? -units : units
  return (
    <span className="pr-change w-num" data-up={units > 0n ? '' : undefined} data-down={units < 0n ? '' : undefined}>
      {units > 0n ? '+' : units < 0n ? '−' : '±'}
      <Decimal kind="price" value={formatPrice(price(size))} />
    </span>
  )
}
