import { Input } from 'antd'
import { useId } from 'react'
import { useWords } from '../words/use-words.ts'
import '../resource/form.css'

/** Fewest and most characters of a reason, as the server takes them. */
const LEAST_REASON = 2
const MOST_REASON = 200

/** Returns whether a text is a reason that the server takes. */
export const isReason = (text: string): boolean => text.trim().length >= LEAST_REASON

interface ReasonFieldProps {
  value: string
  /** Whether a missing reason is marked as an error. */
  isMissing: boolean
  onChange: (reason: string) => void
}

/** Draws the field for the reason why personal data is wanted. */
export function ReasonField({ value, isMissing, onChange }: ReasonFieldProps) {
  const { t } = useWords()
  const id = useId()
  return (
    <div className="w-field">
      <label htmlFor={id}>
        {t('kit.personal.reason')}
        <span className="w-required" aria-hidden="true">
          *
        </span>
      </label>
      <Input
        id={id}
        value={value}
        maxLength={MOST_REASON}
        required
        aria-invalid={isMissing}
        aria-describedby={`${id}-error`}
        {...(isMissing ? { status: 'error' as const } : {})}
        onChange={event => onChange(event.target.value)}
      />
      <span id={`${id}-error`} className="w-field-error" role="alert">
        {isMissing ? t('kit.personal.reasonMissing') : ''}
      </span>
    </div>
  )
}
