import { useQuery } from '@tanstack/react-query'
import {
  AsOf,
  ErrorState,
  Fact,
  Facts,
  lazyPart,
  type SectionProps,
  Skeleton,
  StatusTag,
  useLiveRefresh,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AssignmentVariant, EffectiveAnswer, EffectivePlace, EffectivePrice } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import { PriceLine } from '../period.tsx'
import { linesOf, Next, PolicyOf, Source } from '../places/place-row.tsx'
import type { ChosenPlace } from '../places/chosen-places.ts'
import { DayBand } from './day-band.tsx'

const AssignDialog = lazyPart(async () => (await import('../places/assign-dialog.tsx')).AssignDialog)
const HistoryDrawer = lazyPart(async () => (await import('../places/history-drawer.tsx')).HistoryDrawer)

type Level = 'station' | 'pile'

/** Reads the price in force at a place, and follows changes of versions and assignments. */
function useEffective(level: Level, id: string) {
  useLiveRefresh(['pricing.version', 'pricing.assignment'], ['pricing.assignment'])
  return useQuery(pricingQueries.effective([{ level, id }]))
}

/** Creates the prices of a station or a pile: policy, price now, next change, and the periods of today. */
const pricesOf = (level: Level) =>
  function PlacePrices({ record }: SectionProps) {
    const { t } = useWords()
    const effective = useEffective(level, record.id)
    const day = useQuery(pricingQueries.day(level, record.id))
    const error = effective.error ?? day.error
    if (error)
      return <ErrorState error={error} onRetry={() => void Promise.all([effective.refetch(), day.refetch()])} />
    if (!effective.data || !day.data) return <Skeleton lines={6} />
    const [place] = effective.data.list
    return (
      <>
        <div className="pr-place-head">
          <AsOf at={effective.data.asOf} />
          <PlaceActions level={level} record={record} />
        </div>
        {day.data.list.map(({ variant, stretches }) => (
          <div key={variant}>
            {variant !== 'all' && <h4>{t(`pricing.places.variant.${variant}`)}</h4>}
            <PriceFacts price={priceOf(place, variant)} level={level} answer={effective.data} />
            <DayBand day={day.data} stretches={stretches} label={t('pricing.place.today', { day: day.data.day })} />
          </div>
        ))}
      </>
    )
  }

/** Draws the prices of a station. */
export const PricesOfStation = pricesOf('station')
/** Draws the prices of a pile. */
export const PricesOfPile = pricesOf('pile')

/** Draws the present prices of a station and their next change: of fast and slow piles where one of them has another policy. */
export function PriceNow({ record }: SectionProps) {
  const { t } = useWords()
  const effective = useEffective('station', record.id)
  if (effective.error) return <ErrorState error={effective.error} onRetry={() => void effective.refetch()} />
  if (!effective.data) return <Skeleton lines={2} />
  const [place] = effective.data.list
  const lines = linesOf(place)
  return lines.map(({ variant, price }) => (
    <div key={variant}>
      {lines.length > 1 && <h4>{t(`pricing.places.variant.${variant}`)}</h4>}
      <PriceFacts price={price} level="station" answer={effective.data} />
    </div>
  ))
}

function priceOf(place: EffectivePlace | undefined, variant: AssignmentVariant): EffectivePrice | null {
  if (!place) return null
  return (variant === 'all' ? place.price : place[variant]) ?? place.price
}

interface PriceFactsProps {
  readonly price: EffectivePrice | null
  readonly level: Level
  readonly answer: EffectiveAnswer
}

function PriceFacts({ price, level, answer }: PriceFactsProps) {
  const { t } = useWords()
  return (
    <Facts>
      <Fact label={t('pricing.assignment.policy')}>
        <PolicyOf price={price} answer={answer} /> {price && <Source price={price} level={level} />}
      </Fact>
      <Fact label={t('pricing.places.now')}>
        {price?.now ? (
          <PriceLine period={price.now.period} pair={price.now} />
        ) : (
          <StatusTag of="pricing.standing" value="none" tone="bad" />
        )}
      </Fact>
      <Fact label={t('pricing.places.next')}>
        {price?.next ? <Next next={price.next} /> : <span className="w-quiet">{t('pricing.place.noChange')}</span>}
        {price?.planned && <Next next={price.planned} />}
      </Fact>
    </Facts>
  )
}

/** Draws the ways on: another policy for the place, its assignments so far, and the prices of all places. */
function PlaceActions({ level, record }: { level: Level; record: SectionProps['record'] }) {
  const { t } = useWords()
  const mayAssign = useMay('pricing.assignment:assign')
  const [opened, open] = useState<'assign' | 'history' | null>(null)
  const place: ChosenPlace = { level, id: record.id, name: String(level === 'pile' ? record.code : record.name) }
  return (
    <span className="w-row w-wrap w-no-print">
      {mayAssign && (
        <Button size="small" onPointerEnter={AssignDialog.preload} onClick={() => open('assign')}>
          {t('pricing.assignment.assign')}…
        </Button>
      )}
      <Button size="small" onClick={() => open('history')}>
        {t('pricing.place.history')}
      </Button>
      <Link className="w-inline-link" to="/pricePollcy/polePrice">
        {t('pricing.place.toAll')}
      </Link>
      {opened === 'assign' && <AssignDialog kind="assign" places={[place]} onClose={() => open(null)} />}
      {opened === 'history' && <HistoryDrawer place={place} onClose={() => open(null)} />}
    </span>
  )
}
