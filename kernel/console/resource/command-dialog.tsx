import { type CommandRule, fieldOf } from '@wattyard/resource'
import { Button } from 'antd'
import { type ComponentType, type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { prepareControls } from '../faces/controls.tsx'
import { CommandRecords } from '../faces/ref-options.ts'
import { faceText } from '@wattyard/resource'
import { Dialog } from '../ui/dialog.tsx'
import { useZone } from '../ui/shown.tsx'
import { toast } from '../ui/toasts.tsx'
import { joinNames } from '../format/text.ts'
import { useWords, wordKeys } from '../words/use-words.ts'
import { gapsOf } from '../words/words.ts'
import { FieldRow } from './field-row.tsx'
import { messagesOf } from './field-flaws.ts'
import { withoutField } from './form-errors.ts'
import { filledValues, saveBody, type Values } from './form-values.ts'
import { useCommand } from './hooks.ts'
import { type ResourceSlots, useNameOf } from './page-context.tsx'
import type { AnyRecord, Labels } from '@wattyard/resource'
import type { AnyResource } from './records.ts'
import { useFocusOnErrors, useFormErrors } from './use-form-errors.ts'
import { MISSING, partsWithValues } from './parts-with-values.ts'
import { isUnderWay, waitsForApproval } from './waits-for-approval.ts'
import './form.css'

/** The inputs of a command before it is sent. */
export interface CommandFootProps {
  readonly command: string
  readonly records: readonly AnyRecord[]
  /** The present values, in wire form. */
  readonly values: Values
  /**
   * Tells what is wrong with the present values, by input, so that it stands at the fields and nothing is sent; called again when one of
   * these values changes, whose flaw is taken away while it is edited. A constant function.
   */
  readonly onFlaws: (flaws: Readonly<Record<string, string>>) => void
}

const NO_FLAWS: Readonly<Record<string, string>> = {}

interface CommandDialogProps {
  resource: AnyResource
  command: string
  /** Records that the command runs on; empty for a command on the whole resource. */
  records: readonly AnyRecord[]
  /** Values known where the dialog is opened; the command uses those that it has inputs for. */
  known?: Values
  /** Names of records among the known values, and of those that the record refers to, by resource and id. */
  labels?: Labels
  /** Controls for inputs that need another control than that of their kind. */
  controls?: ResourceSlots['controls']
  /** Content under the inputs: what the present values come to. */
  foot?: ComponentType<CommandFootProps>
  /** The caller shows what becomes of the command: no message says that it was sent. */
  isFollowed?: boolean
  /** `answer` is the command's answer; absent when the dialog was cancelled. */
  onDone: (answer?: { readonly data: unknown }) => void
}

/** Largest number of records that are named; for more, only their number is shown. */
const NAMED = 8

/**
 * Draws the question and the generated form of a command. A command without either runs at once. The idempotency key is made when
 * the dialog opens, so that a second click is the same command.
 */
export function CommandDialog({
  resource,
  command,
  records,
  known,
  labels = {},
  controls,
  foot: Foot,
  isFollowed = false,
  onDone,
}: CommandDialogProps) {
  const { t, has, language } = useWords()
  const rule = resource.commands[command]
  const run = useCommand({ resource, command })
  const fields = Object.entries(rule?.input ?? {})
  const ids = useMemo(() => records.map(record => record.id), [records])
  const [values, setValues] = useState<Values>(() => filledValues(rule?.input ?? {}, known))
  // What the foot has found, of the values of the moment.
  const [found, setFound] = useState(NO_FLAWS)
  const asks = rule?.confirm === true || fields.length > 0
  const started = useRef(false)
  const keys = fields.map(([key]) => key)
  const word = (key: string): string => `${wordKeys.input(resource, command)}.${key}`
  const errors = useFormErrors(keys, key => (keys.includes(key) ? word(key) : undefined))
  const place = useRef<HTMLFormElement>(null)
  useFocusOnErrors(place, errors)

  const send = async (): Promise<void> => {
    try {
      const data = await run.mutateAsync({
        ids,
        input: saveBody(keys, values),
      })
      const name = t(wordKeys.command(resource, command))
      if (waitsForApproval(data)) toast.info(t('kit.commandWaits', { name }))
      else if (isUnderWay(data)) {
        if (!isFollowed) toast.info(t('kit.commandSent', { name }))
      } else {
        // A command that only starts something has its own word for that.
        const own = `${wordKeys.command(resource, command)}Done`
        toast.good(has(own) ? t(own) : t('kit.commandDone', { name }))
      }
      onDone({ data })
    } catch (error) {
      if (error instanceof ApiError) errors.show(error.fields)
      if (!asks) onDone() // the API client has shown the reason
    }
  }

  useEffect(() => {
    if (asks || started.current) return
    started.current = true
    void send()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it runs once, as the ref says
  }, [asks])
  const isReady = useControls(rule?.input)
  const nameOf = useNameOf(resource)
  const about = useAbout(resource, command, records, labels)
  if (!asks || !isReady) return null

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = { ...found, ...messagesOf(fields, values, { t, language }) }
    errors.show(wrong)
    if (Object.keys(wrong).length === 0) void send()
  }
  const title = t(wordKeys.command(resource, command))
  const question = wordKeys.confirm(resource, command)
  const names = records.map(nameOf)
  const [first = ''] = names
  const asked = has(question)
    ? t(question, { count: records.length, name: first })
    : t('kit.commandConfirm', { name: title })
  const isNamed = rule?.confirm === true && records.length === 1 && asked.includes(first)
  return (
    <Dialog
      open
      width={520}
      title={title}
      onClose={() => onDone()}
      foot={
        <>
          <Button onClick={() => onDone()}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form="command-form" loading={run.isPending}>
            {title}
          </Button>
        </>
      }
    >
      <form ref={place} id="command-form" className="w-form" noValidate onSubmit={submit}>
        {errors.general.map(text => (
          <div key={text} className="w-banner" data-tone="bad" role="alert">
            {text}
          </div>
        ))}
        {rule?.confirm && <p>{asked}</p>}
        {records.length > 0 && !isNamed && (
          <p className="w-quiet">
            {joinNames(names.slice(0, NAMED), language)}
            {names.length > NAMED && ` … (${t('kit.records', { count: names.length })})`}
          </p>
        )}
        {about && <p className="w-quiet">{about}</p>}
        <CommandRecords value={ids}>
          {fields.map(([key, field]) => (
            <FieldRow
              key={key}
              column={key}
              field={field}
              name={word(key)}
              label={t(word(key))}
              values={values}
              errors={{ ...found, ...errors.fields }}
              parts={errors.parts[key]}
              labels={labels}
              disabled={run.isPending}
              slots={controls}
              onChange={(column, value) => {
                setValues(now => ({ ...now, [column]: value }))
                // What the foot has found elsewhere holds until it has looked again.
                setFound(before => withoutField(before, column))
                errors.mend(column)
              }}
            />
          ))}
        </CommandRecords>
        {Foot && <Foot command={command} records={records} values={values} onFlaws={setFound} />}
      </form>
    </Dialog>
  )
}

