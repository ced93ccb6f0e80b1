import { showInstant, useWords, useZone } from '@wattyard/console-kit'
import { parseLocalInstant } from '@wattyard/time'

interface InstantFieldProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (at: number | null) => void
  readonly error?: string | undefined
}

/** A moment on the zone's clock, in the browser's own control. Of a time that comes twice the earlier is meant. */
export function InstantField({ label, value, onChange, error }: InstantFieldProps) {
  const zone = useZone()
  const { t } = useWords()
  const read = (text: string): number | null => {
    const parsed = parseLocalInstant(`${text.replace('T', ' ')}:00`, 'YYYY-MM-DD HH:mm:ss', zone)
    if (parsed.kind === 'exact') return parsed.at
    if (parsed.kind === 'ambiguous') return parsed.earlier
    return parsed.kind === 'missing' ? parsed.gapAt : null
  }
  return (
    <label className="pr-field">
      <span>
        {label} <small className="w-quiet">{t('pricing.zoneNote', { zone })}</small>
      </span>
      <input
        type="datetime-local"
        className="pr-input"
        aria-invalid={error ? true : undefined}
        value={value === null ? '' : showInstant(value, zone).slice(0, 16).replace(' ', 'T')}
        onChange={event => onChange(event.target.value === '' ? null : read(event.target.value))}
      />
      {error && <span className="pr-missing">{error}</span>}
    </label>
  )
}
