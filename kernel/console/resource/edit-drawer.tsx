import { type AnyRecord, formRowsOf, type Labels } from '@wattyard/resource'
import { joinNames } from '../format/text.ts'
import { Button } from 'antd'
import { useMemo } from 'react'
import { CommandRecords } from '../faces/ref-options.ts'
import { confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { MainButton } from '../ui/button/main-button.tsx'
import { toast } from '../ui/toasts.tsx'
import { createWord, fieldWord, type Translate, useWords, wordKeys } from '../words/use-words.ts'
import { DefinitionFields } from './definition-fields.tsx'
import type { Values } from './form-values.ts'
import { useRecord } from './hooks.ts'
import { type ResourceSlots, useNameOf, usePage } from './page-context.tsx'
import { type DefinitionForm, useDefinitionForm } from './use-definition-form.ts'
import './form.css'

interface EditDrawerProps {
  readonly id: string | null
  /** Initial values of a new record's form, and the names of the records they refer to. */
  readonly known?: { readonly values: Values; readonly labels: Labels }
  /** Command whose dialog opens after the record is created. */
  readonly next?: string
}

/** Draws the drawer with the form of a new record (no id) or an existing one. */
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
  const { resource, slots, open, onCreated } = usePage()
  const words = useWords()
  const { t } = words
  const nameOf = useNameOf(resource)
  const form = useDefinitionForm({
    resource,
    record,
    labels,
    known: { ...valuesOfPart(slots.only), ...known },
    controls: slots.controls,
    only: slots.formFields,
    needs: slots.formNeeds,
  })
  const { changed, values } = form
  const edited = useMemo(() => (record === null ? [] : [record.id]), [record])
  const questionFor = (slots.useQuestionBeforeSave ?? noQuestions)()

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

  const submit = async (): Promise<void> => {
    if (form.standing === 'behind' || !form.check()) return
    // A form that will be refused is not asked about first: the server answers with the rules at the fields.
    const question = form.isWellFormed() ? questionFor({ values, record, changed }) : null
    if (question !== null && !(await confirm(question))) return
    const saved = await form.save()
    if (!saved) return
    toast.good(t(record ? 'kit.saved' : 'kit.created', { name: nameOf(saved) }))
    if (next !== undefined) return open({ kind: 'command', command: next, records: [saved] })
    open(record || !slots.created ? null : { kind: 'created', record: saved })
    if (!record) onCreated(saved.id)
  }

  const titleOf = (): string => {
    if (record) return t('kit.editTitle', { name: nameOf(record) })
    // A form that begins a command is named by what it is for.
    if (next !== undefined) return t(wordKeys.command(resource, next))
    return createWord(words, resource)
  }
  return (
    <Dialog
      open
      kind="drawer"
      width={formRowsOf(resource.form).some(row => row.length > 2) ? 820 : 640}
      title={titleOf()}
      onClose={() => void close()}
      foot={
        <>
          <Button onClick={() => void close()}>{t('kit.cancel')}</Button>
          <MainButton htmlType="submit" form={`${resource.name}-form`} loading={form.isSaving} why={whyNot(form, t)}>
            {t('kit.save')}
          </MainButton>
        </>
      }
    >
      <form id={`${resource.name}-form`} className="w-form" noValidate onSubmit={form.fileWait.submitWith(submit)}>
        <StaleBanner form={form} />
        <TakenNote form={form} />
        {form.general.map(text => (
          <div key={text} className="w-banner" data-tone="bad" role="alert">
            {text}
          </div>
        ))}
        <CommandRecords value={edited}>
          <DefinitionFields form={form} />
        </CommandRecords>
        {slots.formFoot && <slots.formFoot values={values} record={record} changed={changed} />}
      </form>
    </Dialog>
  )
}

/** Returns the values that each record of a page's part has. */
const valuesOfPart = (only: ResourceSlots['only'] = {}): Values =>
  Object.fromEntries(Object.entries(only).flatMap(([key, values]) => (values.length === 1 ? [[key, values[0]]] : [])))

const noQuestions = () => () => null

/** Returns why the record cannot be saved now; null when it can. */
function whyNot({ record, changed, standing, rivals, fileWait }: DefinitionForm, t: Translate): string | null {
  if (fileWait.isWaiting) return t('kit.waitsForFiles')
  if (standing === 'behind') return t('kit.loadNewestFirst')
  if (Object.keys(rivals).length > 0) return t('kit.rival.chooseFirst')
  return record !== null && changed.length === 0 ? t('kit.nothingChanged') : null
}

/** Reports that somebody else has saved the record, and after a reload that the form shows the new version. */
function StaleBanner({ form }: { form: DefinitionForm }) {
  const { t } = useWords()
  if (form.standing === 'current') return null
  return (
    <div className="w-banner" data-tone="wait" role="alert">
      <span className="w-grow">{t(form.standing === 'behind' ? 'kit.staleRecord' : 'kit.newestLoaded')}</span>
      {form.standing === 'behind' && (
        <Button size="small" loading={form.isLoadingNewest} onClick={() => void form.loadNewest()}>
          {t('kit.loadNewest')}
        </Button>
      )}
    </div>
  )
}

/** Names the fields that show what somebody else has saved while the form was open. */
function TakenNote({ form: { resource, taken } }: { form: DefinitionForm }) {
  const words = useWords()
  const names = joinNames(
    taken.map(key => fieldWord(words, resource, key)),
    words.language,
  )
  return (
    <output className="w-banner" hidden={taken.length === 0}>
      {taken.length > 0 && words.t('kit.rival.taken', { names })}
    </output>
  )
}