/** Returns whether the controls of the form are loaded. */
function useControls(input: CommandRule['input']): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let isHere = true
    void prepareControls(Object.values(input ?? {})).then(() => isHere && setReady(true))
    return () => {
      isHere = false
    }
  }, [input])
  return isReady
}

/**
 * Returns a text about the record that matters to the command, such as the estimate to accept. Its parts stand between ` · `; a part
 * whose value is missing is left out. Null when nothing is left.
 */
function useAbout(
  resource: AnyResource,
  command: string,
  records: readonly AnyRecord[],
  labels: Labels,
): string | null {
  const { t, has, language } = useWords()
  const zone = useZone()
  const key = wordKeys.about(resource, command)
  const [record] = records
  if (!record || records.length > 1 || !has(key)) return null
  const texts = gapsOf(key).map((gap): [string, string] => {
    const field = fieldOf(resource, gap)
    const name = `${resource.name}.${gap}`
    const value = record[gap]
    // An id says nothing to people.
    const isUnnamed = field?.kind === 'ref' && labels[field.of ?? '']?.[String(value)] === undefined
    const isMissing = field === undefined || isUnnamed || value === null || value === undefined || value === ''
    return [gap, isMissing ? MISSING : faceText(value, field, name, { t, has, language, zone, labels })]
  })
  return partsWithValues(t(key, Object.fromEntries(texts)))
}
