import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  FileUnknownOutlined,
  HourglassOutlined,
  LeftOutlined,
  MinusOutlined,
  RightOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { CallAnswer } from '@wattyard/calls'
import { showDecimal, type Tone, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import type { ComponentType, KeyboardEvent } from 'react'
import type { DayState, readDays } from '../../contract/calls/read-days.ts'

export type DayOfChannel = CallAnswer<typeof readDays>['days'][number]

/** Sign and tone of each state; the sign alone tells them apart. */
export const DAY_SIGNS: Readonly<Record<DayState, { readonly Sign: ComponentType; readonly tone: Tone }>> = {
  empty: { Sign: MinusOutlined, tone: 'idle' },
  running: { Sign: HourglassOutlined, tone: 'idle' },
  missing: { Sign: FileUnknownOutlined, tone: 'wait' },
  waived: { Sign: StopOutlined, tone: 'idle' },
  due: { Sign: SyncOutlined, tone: 'busy' },
  open: { Sign: ExclamationCircleOutlined, tone: 'bad' },
  waiting: { Sign: ClockCircleOutlined, tone: 'wait' },
  even: { Sign: CheckCircleOutlined, tone: 'good' },
}

interface DayStripProps {
  readonly days: readonly DayOfChannel[]
  readonly today: string
  readonly isChosen: (day: string) => boolean
  readonly onDay: (day: string) => void
  readonly onStep: (way: -1 | 1) => void
  readonly isLast: boolean
}

/** Draws days beside each other, each with its state as sign, colour and word; a day narrows the page to itself. */
export function DayStrip({ days, today, isChosen, onDay, onStep, isLast }: DayStripProps) {
  const { t } = useWords()
  return (
    <div className="rc-strip">
      <Button
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('reconciliation.days.earlier')}
        onClick={() => onStep(-1)}
      />
      <ol aria-label={t('reconciliation.days.title')}>
        {days.map(day => (
          <li key={day.day}>
            <DayButton day={day} isToday={day.day === today} isChosen={isChosen(day.day)} onDay={onDay} />
          </li>
        ))}
      </ol>
      <Button
        size="small"
        icon={<RightOutlined />}
        aria-label={t('reconciliation.days.later')}
        disabled={isLast}
        onClick={() => onStep(1)}
      />
    </div>
  )
}

interface DayButtonProps {
  readonly day: DayOfChannel
  readonly isToday: boolean
  readonly isChosen: boolean
  readonly onDay: (day: string) => void
}

function DayButton({ day: { day, state, differences, surplus, shortage }, isToday, isChosen, onDay }: DayButtonProps) {
  const { t, language } = useWords()
  const { Sign, tone } = DAY_SIGNS[state]
  const at = Date.parse(`${day}T00:00:00Z`)
  const shown = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at)
  const word = t(`reconciliation.days.state.${state}`)
  const figures =
    differences === 0
      ? ''
      : t('reconciliation.days.figures', {
          count: differences,
          surplus: showDecimal('money', surplus, language),
          shortage: showDecimal('money', shortage, language),
        })
  return (
    <button
      type="button"
      className="rc-day"
      data-tone={tone}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      title={[word, figures].filter(text => text !== '').join(' · ')}
      onClick={() => onDay(day)}
      onKeyDown={walk}
    >
      <span className="w-sr">
        {[shown({ dateStyle: 'full' }), word, figures].filter(text => text !== '').join(' · ')}
      </span>
      <small aria-hidden="true">{shown({ weekday: 'short' })}</small>
      {/* A phone has room for the number of the day. */}
      <b className="rc-date" aria-hidden="true">
        {shown({ month: 'numeric', day: 'numeric' })}
      </b>
      <b className="rc-date-short" aria-hidden="true">
        {Number(day.slice(8))}
      </b>
      <span className="rc-day-state" aria-hidden="true">
        <Sign /> <span>{word}</span>
      </span>
    </button>
  )
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: at => at - 1,
  ArrowRight: at => at + 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Moves the focus along the days. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key]
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  const days = [...(event.currentTarget.closest('ol')?.querySelectorAll('button') ?? [])]
  days[step(days.indexOf(event.currentTarget), days.length)]?.focus()
}
