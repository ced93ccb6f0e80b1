import { useQuery } from '@tanstack/react-query'
import { AsOf, Skeleton, useWords } from '@wattyard/console-kit'
import type { AssignmentVariant } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import type { ChosenPlace } from './chosen-places.ts'

/** Number of places listed by name; the rest are counted. */
const NAMED = 8

/** Draws how much the change affects, as just counted by the server. */
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
      {data && data.keptOverrides > 0 && (
        <p className="pr-drafts">{t('pricing.places.keptOverrides', { count: data.keptOverrides })}</p>
      )}
    </section>
  )
}
