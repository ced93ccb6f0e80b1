import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { useWords } from '@wattyard/console-kit'
import { type ReactNode, useState } from 'react'

interface FieldProps {
  name: string
  label: string
  value: string
  /** Absent for a value that is given. */
  onChange?: ((value: string) => void) | undefined
  error: string
  autoComplete: string
  maxLength: number
  isPassword?: boolean
  hint?: string | undefined
  /** Content beside the control. */
  children?: ReactNode
}

/** Draws a field of the sign-in page, with its error below. */
export function Field({
  name,
  label,
  value,
  onChange,
  error,
  autoComplete,
  maxLength,
  isPassword = false,
  hint,
  children,
}: FieldProps) {
  const { t } = useWords()
  const [isPlain, setPlain] = useState(false)
  return (
    <div className="s-login-field">
      <label htmlFor={name}>{label}</label>
      <span className="s-login-input" data-bad={error ? '' : undefined}>
        <input
          id={name}
          name={name}
          type={isPassword && !isPlain ? 'password' : 'text'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          value={value}
          aria-invalid={error !== '' || undefined}
          aria-describedby={[error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined}
          readOnly={onChange === undefined}
          onChange={event => onChange?.(event.target.value)}
        />
        {isPassword && (
          <button
            type="button"
            className="w-icon-button"
            aria-label={t(isPlain ? 'shell.login.hide' : 'shell.login.show')}
            aria-pressed={isPlain}
            onClick={() => setPlain(!isPlain)}
          >
            {isPlain ? <EyeInvisibleOutlined /> : <EyeOutlined />}
          </button>
        )}
      </span>
      {children}
      {hint && (
        <p id={`${name}-hint`} className="w-field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="w-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
