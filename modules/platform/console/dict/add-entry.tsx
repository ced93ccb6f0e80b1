import { ApiError, Dialog, IconPicker, useDirty, useWords } from '@wattyard/console-kit'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { type DictionaryView } from '../../contract/calls/dict-entry.ts'
import { MAX_WORD } from '../../contract/dict-entry.ts'
import { ColourPicker } from './colour-picker.tsx'
import { useDictionaryWrites } from './use-dictionaries.ts'

const EMPTY = { code: '', wordZh: '', wordEn: '', wordEs: '', remark: '' }
const FIELDS = ['code', 'wordZh', 'wordEn', 'wordEs', 'remark'] as const

/** Draws the form of a new entry of the tenant's own. */
export function AddEntry({ dictionary, onClose }: { dictionary: DictionaryView; onClose: () => void }) {
  const { t } = useWords()
  const id = useId()
  const writes = useDictionaryWrites()
  const [values, setValues] = useState(EMPTY)
  const [look, setLook] = useState<{ colour: string | null; icon: string | null }>({ colour: null, icon: null })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  useDirty(FIELDS.some(key => values[key] !== ''))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSaving(true)
    const { code, ...words } = values
    const said = Object.fromEntries(Object.entries(words).map(([key, text]) => [key, text.trim() || null]))
    writes
      .save(dictionary.name, { code: code.trim() }, { ...said, ...look })
      .then(onClose, (error: unknown) => setErrors(error instanceof ApiError ? (error.fields ?? {}) : {}))
      .finally(() => setSaving(false))
  }
  return (
    <Dialog
      open
      width={520}
      title={t('platform.dict.add')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={id} loading={isSaving}>
            {t('kit.save')}
          </Button>
        </>
      }
    >
      <form id={id} className="w-form" noValidate onSubmit={submit}>
        {FIELDS.map(key => (
          <div key={key} className="w-field">
            <label htmlFor={`${id}-${key}`}>
              {t(`platform.dictEntry.${key}`)}
              {(key === 'code' || key === 'wordZh') && (
                <span className="w-required" title={t('kit.required')}>
                  *
                </span>
              )}
            </label>
            <Input
              id={`${id}-${key}`}
              autoComplete="off"
              maxLength={key === 'remark' ? 200 : MAX_WORD}
              value={values[key]}
              {...(errors[key] ? { status: 'error' as const } : {})}
              aria-invalid={errors[key] !== undefined || undefined}
              aria-describedby={errors[key] ? `${id}-${key}-error` : undefined}
              onChange={event => setValues(now => ({ ...now, [key]: event.target.value }))}
            />
            {errors[key] && (
              <p id={`${id}-${key}-error`} className="w-field-error" role="alert">
                {errors[key]}
              </p>
            )}
          </div>
        ))}
        <div className="w-row">
          {/* The buttons have accessible names already; these words are only for the eye. */}
          <span aria-hidden="true">{t('platform.dictEntry.colour')}</span>
          <ColourPicker
            label={t('platform.dictEntry.colour')}
            value={look.colour}
            disabled={false}
            onChange={colour => setLook(now => ({ ...now, colour }))}
          />
          <span aria-hidden="true">{t('platform.dictEntry.icon')}</span>
          <IconPicker
            label={t('platform.dictEntry.icon')}
            value={look.icon}
            onChange={icon => setLook(now => ({ ...now, icon }))}
          />
        </div>
      </form>
    </Dialog>
  )
}
