import { DayInput, useWords } from '@wattyard/console-kit'
import './log.css'

/** Draws the first and last day of a log's lines, both included. On a phone, where they are stacked, each has a visible label. */
export function LogDays({
  from,
  to,
  onChange,
}: {
  from: string
  to: string
  onChange: (change: { from: string } | { to: string }) => void
}) {
  const { t } = useWords()
  const labels = { from: t('platform.audit.from'), to: t('platform.audit.to') }
  return (
    <span className="platform-log-days">
      <span className="platform-log-day" aria-hidden>
        {labels.from}
      </span>
      <DayInput
        label={labels.from}
        value={from}
        onChange={day => onChange({ from: day })}
        {...(to ? { max: to } : {})}
        canClear
      />
      <span className="platform-log-day" aria-hidden>
        {labels.to}
      </span>
      <DayInput
        label={labels.to}
        value={to}
        onChange={day => onChange({ to: day })}
        {...(from ? { min: from } : {})}
        canClear
      />
    </span>
  )
}
