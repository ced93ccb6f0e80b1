import { Decimal, useWords } from '@wattyard/console-kit'
import { formatPrice, parsePrice, price } from '@wattyard/money'
import type { PeriodKind } from '@wattyard/time'
import { priceFault } from '../contract/index.ts'
import type { Pair } from './editor/edit-model.ts'
import './pricing.css'

/** Draws the sign of a period, readable without colour: 尖 峰 平 谷 深 in Chinese, the contract's letters elsewhere. */
export function PeriodMark({ period }: { period: PeriodKind }) {
  const { t } = useWords()
  return (
    <span className="pr-mark" data-period={period} title={t(`pricing.period.${period}`)}>
      <span aria-hidden="true">{t(`pricing.periodSign.${period}`)}</span>
      <span className="w-sr">{t(`pricing.period.${period}`)}</span>
    </span>
  )
}

/** Draws sign and name of a period; the name only if it differs from the sign. */
export function PeriodLabel({ period }: { period: PeriodKind }) {
  const { t } = useWords()
  const name = t(`pricing.period.${period}`)
  return (
    <span className="pr-period-label">
      <PeriodMark period={period} />
      {name !== t(`pricing.periodSign.${period}`) && <span aria-hidden="true">{name}</span>}
    </span>
  )
}

/** Draws a period, its two prices and their sum. */
export function PriceLine({ period, pair, brief = false }: { period: PeriodKind; pair: Pair; brief?: boolean }) {
  const { t } = useWords()
  return (
    <span className="pr-price-line">
      <PeriodMark period={period} />
      <strong>
        <Decimal kind="price" value={totalOf(pair)} />
      </strong>
      {!brief && (
        <small className="w-quiet">
          {t('pricing.electricity')} <Decimal kind="price" value={pair.electricity} /> + {t('pricing.service')}{' '}
          <Decimal kind="price" value={pair.service} />
        </small>
      )}
    </span>
  )
}

/** Returns the sum of two decimal texts; null while one is missing. */
export function totalOf({ electricity, service }: Pair): string | null {
  if (electricity === null || service === null) return null
  return formatPrice(price(unitsOf(electricity) + unitsOf(service)))
}

/** Returns the decimal text of a price in whole units. Unreadable text counts as 0; the check reports it. */
export function unitsOf(text: string | null): bigint {
  return text !== null && priceFault(text) === null ? parsePrice(text) : 0n
}
