import type { Field } from '@wattyard/resource'
import { type ReactNode, useId } from 'react'
import { CONTROLS } from '../faces/controls.tsx'
import { useWords } from '../words/use-words.ts'
import { flawOf, lengthNearLimit } from './field-flaws.ts'
import { NEVER_MISSING, type Values } from './form-values.ts'
import type { ResourceSlots } from './page-context.tsx'
import type { Labels } from '@wattyard/resource'
import './form.css'

interface FieldRowProps {
  column: string
  field: Field
  /** Full name of the field, such as `assets.station.status`. */
  name: string
  label: string
  /** The field whose record must contain the referenced one. */
  within?: Field | undefined
  values: Values
  errors: Readonly<Record<string, string>>
  /** Messages by place inside the field. */
  parts?: Readonly<Record<string, string>> | undefined
  /** What choosing this value has done, such as which fields it has filled. */
  note?: string | undefined
  /** What somebody else has saved in this field meanwhile, with a choice. */
  rival?: ReactNode
  labels: Labels
  disabled: boolean
  slots?: ResourceSlots['controls']
  onChange: (key: string, value: unknown) => void
}

/** Returns `assets.station:<id>` of the record that must contain the referenced one; null while it is not chosen. */
function containerOf(field: Field, within: Field | undefined, values: Values): string | null | undefined {
  if (!within || field.within === undefined) return undefined
  const id = values[field.within]
  return typeof id === 'string' && id !== '' ? `${within.of ?? ''}:${id}` : null
}

/** Draws label, control, help and error of one field, linked for assistive technology. */
export function FieldRow({
  column,
  field,
  name,
  label,
  within,
  values,
  errors,
  parts,
  note,
  rival,
  labels,
  disabled,
  slots,
  onChange,
}: FieldRowProps) {
  const { t, has, language } = useWords()
  const id = useId()
  const hint = has(`${name}Hint`) ? t(`${name}Hint`) : undefined
  const value = values[column]
  const flaw = flawOf(field, value, language)
  const error = errors[column] ?? (flaw && t(flaw.key, flaw.params))
  const near = lengthNearLimit(field, value)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const props = {
    id,
    value,
    onChange: (value: unknown) => onChange(column, value),
    field,
    name,
    labels,
    disabled,
    container: containerOf(field, within, values),
    invalid: error !== undefined,
    parts,
    describedBy,
  }
  const Slot = slots?.[column]
  const Control = CONTROLS[field.kind]
  return (
    <div className="w-field" data-kind={field.kind} data-field={column}>
      <label htmlFor={id}>
        {label}
        {!field.optional && !NEVER_MISSING.has(field.kind) && (
          <span className="w-required" title={t('kit.required')}>
            *
          </span>
        )}
      </label>
      {Slot ? <Slot {...props} values={values} /> : <Control {...props} />}
      {hint && (
        <p id={`${id}-hint`} className="w-field-hint">
          {hint}
        </p>
      )}
      <output className="w-field-hint">{note}</output>
      {rival}
      {near && <p className="w-field-hint w-num">{t('kit.flaw.length', near)}</p>}
      {error && (
        <p id={`${id}-error`} className="w-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
