import { Button } from 'antd'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useDirty } from '../module/tab.ts'
import { confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { fieldWord, inSentence, useWords, wordKeys } from '../words/use-words.ts'
import { FieldRow } from './field-row.tsx'
import {
  changedKeys,
  formRows,
  initialValues,
  missingKeys,
  recordValues,
  saveBody,
  type Values,
} from './form-values.ts'
import { useInvalidate, useRecord, useSave } from './hooks.ts'
import { useNameOf, usePage } from './page-context.tsx'
import type { AnyRecord, Labels } from '@wattyard/resource'
import './form.css'

/** The server's word for "somebody else saved meanwhile". */
const STALE = 'kernel.stale'

interface EditDrawerProps {
  readonly id: string | null
  /** What a new record's form begins with. */
  readonly known?: { readonly values: Values; readonly labels: Labels }
  /** Command that follows the making of a new one. */
  readonly next?: string
}

/** Drawer for a new record (no id) or an existing one. */
export function EditDrawer({ id, known, next }: EditDrawerProps) {
  const { resource, open } = usePage()
  const { t } = useWords()
  const record = useRecord(resource, id)
  const noun = t(wordKeys.noun(resource))
  if (id === null)
    return (
      <EditForm
        key="new"
        record={null}
        labels={known?.labels ?? {}}
        {...(known ? { known: known.values } : {})}
        {...(next === undefined ? {} : { next })}
      />
    )
  if (record.data) return <EditForm key={id} record={record.data} labels={record.data.labels} />
  return (
    <Dialog open kind="drawer" title={t('kit.editTitle', { name: noun })} onClose={() => open(null)}>
      {record.error ? (
        <ErrorState error={record.error} onRetry={() => void record.refetch()} />
      ) : (
        <Skeleton lines={6} height={32} />
      )}
    </Dialog>
  )
}

interface EditFormProps {
  readonly record: AnyRecord | null
  readonly labels: Labels
  readonly known?: Values
  readonly next?: string
}

function EditForm({ record, labels, known, next }: EditFormProps) {
  const { resource, slots, open, showDetail } = usePage()
  const words = useWords()
  const { t } = words
  const nameOf = useNameOf(resource)
  const save = useSave(resource)
  const invalidate = useInvalidate()
  const rows = useMemo(
    () => formRows(resource, record ? 'update' : 'create', slots.controls),
    [resource, record, slots.controls],
  )
  const [before, setBefore] = useState<Values>(() =>
    record ? recordValues(record, rows) : { ...initialValues(resource.fields), ...known },
  )
  const [values, setValues] = useState<Values>(before)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const changed = changedKeys(before, values)
  useDirty(changed.length > 0)

  // Somebody else's save arrived while we type: what we did not touch follows it.
  useEffect(() => {
    if (!record) return
    const fresh = recordValues(record, rows)
    setBefore(old => {
      setValues(now => ({ ...fresh, ...Object.fromEntries(changedKeys(old, now).map(key => [key, now[key]])) }))
      return fresh
    })
  }, [record, rows])

  const showErrors = (next: Readonly<Record<string, string>>): void => {
    setErrors(next)
    const first = rows.flat().find(([key]) => key in next)?.[0]
    if (first)
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input,textarea,button)`)?.focus(),
      )
  }

  const close = async (): Promise<void> => {
    if (
      changed.length > 0 &&
      !(await confirm({
        title: t('kit.discardTitle'),
        text: t('kit.discardText'),
        okText: t('kit.discard'),
        danger: true,
      }))
    )
      return
    open(null)
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const missing = missingKeys(rows.flat(), values).filter(
      key => record === null || resource.fields[key]?.kind !== 'secret',
    )
    if (missing.length > 0) return showErrors(Object.fromEntries(missing.map(key => [key, t('kit.requiredField')])))
    const keys = record
      ? changed
      : rows
          .flat()
          .map(([key]) => key)
          .filter(key => values[key] !== undefined)
    try {
      const saved = await save.mutateAsync({
        ...(record ? { id: record.id, version: record.version } : {}),
        ...saveBody(keys, values),
      })
      toast.good(t(record ? 'kit.saved' : 'kit.created', { name: nameOf(saved) }))
      if (next !== undefined) return open({ kind: 'command', command: next, records: [saved] })
      open(null)
      if (!record) showDetail(saved.id)
    } catch {
      // The mutation keeps the error; below it is shown where it belongs.
    }
  }

  const failure = save.error
  const isStale = failure?.code === STALE
  useEffect(() => {
    if (failure) showErrors(failure.fields)
    // Only a new failure moves the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- showErrors is made anew on each render
  }, [failure])
  const general =
    failure && !isStale
      ? Object.entries(failure.fields).filter(([key]) => !rows.flat().some(([column]) => column === key))
      : []

  const noun = t(wordKeys.noun(resource))
  return (
    <Dialog
      open
      kind="drawer"
      width={resource.form?.some(row => row.length > 2) ? 820 : 640}
      title={record ? t('kit.editTitle', { name: nameOf(record) }) : t('kit.createTitle', { name: inSentence(noun) })}
      onClose={() => void close()}
      foot={
        <>
          <Button onClick={() => void close()}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={`${resource.name}-form`}
            loading={save.isPending}
            disabled={record !== null && changed.length === 0}
          >
            {t('kit.save')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={`${resource.name}-form`}
        className="w-form"
        noValidate
        onSubmit={event => void submit(event)}
      >
        {isStale && (
          <div className="w-banner" data-tone="wait" role="alert">
            <span className="w-grow">{t('kit.staleRecord')}</span>
            <Button size="small" onClick={() => void invalidate(resource.name).then(() => save.reset())}>
              {t('kit.loadNewest')}
            </Button>
          </div>
        )}
        {general.map(([key, text]) => (
          <div key={key} className="w-banner" data-tone="bad" role="alert">
            {key === '*' ? text : `${key}: ${text}`}
          </div>
        ))}
        {rows.map(row => (
          <div key={row.map(([key]) => key).join()} className="w-form-row">
            {row.map(([key, field]) => (
              <FieldRow
                key={key}
                column={key}
                field={record && field.kind === 'secret' ? { ...field, optional: true } : field}
                name={`${resource.name}.${key}`}
                label={fieldWord(words, resource, key)}
                values={values}
                errors={errors}
                labels={labels}
                disabled={save.isPending}
                {...(slots.controls ? { slots: slots.controls } : {})}
                onChange={(column, value) => {
                  setValues(now => ({ ...now, [column]: value }))
                  setErrors(({ [column]: _mended, ...rest }) => rest)
                }}
              />
            ))}
          </div>
        ))}
      </form>
    </Dialog>
  )
}
