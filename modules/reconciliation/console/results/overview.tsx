import {
  Ago,
  type ListState,
  showMoney,
  Skeleton,
  type Stat,
  StatGrid,
  usePage,
  useTabQuery,
  useToday,
  useWords,
  useZone,
  withParams,
  ErrorState,
} from '@wattyard/console-kit'
import { addDays, businessDay, daysBetween, isBusinessDay } from '@wattyard/time'
import { Select } from 'antd'
import { MAX_DAYS_READ } from '../../contract/calls/read-days.ts'
import { chosenIn, useNamedChannels } from './chosen.ts'
import { DAY_SIGNS, type DayOfChannel, DayStrip } from './day-strip.tsx'
import { useDays, useOpen } from './results-calls.ts'
import { WaiveDay } from './waive-day.tsx'

/** Days beside each other: two weeks, so that a weekday stands below or beside its own. */
const DAYS = 14
/** Parameter of the address with the last day of the strip; the day of today when absent. */
const UNTIL = 'until'

/** Draws the choice of the channel, how its days stand, and what is left to explain of it. */
export function Overview({ state }: { readonly state: ListState }) {
  const { t } = useWords()
  const { change } = usePage()
  const chosen = chosenIn(state.filters)
  const channels = useNamedChannels(chosen.channel)
  const [only, ...more] = channels
  if (only === undefined) return null
  // With a single channel nobody has to choose it.
  const channel = chosen.channel ?? (more.length === 0 ? only.id : null)
  return (
    <>
      <section className="w-card rc-overview" aria-label={t('reconciliation.days.title')}>
        <label className="rc-channel">
          <span>{t('reconciliation.outcome.channel')}</span>
          <Select
            value={channel}
            placeholder={t('reconciliation.days.everyChannel')}
            onChange={id => change({ filters: { ...state.filters, channel: { values: [id] } } })}
            options={channels.map(({ id, name, differences }) => ({
              value: id,
              label: differences === 0 ? name : t('reconciliation.days.channelWith', { name, count: differences }),
            }))}
          />
        </label>
        {channel === null ? (
          <p className="w-quiet">{t('reconciliation.days.chooseChannel')}</p>
        ) : (
          <Days state={state} channel={channel} />
        )}
      </section>
      <Figures state={state} />
    </>
  )
}

