import { Input } from 'antd'
import { useId } from 'react'

interface Props {
  label: string
  value: string
  example: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Draws the input of a time of day as `HH:MM`. */
export function HourField({ label, value, example, error, onChange }: Props) {
  const id = useId()
  return (
    <div className="w-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        maxLength={5}
        placeholder={example}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...(error ? { status: 'error' as const } : {})}
        onChange={event => onChange(event.target.value)}
      />
      {error && (
        <p id={`${id}-error`} className="w-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
