import { InstantInput, useWords, useZone } from '@wattyard/console-kit'

interface InstantFieldProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (at: number | null) => void
  readonly error?: string | undefined
}

/** Draws an instant on the clock of the zone, with the zone next to the label. */
export function InstantField({ label, value, onChange, error }: InstantFieldProps) {
  const zone = useZone()
  const { t } = useWords()
  return (
    <label className="pr-field">
      <span>
        {label} <small className="w-quiet">{t('pricing.zoneNote', { zone })}</small>
      </span>
      <InstantInput seconds={false} value={value} invalid={error !== undefined} onChange={onChange} />
      {error && <span className="pr-missing">{error}</span>}
    </label>
  )
}
