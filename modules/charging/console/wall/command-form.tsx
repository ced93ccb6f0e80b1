import { pileCommand } from '@wattyard/gateway/contract'
import { commandCall } from '@wattyard/resource'
import { api, Dialog, InstantInput, newIdempotencyKey, useWords } from '@wattyard/console-kit'
import { Button, Input, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import type { WallConnector } from '../../contract/calls/live.ts'
import { type CommandField, commandBody, type DeviceCommand, initialFields, missingFields } from './device-commands.ts'
import { StartForm } from './start-form.tsx'

export interface CommandFormProps {
  command: DeviceCommand
  target: { pileId: string; connector: number | null }
  /** Names of the pile and the connector. */
  place: string
  /** The pile's connectors, for a start. */
  connectors?: readonly WallConnector[]
  /** Name of the pile alone, for a start. */
  pile?: string
  /** Called with the id of the sent command; null when none was sent. */
  onDone: (id: string | null) => void
}

/** Draws the question and the inputs of one command to a device; a start has a form of its own. */
export function CommandForm(props: CommandFormProps) {
  const { command, target, connectors = [], pile, onDone } = props
  if (command.name === 'remoteStart')
    return <StartForm target={target} pile={pile ?? props.place} connectors={connectors} onDone={onDone} />
  return <PlainForm {...props} />
}

/**
 * Draws the question and the inputs of one command to a device. The idempotency key is made when it opens, so that a second click
 * is the same command.
 */
function PlainForm({ command, target, place, onDone }: CommandFormProps) {
  const { t } = useWords()
  const [values, setValues] = useState(() => initialFields(command, Date.now()))
  const [missing, setMissing] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [key] = useState(newIdempotencyKey)
  const title = t(`gateway.command.${command.name}`)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const empty = missingFields(command, values)
    setMissing(empty)
    if (empty.length > 0) return
    setBusy(true)
    try {
      const body = commandBody(command, target, values)
      const declared = pileCommand(command.name)
      const { list } = await api.call(commandCall(declared), body, { key })
      onDone(list[0]?.id ?? null)
    } catch {
      setBusy(false) // the API client has shown the reason
    }
  }
  return (
    <Dialog
      open
      width={480}
      title={title}
      onClose={() => onDone(null)}
      foot={
        <>
          <Button onClick={() => onDone(null)}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form="device-command" loading={busy}>
            {title}
          </Button>
        </>
      }
    >
      <form id="device-command" className="ch-form" noValidate onSubmit={event => void submit(event)}>
        <p>
          {place}
          {command.danger && <span className="w-quiet"> · {t(`gateway.command.${command.name}Confirm`)}</span>}
        </p>
        {command.fields.map(field => (
          <Field
            key={field.key}
            command={command}
            field={field}
            value={values[field.key] ?? ''}
            isMissing={missing.includes(field.key)}
            onChange={value => {
              setValues(now => ({ ...now, [field.key]: value }))
              setMissing(now => now.filter(one => one !== field.key))
            }}
          />
        ))}
      </form>
    </Dialog>
  )
}

interface FieldProps {
  command: DeviceCommand
  field: CommandField
  value: string
  isMissing: boolean
  onChange: (value: string) => void
}

function Field({ command, field, value, isMissing, onChange }: FieldProps) {
  const { t, has } = useWords()
  const base = `gateway.command.${command.name}Input.${field.key}`
  const id = `device-command-${field.key}`
  const choice = (one: string) =>
    has(`${base}Value.${one}`) ? t(`${base}Value.${one}`) : t(one === 'true' ? 'shared.yes' : 'shared.no')
  return (
    <div className="ch-field">
      <label htmlFor={id}>{t(base)}</label>
      {field.kind === 'choice' ? (
        <Select
          id={id}
          value={value}
          onChange={onChange}
          options={field.values.map(one => ({ value: one, label: choice(one) }))}
        />
      ) : field.kind === 'instant' ? (
        <InstantInput
          id={id}
          seconds={false}
          value={value === '' ? null : Number(value)}
          invalid={isMissing}
          onChange={at => onChange(at === null ? '' : String(at))}
        />
      ) : (
        <Input
          id={id}
          value={value}
          {...(isMissing ? { status: 'error' as const } : {})}
          {...(field.sample ? { placeholder: field.sample } : {})}
          onChange={event => onChange(event.target.value)}
        />
      )}
      {isMissing && <span className="ch-field-error">{t('kit.requiredField')}</span>}
      {has(`${base}Hint`) && <small className="w-quiet">{t(`${base}Hint`)}</small>}
    </div>
  )
}
