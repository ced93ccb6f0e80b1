import { useWords } from '@wattyard/console-kit'
import { Radio } from 'antd'
import { InstantField } from './instant-field.tsx'

/** Begin of validity: at once, or later at an instant that may not be chosen yet. */
export interface Start {
  readonly isLater: boolean
  readonly at: number | null
}

export const AT_ONCE: Start = { isLater: false, at: null }

export const isChosen = ({ isLater, at }: Start): boolean => !isLater || at !== null

/** Returns the start in the server's form; null means at once. */
export const startAt = ({ isLater, at }: Start): number | null => (isLater ? at : null)

interface StartFieldProps {
  readonly label: string
  readonly value: Start
  readonly onChange: (start: Start) => void
  readonly error?: string | undefined
}

export function StartField({ label, value, onChange, error }: StartFieldProps) {
  const { t } = useWords()
  return (
    <fieldset className="pr-when">
      <legend>{label}</legend>
      <Radio.Group
        value={value.isLater}
        onChange={event => onChange({ ...value, isLater: event.target.value === true })}
        options={[
          { value: false, label: t('pricing.publish.now') },
          { value: true, label: t('pricing.publish.later') },
        ]}
      />
      {value.isLater && (
        <InstantField label={label} value={value.at} onChange={at => onChange({ ...value, at })} error={error} />
      )}
    </fieldset>
  )
}
