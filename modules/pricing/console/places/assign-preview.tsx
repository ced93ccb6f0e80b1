import { useQuery } from '@tanstack/react-query'
import { AsOf, Skeleton, useWords } from '@wattyard/console-kit'
import { PRICE_UNIT } from '@wattyard/resource'
import type { AssignmentVariant } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import { PriceLine } from '../period.tsx'
import type { ChosenPlace } from './chosen-places.ts'

/** Number of places listed by name; the rest are counted. */
const NAMED = 8

/** Draws how much the change affects and what it replaces, as just read by the server. */
export function AssignPreview({ places, variant }: { places: readonly ChosenPlace[]; variant: AssignmentVariant }) {
  const { t } = useWords()
  const targets = places.map(({ level, id }) => (id === undefined ? { level } : { level, id }))
  const { data } = useQuery(pricingQueries.assignPreview(targets, variant))
  const names = places.slice(0, NAMED).map(place => place.name)
  return (
    <section className="pr-preview">
      <h3>
        {t('pricing.places.affected')} {data && <AsOf at={data.asOf} />}
      </h3>
      <p>
        {names.join(t('pricing.listSeparator'))}
        {places.length > NAMED && ` ${t('pricing.places.more', { count: places.length - NAMED })}`}
      </p>
      {data ? (
        <p>
          {data.wholeTenant
            ? t('pricing.places.affectedTenant')
            : t('pricing.places.affectedCount', {
                stations: data.stations,
                piles: data.piles,
                connectors: data.connectors,
              })}
        </p>
      ) : (
        <Skeleton lines={1} />
      )}
      {data && data.inForce.length > 0 && (
        <>
          <p>
            {t('pricing.places.inForce')} <small className="w-quiet">{PRICE_UNIT}</small>
          </p>
          <ul className="pr-in-force">
            {data.inForce.slice(0, NAMED).map(({ policy, price, places: count }) => (
              <li key={`${policy} ${JSON.stringify(price)}`}>
                {policy} {price && <PriceLine period={price.period} pair={price} />}{' '}
                {places.length > 1 && <span className="w-quiet">{t('pricing.places.inForceAt', { count })}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.keptOverrides > 0 && (
        <p className="pr-drafts">{t('pricing.places.keptOverrides', { count: data.keptOverrides })}</p>
      )}
    </section>
  )
}
