import { useQuery } from '@tanstack/react-query'
import { ApiError, AsOf, Dialog, ErrorState, Skeleton, toast, useCommand, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { type DraftPlan, version } from '../../contract/index.ts'
import type { PublishPreview, VersionDetail } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import { diffPlans } from '../editor/diff-plans.ts'
import { AT_ONCE, isChosen, startAt, StartField } from '../start-field.tsx'
import { DifferenceList } from './difference-list.tsx'

/** Stations named in the dialog; the rest is counted. */
const NAMED_STATIONS = 12

interface PublishDialogProps {
  readonly detail: VersionDetail
  readonly plans: readonly DraftPlan[]
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

/** What will be charged where from when, before it cannot be taken back. */
export function PublishDialog({ detail, plans, onClose, onDone }: PublishDialogProps) {
  const { t } = useWords()
  const [start, setStart] = useState(AT_ONCE)
  const validFrom = startAt(start)
  const preview = useQuery(pricingQueries.publishPreview(detail.id, { validFrom, validTo: null }))
  const publish = useCommand(
    { resource: version, command: 'publish' },
    { also: ['pricing.policy', 'pricing.assignment'] },
  )
  const { data } = preview
  const isReady = data?.publication.ok === true && !data.needsOtherPerson && isChosen(start)
  const send = async (): Promise<void> => {
    try {
      await publish.mutateAsync({ ids: [detail.id], input: { validFrom, replaceCurrent: Boolean(data?.ends) } })
      toast.good(t('pricing.publish.done', { number: detail.number }))
      onClose()
      await onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await preview.refetch() // the client has said why; the world may have changed
    }
  }
  return (
    <Dialog
      open
      width={720}
      title={t('pricing.publish.title', { name: detail.policy.name, number: detail.number })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={!isReady} loading={publish.isPending} onClick={() => void send()}>
            {t('pricing.version.publish')}
          </Button>
        </>
      }
    >
      <div className="pr-publish">
        <StartField
          label={t('pricing.version.validFrom')}
          value={start}
          onChange={setStart}
          error={problemOf(data, t)}
        />
        {preview.error && !data && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
        {!data && !preview.error && <Skeleton lines={5} />}
        {data && <Consequences data={data} detail={detail} plans={plans} />}
      </div>
    </Dialog>
  )
}

function problemOf(
  data: PublishPreview | undefined,
  t: (key: string, params?: Record<string, number>) => string,
): string | undefined {
  if (!data || data.publication.ok) return undefined
  const { publication } = data
  switch (publication.reason) {
    case 'starts-in-past':
      return t('pricing.error.startsInPast')
    case 'ends-before-start':
      return t('pricing.error.endsBeforeStart')
    case 'overlaps':
      return t('pricing.error.versionOverlaps', { number: publication.other.number })
    case 'leaves-gap':
      return t('pricing.error.leavesGap', { number: publication.other.number })
  }
}

function Consequences({
  data,
  detail,
  plans,
}: {
  data: PublishPreview
  detail: VersionDetail
  plans: readonly DraftPlan[]
}) {
  const { t } = useWords()
  const { publication, ends, stations } = data
  return (
    <>
      {data.needsOtherPerson && (
        <p className="pr-missing" role="alert">
          {t('pricing.error.needsSecondPerson', { name: detail.editedBy })}
        </p>
      )}
      {publication.ok && (
        <dl className="pr-facts">
          <dt>{t('pricing.publish.inForce')}</dt>
          <dd>
            <When at={publication.from} /> –{' '}
            {publication.to === null ? t('pricing.screen.open') : <When at={publication.to} />}
          </dd>
          <dt>{t('pricing.publish.ends')}</dt>
          <dd>{ends ? t('pricing.screen.versionNo', { number: ends.number }) : t('pricing.publish.endsNone')}</dd>
          <dt>{t('pricing.publish.where')}</dt>
          <dd>
            {data.placeCount === 0 ? (
              <span className="pr-missing">{t('pricing.publish.nowhere')}</span>
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
      <section>
        <h3>
          {t(ends ? 'pricing.publish.changes' : 'pricing.publish.firstVersion')} <AsOf at={data.asOf} />
        </h3>
        {ends && <DifferenceList plans={diffPlans(ends.plans, plans)} />}
      </section>
      <p className="w-quiet">{t('pricing.publish.forever')}</p>
    </>
  )
}
