import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ChartValue } from '../chart/chart-data.ts'
import { showNumber } from '../format/decimal.ts'
import { HowCounted } from './how-counted.tsx'
import { Count, Decimal, Power } from '../ui/shown.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import type { Tone } from '../words/tone.ts'
import { useWords } from '../words/use-words.ts'
import { type Change, changeOf, type Figure } from './change.ts'
import { sparkPath } from './spark.ts'
import './stat.css'

export interface Stat {
  readonly key: string
  readonly label: string
  /** A sign before the label. */
  readonly mark?: ReactNode
  /** The figure in its own unit, or something already written for people; undefined until it was read. */
  readonly figure: Figure | { readonly kind: 'shown'; readonly value: ReactNode } | undefined
  /** What it is compared with, in the same unit; null where there is nothing to compare with. */
  readonly before?: Figure['value'] | undefined
  /** Which way is the good one; a change has no colour where neither is. */
  readonly better?: 'more' | 'less'
  /** Its course as a small line: the figure says it exactly. */
  readonly course?: readonly ChartValue[]
  /** What else is to be known, below the figure. */
  readonly note?: ReactNode
  /** How it is counted, behind the question mark. */
  readonly hint?: string
  /** Colour only where the figure itself is good or bad; most are neither. */
  readonly tone?: Tone | undefined
  /** Way down to the rows behind the figure. */
  readonly to?: string | undefined
  /** Narrows what the page shows to the figure's rows, instead of a way down. */
  readonly onPick?: (() => void) | undefined
  readonly isPicked?: boolean
}

interface StatGridProps {
  /** Name of the row for assistive technology. */
  readonly label: string
  readonly stats: readonly Stat[]
  /** Where the figures come from; shown instead of them when they could not be read. */
  readonly query?: { readonly error: unknown; readonly refetch: () => unknown }
  /** `dense`: many small figures in one card, as counters of states. `plain`: without cards, inside one. */
  readonly look?: 'cards' | 'dense' | 'plain'
}

/** Draws figures of one kind of question beside each other: each with its change, its course and the way to its rows. */
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

/** The whole tile leads where the figure leads; its name is the label's. */
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

/** Nothing was counted, so there are no rows to narrow to. */
const isNothing = (figure: Stat['figure']): boolean => figure?.kind === 'count' && figure.value === 0

function Shown({ of }: { of: NonNullable<Stat['figure']> }) {
  switch (of.kind) {
    case 'money':
    case 'energy':
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

/** How much more or less than before, and what it was. */
function Compared({ stat: { figure, before, better } }: { stat: Stat }) {
  const { t, language } = useWords()
  if (before === undefined || figure === undefined || figure.kind === 'shown') return null
  const change = changeOf(figure.kind, figure.value, before)
  if (change === null) return <span>{t('kit.stat.noBase')}</span>
  const { direction, tenths, by } = change
  const isNeutral = better === undefined || direction === 'same'
  const percent = tenths === null ? null : `${showNumber(tenths / 10, language, tenths < 1_000 ? 1 : 0)} %`
  // Against nothing, the difference is the figure itself.
  const isSaid = direction === 'same' || by.value === figure.value
  return (
    <>
      <span className="w-stat-change" data-tone={isNeutral ? undefined : direction === better ? 'good' : 'bad'}>
        <span aria-hidden="true">{ARROWS[direction]}</span>
        <span className="w-sr">{t(`kit.stat.${direction}`)}</span>
        {percent ?? (!isSaid && <Shown of={by} />)}
      </span>
      <span>
        {t('kit.stat.before')} <Shown of={{ ...by, value: before } as Figure /* of the same kind as its change */} />
      </span>
    </>
  )
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
