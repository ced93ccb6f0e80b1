import { Decimal, useWords } from '@wattyard/console-kit'
import { formatPrice, parsePrice, price } from '@wattyard/money'
import type { PeriodKind } from '@wattyard/time'
import { priceFault } from '../contract/index.ts'
import type { Pair } from './editor/edit-model.ts'
import './pricing.css'

/** Draws the name of a period on its colour, readable without it; `brief` where there is room for a sign alone. */
export function PeriodMark({ period, brief = false }: { period: PeriodKind; brief?: boolean }) {
  const { t } = useWords()
  return (
    <span className="pr-mark" data-period={period} title={t(`pricing.period.${period}`)}>
      {brief ? (
        <>
          <span aria-hidden="true">{t(`pricing.periodSign.${period}`)}</span>
          <span className="w-sr">{t(`pricing.period.${period}`)}</span>
        </>
      ) : (
        t(`pricing.period.${period}`)
      )}
    </span>
  )
}

/** Draws a period, its two prices and their sum. */
export function PriceLine({ period, pair, brief = false }: { period: PeriodKind; pair: Pair; brief?: boolean }) {
  const { t } = useWords()
  return (
    <span className="pr-price-line">
      <PeriodMark period={period} brief={brief} />
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