function Days({ state, channel }: { readonly state: ListState; readonly channel: string }) {
  const { change } = usePage()
  const zone = useZone()
  const today = useToday(zone)
  const [params, setParams] = useTabQuery()
  const asked = params.get(UNTIL) ?? ''
  const last = businessDay(isBusinessDay(asked) && asked < today ? asked : today)
  const first = addDays(last, 1 - DAYS)
  const { data, error, refetch } = useDays(channel, first, last)
  const { from = '', to = '9999-12-31' } = chosenIn(state.filters).days
  const isAll = state.filters.day === undefined
  const step = (way: -1 | 1): void => {
    const next = addDays(last, way * DAYS)
    setParams(before => withParams(before, { [UNTIL]: next < today ? next : null }), { replace: true })
  }
  const pick = (day: string): void => {
    const { day: _before, ...others } = state.filters
    change({ filters: from === day && to === day ? others : { ...others, day: { from: day, to: day } } })
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  return (
    <>
      <DayStrip
        days={data.days}
        today={today}
        isChosen={day => !isAll && from <= day && day <= to}
        onDay={pick}
        onStep={step}
        isLast={last >= today}
      />
      <DaysInWords
        channel={channel}
        days={isAll ? data.days : data.days.filter(({ day }) => from <= day && day <= to)}
        isAll={isAll}
      />
    </>
  )
}

interface DaysInWordsProps {
  readonly days: readonly DayOfChannel[]
  readonly isAll: boolean
  readonly channel: string
}

/** Says of one day how it stands, and of several how many stand in which way. */
function DaysInWords({ days, isAll, channel }: DaysInWordsProps) {
  const { t } = useWords()
  const [day] = days
  if (!isAll && days.length === 1 && day)
    return (
      <div className="rc-day-words">
        <b className="w-num">{day.day}</b>
        <span className="w-tag" data-tone={DAY_SIGNS[day.state].tone}>
          {t(`reconciliation.days.state.${day.state}`)}
        </span>
        <span>{t(`reconciliation.days.means.${day.state}`, { matched: day.matched })}</span>
        {day.waiver !== null && (
          <span className="w-quiet">
            {day.waiver.reason} · {day.waiver.by} <Ago at={day.waiver.at} />
          </span>
        )}
        <WaiveDay channel={channel} day={day} />
        {day.comparedAt !== null && (
          <span className="w-quiet">
            {t('reconciliation.days.compared')} <Ago at={day.comparedAt} />
          </span>
        )}
      </div>
    )
  const counts = Map.groupBy(days, one => one.state)
  return (
    <div className="rc-day-words">
      {(['open', 'missing', 'due', 'running', 'waiting', 'waived', 'even'] as const).map(state => {
        const count = counts.get(state)?.length ?? 0
        if (count === 0) return null
        const { Sign, tone } = DAY_SIGNS[state]
        return (
          <span key={state} className="rc-legend" data-tone={tone}>
            <Sign /> {t('reconciliation.days.count', { state: t(`reconciliation.days.state.${state}`), count })}
          </span>
        )
      })}
    </div>
  )
}

/** Everything is explained only when nothing waits and every day with records was compared. */
const isWhole = (waiting: number, unseen: number): boolean => waiting === 0 && unseen === 0

/** Returns how many of the list's days, of those of the strip where it has all, have records that no file was compared with. */
function useUnseen(channel: string | null, { from, to }: { readonly from?: string; readonly to?: string }): number {
  const today = businessDay(useToday(useZone()))
  const last = to === undefined || to > today ? today : businessDay(to)
  const first = from === undefined ? addDays(last, 1 - DAYS) : businessDay(from)
  const isShort = first <= last && daysBetween(first, last) < MAX_DAYS_READ
  const { data } = useDays(isShort ? channel : null, first, last)
  return (data?.days ?? []).filter(({ state }) => state === 'missing' || state === 'due' || state === 'running').length
}

/** Draws what is open of the channel on the days of the list, and the sum that has to reach zero. */
function Figures({ state }: { readonly state: ListState }) {
  const { t, language } = useWords()
  const { change } = usePage()
  const { channel, days } = chosenIn(state.filters)
  const open = useOpen(channel, days)
  const { data } = open
  const unseen = useUnseen(channel, days)
  const { standing, delta } = state.filters
  const isStanding = (one: string): boolean =>
    standing !== undefined && 'values' in standing && standing.values.length === 1 && standing.values[0] === one
  const only = (filters: ListState['filters']): void => {
    const { delta: _delta, standing: _standing, ...others } = state.filters
    change({ filters: { ...others, ...filters } })
  }
  const isMore = delta !== undefined && 'from' in delta && !('to' in delta)
  const isLess = delta !== undefined && 'to' in delta && !('from' in delta)
  const differences = { standing: { values: ['difference'] } } as const
  const stats: readonly Stat[] = [
    {
      key: 'left',
      label: t('reconciliation.figure.left'),
      figure: data && { kind: 'money', value: data.left },
      hint: t('reconciliation.hint.left'),
      tone:
        data === undefined
          ? undefined
          : data.differences > 0
            ? 'bad'
            : isWhole(data.waiting, unseen)
              ? 'good'
              : undefined,
      note:
        data &&
        (data.differences === 0
          ? isWhole(data.waiting, unseen)
            ? t('reconciliation.figure.allExplained')
            : unseen > 0
              ? t('reconciliation.figure.unseen', { count: unseen })
              : t('reconciliation.figure.stillWaiting', { count: data.waiting })
          : data.oldest !== null && t('reconciliation.figure.oldest', { day: data.oldest })),
    },
    {
      key: 'differences',
      label: t('reconciliation.run.differences'),
      figure: data && { kind: 'count', value: data.differences },
      hint: t('reconciliation.hint.differences'),
      onPick: () => only(differences),
      isPicked: isStanding('difference') && delta === undefined,
    },
    {
      key: 'surplus',
      label: t('reconciliation.run.surplus'),
      figure: data && { kind: 'money', value: data.surplus },
      hint: t('reconciliation.hint.surplus'),
      onPick: () => only(isMore ? differences : { ...differences, delta: { from: '0.01' } }),
      isPicked: isMore,
    },
    {
      key: 'shortage',
      label: t('reconciliation.run.shortage'),
      figure: data && { kind: 'money', value: data.shortage },
      hint: t('reconciliation.hint.shortage'),
      onPick: () => only(isLess ? differences : { ...differences, delta: { to: '-0.01' } }),
      isPicked: isLess,
    },
    {
      key: 'waiting',
      label: t('reconciliation.run.waiting'),
      figure: data && { kind: 'count', value: data.waiting },
      hint: t('reconciliation.hint.waiting'),
      onPick: () => only(isStanding('waiting') ? differences : { standing: { values: ['waiting'] } }),
      isPicked: isStanding('waiting'),
    },
  ]
  return (
    <div className="rc-figures">
      <output className="w-sr">{data && `${t('reconciliation.figure.left')} ${showMoney(data.left, language)}`}</output>
      <StatGrid label={t('reconciliation.figure.title')} query={open} stats={stats} />
    </div>
  )
}
