import { Input } from 'antd'
import { useId } from 'react'

interface TextRowProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string | undefined
  kind?: 'password' | 'code'
  autoComplete?: string
  onBlur?: () => void
}

/** Draws a field of the personal centre's forms: label, control, help and error, linked for assistive technology. */
export function TextRow({ name, label, value, onChange, error, hint, kind, autoComplete, onBlur }: TextRowProps) {
  const id = useId()
  const props = {
    id,
    name,
    value,
    maxLength: kind === 'code' ? 40 : 200,
    autoComplete: autoComplete ?? (kind === 'code' ? 'one-time-code' : 'off'),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    ...(error ? { status: 'error' as const } : {}),
    ...(onBlur ? { onBlur } : {}),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="w-field">
      <label htmlFor={id}>{label}</label>
      {kind === 'password' ? <Input.Password {...props} /> : <Input {...props} />}
      {hint && (
        <p id={`${id}-hint`} className="w-field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="w-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
