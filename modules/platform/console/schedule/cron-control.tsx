import { type ControlSlotProps, showInstant, useNow, useWords, useZone } from '@wattyard/console-kit'
import { isZone } from '@wattyard/time'
import { Input } from 'antd'
import { MAX_CRON, nextRuns, readCron } from '../../contract/cron.ts'
import { cronText } from './cron-words.ts'
import './schedule.css'

const PREVIEWED = 5

/** Draws a cron expression with its meaning and its next times, updated during typing. */
export function CronControl({ id, value, onChange, disabled, invalid, describedBy, values }: ControlSlotProps) {
  const text = typeof value === 'string' ? value : ''
  return (
    <>
      <Input
        id={id}
        value={text}
        maxLength={MAX_CRON}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        {...(invalid ? { status: 'error' as const } : {})}
        className="platform-cron"
        autoComplete="off"
        spellCheck={false}
        onChange={event => onChange(event.target.value)}
      />
      {text.trim() !== '' && <Preview cron={text} zone={values.zone} />}
    </>
  )
}

function Preview({ cron, zone }: { cron: string; zone: unknown }) {
  const { t, language } = useWords()
  const own = useZone()
  const now = useNow()
  const read = readCron(cron)
  if ('fault' in read)
    return (
      <p className="w-quiet" aria-live="polite">
        {t(`platform.field.cron.${read.fault}`)}
      </p>
    )
  const where = typeof zone === 'string' && isZone(zone) ? zone : own
  const runs = nextRuns(read.cron, where, now, PREVIEWED)
  return (
    <div className="platform-preview" aria-live="polite">
      <p>{cronText(cron, t, language)}</p>
      <p className="w-quiet">{t('platform.schedule.next', { count: runs.length, zone: where })}</p>
      <ol>
        {runs.map(at => (
          <li key={at} className="w-num">
            {showInstant(at, where)}
          </li>
        ))}
      </ol>
    </div>
  )
}
