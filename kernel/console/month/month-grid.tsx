import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { businessDay, type BusinessDay } from '@wattyard/time'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Language } from '../session/settings.ts'
import { EmptyState } from '../ui/states.tsx'
import { useIsPhone } from '../ui/use-phone.ts'
import type { Tone } from '../words/tone.ts'
import { useWords } from '../words/use-words.ts'
import { dayByKey, movedMonth, weeksOf } from './month-model.ts'
import './month.css'

/** An entry of a day. */
export interface MonthEntry {
  readonly key: string
  readonly label: string
  readonly tone: Tone
  /** A figure beside the label, already formatted. */
  readonly figure?: string
}

export interface MonthGridProps {
  /** Name of the calendar for a screen reader. */
  readonly label: string
  /** `YYYY-MM`; the caller keeps it, preferably in the URL. */
  readonly month: string
  readonly onMonth: (month: string) => void
  /** Entries by day, `YYYY-MM-DD`, the most important first. */
  readonly entries: ReadonlyMap<string, readonly MonthEntry[]>
  readonly today: string
  readonly isLoading?: boolean
  /** Last day that can be opened; no later month is offered. */
  readonly max?: string
  /** Called for Enter, Space or a click on a day. */
  readonly onDay: (day: string) => void
}

/** Entries drawn in a day; of the others only their number. */
const MAX_ENTRIES = 3

/** Draws a month with the entries of its days: a keyboard grid (WAI-ARIA), or on a phone a list of the days with entries. */
export function MonthGrid(props: MonthGridProps) {
  const { t, language } = useWords()
  const isPhone = useIsPhone()
  const { month, onMonth, max, isLoading = false } = props
  const format = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return (
    <section className="w-month" aria-label={props.label} aria-busy={isLoading}>
      <header className="w-row">
        <Button
          size="small"
          icon={<LeftOutlined />}
          aria-label={t('kit.month.previous')}
          onClick={() => onMonth(movedMonth(month, -1))}
        />
        <h2 aria-live="polite">{format.format(Date.parse(`${month}-01T00:00:00Z`))}</h2>
        <Button
          size="small"
          icon={<RightOutlined />}
          aria-label={t('kit.month.next')}
          disabled={max !== undefined && month >= max.slice(0, 7)}
          onClick={() => onMonth(movedMonth(month, 1))}
        />
        <Button size="small" type="text" onClick={() => onMonth(props.today.slice(0, 7))}>
          {t('kit.month.thisMonth')}
        </Button>
      </header>
      {isPhone ? <Agenda {...props} /> : <Grid {...props} />}
    </section>
  )
}

const dayName = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))

function Grid({ label, month, onMonth, entries, today, max, onDay }: MonthGridProps) {
  const { language } = useWords()
  const grid = useRef<HTMLTableElement>(null)
  const [held, setHeld] = useState<BusinessDay | null>(null)
  const wanted = useRef(false)
  const weeks = weeksOf(month, language)
  const first = businessDay(`${month}-01`)
  const stop = held?.startsWith(month) ? held : today.startsWith(month) ? businessDay(today) : first
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const press = (event: KeyboardEvent, day: BusinessDay): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (max === undefined || day <= max) onDay(day)
      return
    }
    const next = dayByKey(event.key, day, { language, isShift: event.shiftKey })
    if (next === null) return
    event.preventDefault()
    if (max !== undefined && next.slice(0, 7) > max.slice(0, 7)) return
    wanted.current = true
    setHeld(next)
    if (!next.startsWith(month)) onMonth(next.slice(0, 7))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the date grid of the APG is a table
    <table ref={grid} role="grid" aria-label={label}>
      <thead>
        <tr>
          {weeks[0]?.map(day => (
            <th key={day} scope="col">
              {weekday.format(Date.parse(`${day}T00:00:00Z`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(day => {
              const isOther = !day.startsWith(month)
              const isLate = max !== undefined && day > max
              return (
                <td
                  key={day}
                  data-day={day}
                  data-other={isOther ? '' : undefined}
                  aria-current={day === today ? 'date' : undefined}
                  aria-disabled={isLate || undefined}
                  tabIndex={day === stop ? 0 : -1}
                  onFocus={() => setHeld(day)}
                  onClick={() => !isLate && onDay(day)}
                  onKeyDown={event => press(event, day)}
                >
                  <span className="w-sr">{dayName(day, language)}</span>
                  <span className="w-month-day" aria-hidden="true">
                    {Number(day.slice(8))}
                  </span>
                  {!isOther && <Entries entries={entries.get(day) ?? []} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Entries({ entries }: { entries: readonly MonthEntry[] }) {
  const { t } = useWords()
  const more = entries.length - MAX_ENTRIES
  return (
    <>
      {entries.slice(0, MAX_ENTRIES).map(({ key, label, tone, figure }) => (
        <span key={key} className="w-month-entry">
          <span className="w-tag" data-tone={tone}>
            {label}
          </span>
          {figure && <span className="w-num w-clip">{figure}</span>}
        </span>
      ))}
      {more > 0 && (
        <span className="w-quiet" title={t('kit.month.more', { count: more })}>
          +{more}
        </span>
      )}
    </>
  )
}

/** Draws the month's days that have entries, as buttons in a list. */
function Agenda({ month, entries, today, onDay }: MonthGridProps) {
  const { t, language } = useWords()
  const days = [...entries.keys()].filter(day => day.startsWith(month) && (entries.get(day)?.length ?? 0) > 0).sort()
  if (days.length === 0) return <EmptyState title={t('kit.noData')} />
  return (
    <ul className="w-month-agenda">
      {days.map(day => (
        <li key={day}>
          <button type="button" aria-current={day === today ? 'date' : undefined} onClick={() => onDay(day)}>
            <strong>{dayName(day, language)}</strong>
            <Entries entries={entries.get(day) ?? []} />
          </button>
        </li>
      ))}
    </ul>
  )
}
