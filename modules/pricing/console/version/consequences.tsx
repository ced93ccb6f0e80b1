import { AsOf, useWords, When } from '@wattyard/console-kit'
import type { DraftPlan, PublishPreview } from '../../contract/index.ts'
import { diffPlans } from '../editor/diff-plans.ts'
import { DifferenceList } from './difference-list.tsx'

/** Number of stations listed by name; the rest are counted. */
const NAMED_STATIONS = 12

interface ConsequencesProps {
  readonly data: PublishPreview
  readonly plans: readonly DraftPlan[]
  /** The dialog goes on to ask where the prices are to apply. */
  readonly asksWhere: boolean
}

/**
 * Draws when a publication comes into force, which version it ends, where it applies, and which prices change. Where it cannot come into
 * force, nothing is known of what it would end.
 */
export function Consequences({ data, plans, asksWhere }: ConsequencesProps) {
  const { t } = useWords()
  const { publication, ends, stations } = data
  return (
    <>
      {publication.ok && (
        <dl className="pr-facts">
          <dt>{t('pricing.publish.inForce')}</dt>
          <dd>
            <When at={publication.from} /> –{' '}
            {publication.to === null ? t('kit.version.open') : <When at={publication.to} />}
          </dd>
          <dt>{t('pricing.publish.ends')}</dt>
          <dd>{ends ? t('kit.version.no', { number: ends.number }) : t('pricing.publish.endsNone')}</dd>
          <dt>{t('pricing.publish.where')}</dt>
          <dd>
            {data.placeCount === 0 ? (
              <span className={asksWhere ? 'w-quiet' : 'pr-drafts'}>
                {t(asksWhere ? 'pricing.publish.chosenBelow' : 'pricing.publish.nowhere')}
              </span>
            ) : (
              <>
                {data.wholeTenant && <b>{t('pricing.assignment.levelValue.tenant')} </b>}
                {stations
                  .slice(0, NAMED_STATIONS)
                  .map(station => station.name)
                  .join(t('pricing.listSeparator'))}
                {data.stationCount > NAMED_STATIONS &&
                  ` ${t('pricing.publish.moreStations', { count: data.stationCount - NAMED_STATIONS })}`}
              </>
            )}
          </dd>
        </dl>
      )}
      {publication.ok && (
        <section>
          <h3>
            {t(ends ? 'pricing.publish.changes' : 'pricing.publish.firstVersion')} <AsOf at={data.asOf} />
          </h3>
          {ends && <DifferenceList plans={diffPlans(ends.plans, plans)} />}
        </section>
      )}
      <p className="w-quiet">{t('pricing.publish.forever')}</p>
    </>
  )
}
