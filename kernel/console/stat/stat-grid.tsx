import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ChartValue } from '../chart/chart-data.ts'
import { showDecimal, showShare } from '@wattyard/resource'
import { HowCounted } from './how-counted.tsx'
import { Count, Decimal, Power } from '../ui/shown.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import type { Tone } from '../words/tone.ts'
import { useWords } from '../words/use-words.ts'
import { type Change, changeOf, type Figure, LEAST_CASES } from './change.ts'
import { sparkPath } from './spark.ts'
import './stat.css'

export interface Stat {
  readonly key: string
  readonly label: string
  /** Icon before the label. */
  readonly mark?: ReactNode
  /** The figure in its own unit, or an element that is already formatted; undefined until it is read. */
  readonly figure: Figure | { readonly kind: 'shown'; readonly value: ReactNode } | undefined
  /** Former figure in the same unit; null when there is none to compare with. */
  readonly before?: Figure['value'] | undefined
  /** What it is compared with, such as "same time yesterday"; the comparison period when absent. */
  readonly beforeName?: string | undefined
  /** Number of cases behind the former figure, such as its orders: few of them give no percentage. */
  readonly beforeCases?: number | undefined
  /** Direction of improvement; without it a change has no colour. */
  readonly better?: 'more' | 'less'
  /** Earlier values as a small line. */
  readonly course?: readonly ChartValue[]
  /** Note below the figure. */
  readonly note?: ReactNode
  /** How the figure is counted, behind the question mark. */
  readonly hint?: string
  /** Tone for a figure that is good or bad in itself; most are neither. */
  readonly tone?: Tone | undefined
  /** Link to the rows behind the figure. */
  readonly to?: string | undefined
  /** Narrows the page to the figure's rows, instead of a link. */
  readonly onPick?: (() => void) | undefined
  readonly isPicked?: boolean
}

interface StatGridProps {
  /** Name of the list for assistive technology. */
  readonly label: string
  readonly stats: readonly Stat[]
  /** Query of the figures; its error is shown when no figure was read. */
  readonly query?: { readonly error: unknown; readonly refetch: () => unknown }
  /** `dense`: many small figures in one card, such as counters of states. `plain`: without cards, for use inside one. */
  readonly look?: 'cards' | 'dense' | 'plain'
}

/** Draws related figures beside each other, each with its change, its line and the link to its rows. */
export function StatGrid({ label, stats, query, look = 'cards' }: StatGridProps) {
  if (query?.error && stats.every(({ figure }) => figure === undefined))
    return (
      <section className="w-card" aria-label={label}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </section>
    )
  return (
    <ul className={look === 'dense' ? 'w-stats w-card' : 'w-stats'} data-look={look} aria-label={label}>
      {stats.map(stat => (
        <Tile key={stat.key} stat={stat} look={look} />
      ))}
    </ul>
  )
}

function Tile({ stat, look }: { stat: Stat; look: 'cards' | 'dense' | 'plain' }) {
  const { label, mark, figure, tone, course, note, hint, isPicked = false } = stat
  return (
    <li
      className={look === 'cards' ? 'w-stat w-card' : 'w-stat'}
      data-tone={tone}
      data-picked={isPicked ? '' : undefined}
    >
      <span className="w-stat-label">
        {mark}
        <Way stat={stat}>{label}</Way>
        {hint && <HowCounted label={label} hint={hint} />}
      </span>
      <span className="w-stat-value">
        {figure === undefined ? <Skeleton lines={1} height={20} /> : <Shown of={figure} />}
      </span>
      {course && <Spark values={course} />}
      <span className="w-stat-foot">
        <Compared stat={stat} />
        {note && <span>{note}</span>}
      </span>
    </li>
  )
}

/** Draws the label as the link or button of the whole tile. */
function Way({ stat: { to, onPick, isPicked = false, figure }, children }: { stat: Stat; children: string }) {
  if (to !== undefined)
    return (
      <Link to={to} className="w-stat-way">
        {children}
      </Link>
    )
  if (onPick)
    return (
      <button
        type="button"
        className="w-stat-way"
        aria-pressed={isPicked}
        disabled={isNothing(figure) && !isPicked}
        onClick={onPick}
      >
        {children}
      </button>
    )
  return children
}

/** Returns whether a count is zero, so that there are no rows to narrow to. */
const isNothing = (figure: Stat['figure']): boolean => figure?.kind === 'count' && figure.value === 0

function Shown({ of }: { of: NonNullable<Stat['figure']> }) {
  switch (of.kind) {
    case 'money':
    case 'energy':
    case 'percent':
      return <Decimal kind={of.kind} value={of.value} unit />
    case 'power':
      return <Power watts={of.value} />
    case 'count':
      return <Count value={of.value} />
    case 'shown':
      return of.value
  }
}

const ARROWS: Readonly<Record<Change['direction'], string>> = { more: '▲', less: '▼', same: '=' }

/** Draws the change against the former figure, and that figure. */
function Compared({ stat: { figure, before, better, beforeName, beforeCases } }: { stat: Stat }) {
  const { t, language } = useWords()
  if (before === undefined || figure === undefined || figure.kind === 'shown') return null
  const change = changeOf(figure.kind, figure.value, before, beforeCases)
  if (change === null) return <span>{t('kit.stat.noBase')}</span>
  const { direction, tenths, by } = change
  // Against nothing the difference is the figure itself, and a handful of cases rises or falls by chance.
  const saysNothing = (beforeCases ?? LEAST_CASES) < LEAST_CASES || Number(before) === 0
  const isNeutral = better === undefined || direction === 'same'
  const percent = tenths === null ? null : `${showShare(tenths / 10, language)} %`
  return (
    <>
      {!saysNothing && (
        <span className="w-stat-change" data-tone={isNeutral ? undefined : direction === better ? 'good' : 'bad'}>
          <span aria-hidden="true">{ARROWS[direction]}</span>
          <span className="w-sr">{t(`kit.stat.${direction}`)}</span>
          {percent ?? (direction !== 'same' && (by.kind === 'percent' ? <Points of={by.value} /> : <Shown of={by} />))}
        </span>
      )}
      <span>
        {beforeName ?? t('kit.stat.before')}{' '}
        <Shown of={{ ...by, value: before } as Figure /* of the same kind as its change */} />
      </span>
    </>
  )
}

/** Draws the change of a share, in points of a percent. */
function Points({ of }: { of: string | null }) {
  const { t, language } = useWords()
  return t('kit.stat.points', { value: showDecimal('percent', of, language) })
}

const SPARK = { width: 96, height: 24 }

function Spark({ values }: { values: readonly ChartValue[] }) {
  return (
    <svg
      className="w-stat-spark"
      viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparkPath(values, SPARK.width, SPARK.height)} />
    </svg>
  )
}
