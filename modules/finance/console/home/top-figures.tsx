import { useQuery } from '@tanstack/react-query'
import {
  Count,
  Decimal,
  isOpenable,
  Power,
  showInstant,
  type Stat,
  StatGrid,
  type Translate,
  useChosenStation,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import type { Figure, HomeFigure } from '../../contract/index.ts'
import { addressOf, homeQueries, shownFigure } from './home-api.ts'

/** Direction of improvement; a change of other figures is neither good nor bad. */
const BETTER: Partial<Record<HomeFigure, 'more' | 'less'>> = {
  revenue: 'more',
  energy: 'more',
  orders: 'more',
  utilisation: 'more',
  received: 'more',
  failedCommands: 'less',
}
/** Figures that call for somebody when they are above zero, and how urgently. */
const TONES: Partial<Record<HomeFigure, 'bad' | 'wait'>> = {
  faults: 'bad',
  offline: 'wait',
  failedCommands: 'wait',
  refundsWaiting: 'wait',
}

/** Points of a small line that are always drawn. */
const LEAST_POINTS = 7

/** Draws the four figures of a person's day, compared with the same time yesterday. */
export function TopFigures({ expected }: { expected: readonly HomeFigure[] }) {
  const { t } = useWords()
  const zone = useZone()
  const figures = useQuery(homeQueries.figures(useChosenStation()))
  const { data } = figures
  const byKey = new Map(data?.list.map(figure => [figure.key, figure]))
  const keys = data?.top ?? expected
  const stats = keys.map((key): Stat => {
    const label = t(`finance.home.figure.${key}`)
    const found = byKey.get(key)
    if (!found) return { key, label, figure: undefined }
    return { ...statOf(found, t), note: noteOf(found, byKey, t), hint: hintOf(found, t, showInstant(found.asOf, zone)) }
  })
  return <StatGrid label={t('finance.home.today')} stats={stats} query={figures} />
}

function statOf(figure: Figure, t: Translate): Stat {
  const { key, unit, value, yesterday, yesterdayOrders, course, link } = figure
  return {
    key,
    label: t(`finance.home.figure.${key}`),
    figure: shownFigure(unit, value),
    before: yesterday === undefined ? undefined : shownFigure(unit, yesterday).value,
    beforeName: t('finance.home.yesterday'),
    beforeCases: yesterdayOrders,
    ...(BETTER[key] ? { better: BETTER[key] } : {}),
    ...(course?.some(one => Number(one) > 0) ? { course: sinceFirst(course) } : {}),
    tone: Number(value) > 0 ? TONES[key] : undefined,
    to: isOpenable(link.path) ? addressOf(link) : undefined,
  }
}

/** Returns a course from its first value on: the days before a company's first order tell nothing. */
function sinceFirst(course: NonNullable<Figure['course']>): NonNullable<Figure['course']> {
  const first = course.findIndex(value => Number(value) > 0)
  return course.slice(Math.min(first, Math.max(0, course.length - LEAST_POINTS)))
}

/** Draws what belongs to a figure: its former value a week ago, its parts, or the number behind it. */
function noteOf(figure: Figure, others: ReadonlyMap<string, Figure>, t: Translate): ReactNode {
  const { key, lastWeek, unit, of, day } = figure
  const power = key === 'charging' ? others.get('power') : undefined
  if (power)
    return (
      <>
        {t('finance.home.figure.power')} <Former unit="watt" value={power.value} />
      </>
    )
  if (day !== undefined) return t('finance.home.note.since', { day })
  if (of !== undefined && key !== 'utilisation') return t(`finance.home.note.${key}`, { count: of })
  if (lastWeek === undefined) return undefined
  return (
    <>
      {t('finance.home.lastWeek')} <Former unit={unit} value={lastWeek} />
    </>
  )
}

function Former({ unit, value }: Pick<Figure, 'unit' | 'value'>) {
  const { kind, value: shown } = shownFigure(unit, value)
  if (kind === 'power') return <Power watts={shown} />
  if (kind === 'count') return <Count value={shown} />
  return <Decimal kind={kind} value={shown} unit />
}

/** Returns how a figure is counted, what its line shows, and until when it was read. */
function hintOf({ key, of, course }: Figure, t: Translate, time: string): string {
  const parts = [
    t(`finance.home.counted.${key}`, { count: of ?? 0 }),
    course ? t(`finance.home.line.${LINES[key] ?? 'days'}`) : '',
    t('finance.home.asOf', { time }),
  ]
  return parts.filter(Boolean).join(' ')
}

/** What the small line of a figure shows, where it is not the figure itself on each of the past days. */
const LINES: Partial<Record<HomeFigure, 'hours' | 'events' | 'ends'>> = {
  charging: 'hours',
  faults: 'events',
  offline: 'events',
  openCases: 'ends',
  abnormalAmount: 'ends',
  receivable: 'ends',
}
