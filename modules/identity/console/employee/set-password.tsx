import { anyResource, CommandDialog, type CommandSlotProps, type ControlSlotProps } from '@wattyard/console-kit'
import { Input } from 'antd'
import { user } from '../../contract/user.ts'
import { usePasswordHint } from '../personal/use-password-hint.ts'

const USER = anyResource(user)
const CONTROLS = { password: PasswordControl }

/** Draws a password field with the tenant's rule below it. */
function PasswordControl({ id, value, onChange, disabled, invalid, describedBy }: ControlSlotProps) {
  const hint = usePasswordHint()
  return (
    <>
      <Input.Password
        id={id}
        value={typeof value === 'string' ? value : ''}
        maxLength={200}
        autoComplete="new-password"
        disabled={disabled}
        aria-invalid={invalid || undefined}
        {...(invalid ? { status: 'error' as const } : {})}
        aria-describedby={[hint && `${id}-rules`, describedBy].filter(Boolean).join(' ') || undefined}
        onChange={event => onChange(event.target.value)}
      />
      {hint && (
        <p id={`${id}-rules`} className="w-field-hint">
          {hint}
        </p>
      )}
    </>
  )
}

/** Draws the dialog in which an administrator sets a person's password. */
export function SetPassword({ records, onDone }: CommandSlotProps) {
  return <CommandDialog resource={USER} command="setPassword" records={records} controls={CONTROLS} onDone={onDone} />
}
