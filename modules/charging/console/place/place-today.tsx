import { useQuery } from '@tanstack/react-query'
import {
  api,
  Decimal,
  Duration,
  type SectionProps,
  type Stat,
  StatGrid,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import { type PlaceDay, readPlaceDay } from '../../contract/calls/place-day.ts'
import { order } from '../../contract/order.ts'

const REFRESH_MS = 60_000
const LIVE_MS = 5_000

/** Returns the key of a place's day; it begins with the order, whose changes read it again. */
const dayKey = (kind: 'station' | 'pile', id: string) => [order.name, 'placeDay', kind, id]

/** Creates the figures of today in the head of a station or a pile. */
const todayOf = (kind: 'station' | 'pile') =>
  function PlaceToday({ record }: SectionProps) {
    const { t } = useWords()
    const key = dayKey(kind, record.id)
    // Orders of every station are told of, so a busy fleet reads it no more often than that.
    useLiveRefresh([order.name], key, LIVE_MS)
    const day = useQuery({
      queryKey: key,
      queryFn: ({ signal }) => api.call(readPlaceDay, { kind, id: record.id }, { signal, lane: 'page', quiet: true }),
      refetchInterval: REFRESH_MS,
    })
    return <StatGrid label={t('charging.place.today')} look="plain" stats={useStats(day.data, kind)} query={day} />
  }

/** Draws what a station charged since its midnight. */
export const StationToday = todayOf('station')
/** Draws what a pile charged since its station's midnight. */
export const PileToday = todayOf('pile')

function useStats(day: PlaceDay | undefined, kind: 'station' | 'pile'): readonly Stat[] {
  const { t } = useWords()
  const of = (key: string) => ({ key, label: t(`charging.place.${key}`), hint: t(`charging.place.${key}Hint`) })
  const compared = {
    better: 'more',
    beforeName: t('charging.place.yesterday'),
    beforeCases: day?.before.orders,
  } as const
  const running = day && day.running > 0 ? { note: t('charging.place.running', { count: day.running }) } : undefined
  const time = day && ({ kind: 'shown', value: <Duration seconds={day.charging_s} /> } as const)
  const share = day && ({ kind: 'shown', value: <Decimal kind="percent" value={day.utilisation} unit /> } as const)
  return [
    {
      ...of('energy'),
      ...compared,
      figure: day && { kind: 'energy', value: day.today.energy },
      before: day?.before.energy,
    },
    {
      ...of('income'),
      ...compared,
      figure: day && { kind: 'money', value: day.today.income },
      before: day?.before.income,
    },
    {
      ...of('orders'),
      ...compared,
      figure: day && { kind: 'count', value: day.today.orders },
      before: day?.before.orders,
      ...running,
    },
    kind === 'station'
      ? { ...of('utilisation'), figure: share, note: day && <Charging seconds={day.charging_s} /> }
      : { ...of('time'), figure: time, note: share?.value },
  ]
}

/** Draws the time in which connectors had a session. */
function Charging({ seconds }: { seconds: number }) {
  const { t } = useWords()
  return (
    <>
      {t('charging.place.charged')} <Duration seconds={seconds} />
    </>
  )
}
