import {
  type AnyRecord,
  type Field,
  filledFrom,
  fitsFormat,
  isListKind,
  type Labels,
  ownerField,
  permissionForAll,
} from '@wattyard/resource'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { checkNewRecord } from '@wattyard/calls'
import { api } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import type { Payload } from '../api/encode.ts'
import { pathOfResource } from '../module/registry.ts'
import { useDirty } from '../module/tab.ts'
import { useMay } from '../session/session.ts'
import { useWords, wordKeys } from '../words/use-words.ts'
import {
  changedKeys,
  type FilledGroup,
  filledGroups,
  initialValues,
  isEmpty,
  leftBehind,
  partOf,
  recordValues,
  saveBody,
  type Values,
} from './form-values.ts'
import { type FileWait, useFileWait } from '../documents/files-on-the-way.ts'
import type { PlacedErrors } from './form-errors.ts'
import { messagesOf } from './field-flaws.ts'
import { useInvalidate, useSave } from './hooks.ts'
import type { ResourceSlots } from './page-context.tsx'
import { resourceQueries } from './queries.ts'
import { type AnyResource, anyResource } from './records.ts'
import { type FormStanding, STALE, standingOf } from './follow/stale-save.ts'
import { useFollowedForm } from './follow/use-followed-form.ts'
import { useFormErrors } from './use-form-errors.ts'

interface DefinitionFormOptions {
  /** Result of `defineResource`. */
  readonly resource: { readonly name: string; readonly path: string }
  /** The record to change; null for a new one. */
  readonly record: AnyRecord | null
  /** Names of the records that the record or its known values refer to. */
  readonly labels?: Labels
  /** Initial values of a new record's form. */
  readonly known?: Values | undefined
  readonly controls?: ResourceSlots['controls'] | undefined
  /** Fields of this form when it asks only a part of the definition's form; a constant outside the component. */
  readonly only?: readonly string[] | undefined
  /** Fields that this form needs, though the definition leaves them open; a constant outside the component. */
  readonly needs?: readonly string[] | undefined
  /** The input is stored elsewhere, such as in a wizard's draft, so leaving does not ask. */
  readonly isKept?: boolean | undefined
}

/** State of a definition's form, for a drawer, a tab or a step of a wizard. Draw it with `DefinitionFields`. */
export interface DefinitionForm {
  readonly resource: AnyResource
  readonly record: AnyRecord | null
  readonly groups: readonly FilledGroup[]
  readonly labels: Labels
  readonly controls: ResourceSlots['controls'] | undefined
  readonly values: Values
  /** Messages by field, in the reader's language. */
  readonly errors: Readonly<Record<string, string>>
  /** Messages by place inside a field, such as `lat` of a location. */
  readonly partErrors: PlacedErrors['parts']
  /** Increases whenever errors are shown, so that the first of them gets the focus. */
  readonly shownErrors: number
  /** Messages that belong to no field of the form. */
  readonly general: readonly string[]
  /** Fields that the last chosen reference has filled, by the reference. */
  readonly filled: Readonly<Record<string, readonly string[]>>
  /** Whether somebody else has saved meanwhile, and whether the form has their version; `behind` cannot be saved. */
  readonly standing: FormStanding
  /** Fields edited here that somebody else has saved with another value meanwhile, with that value. Nothing is saved before a choice. */
  readonly rivals: Values
  /** Names of fields that show what somebody else has saved since the form was opened. */
  readonly taken: readonly string[]
  /** The newest version is being read at a person's request. */
  readonly isLoadingNewest: boolean
  readonly changed: readonly string[]
  readonly isSaving: boolean
  /** Files that are on their way, and the submit that waits for them. */
  readonly fileWait: FileWait
  readonly set: (key: string, value: unknown) => void
  /** Chooses between a rival value and the one in the form. */
  readonly choose: (key: string, isTheirs: boolean) => void
  /** Shows errors that the surrounding screen has found, at their fields. */
  readonly refuse: (errors: Readonly<Record<string, string>>) => void
  /**
   * Shows fields that are missing or cannot be read, rivals nobody has chosen from, and what the surrounding screen was told of others;
   * returns whether there are none. Of a new record whose form is not complete the server is asked about the rest, and its flaws join
   * the others.
   */
  readonly check: (told?: Readonly<Record<string, string>>) => boolean
  /** Returns whether every text has the format of its field and fits into it. */
  readonly isWellFormed: () => boolean
  /** Saves, and resolves to the record; to undefined when it was refused, which the form then shows. */
  readonly save: () => Promise<AnyRecord | undefined>
  /** Reads the newest version; typed input stays. */
  readonly loadNewest: () => Promise<void>
  /** Returns the body for the save of a new record, or for a call of its own. */
  readonly body: () => Payload
}

const NO_LABELS: Labels = {}

/**
 * Returns the form of a definition without a frame: values, changes, errors, and the save. A version that somebody else saved
 * meanwhile replaces the values that were not edited here; where both changed a field, a person chooses (`rivals`). Leaving with
 * unsaved input asks first (`useDirty`).
 */
export function useDefinitionForm({
  resource: of,
  record,
  labels = NO_LABELS,
  known,
  controls,
  only,
  needs,
  isKept = false,
}: DefinitionFormOptions): DefinitionForm {
  const resource = anyResource(of)
  const { t, language } = useWords()
  const mutation = useSave(resource)
  const { standing, ...stale } = useStaleSave(resource, record)
  const owner = ownerField(resource)
  // Only people who reach everybody's records may set the owner; otherwise a new record belongs to its maker.
  const givesAway = useMay(permissionForAll(resource))
  const groups = useMemo(
    () =>
      partOf(
        filledGroups(resource, record ? 'update' : 'create', controls, owner === null || givesAway ? [] : [owner]),
        only,
        needs,
      ),
    [resource, record, controls, owner, givesAway, only, needs],
  )
  const fields = useMemo(() => groups.flatMap(({ rows }) => rows.flat()), [groups])
  const { before, values, setValues, ...followed } = useFollowedForm(
    record,
    () => (record ? recordValues(record, [fields]) : { ...initialValues(resource.fields), ...known }),
    newest => recordValues(newest, [fields]),
  )
  const keys = useMemo(() => fields.map(([key]) => key), [fields])
  const errors = useFormErrors(keys, key => (key in resource.fields ? wordKeys.field(resource, key) : undefined))
  const fileWait = useFileWait(errors.show)
  const changed = changedKeys(before, values)
  useDirty(changed.length > 0 && !isKept)

  const filling = useFilling(resource, fields, filled => {
    setValues(now => ({ ...now, ...filled }))
    for (const key of Object.keys(filled)) errors.mend(key)
  })
  const edits = useRef(0)
  const set = (key: string, value: unknown): void => {
    edits.current += 1
    filling.choose(key, value)
    const left = leftBehind(resource.fields, key)
    setValues(now => ({
      ...now,
      ...Object.fromEntries(left.map(one => [one, emptied(resource.fields[one])])),
      [key]: value,
    }))
    errors.mend(key)
  }
  const check = (told: Readonly<Record<string, string>> = {}): boolean => {
    const asked = fields.filter(([key, { kind }]) =>
      // What is stored and was not edited is not sent either.
      isEmpty(values[key]) ? (record ? kind !== 'secret' : key !== owner) : !record || changed.includes(key),
    )
    const open = Object.keys(followed.rivals).map(key => [key, t('kit.rival.chooseFirst')])
    const wrong = { ...told, ...messagesOf(asked, values, { t, language }), ...Object.fromEntries(open) }
    const isRight = Object.keys(wrong).length === 0
    // What was told before and has been mended elsewhere is taken away, too.
    if (!isRight || Object.keys(errors.fields).length > 0) errors.show(wrong)
    if (!isRight && record === null && !isKept) void askRest()
    return isRight
  }
  /** Adds what the server says of the values as they are, unless the person has gone on meanwhile. */
  const askRest = async (): Promise<void> => {
    const asked = edits.current
    const told = await flawsOfNew(resource.name, body())
    if (edits.current === asked) errors.join(told)
  }
  const body = (): Payload => {
    return saveBody(record ? changed : keys.filter(key => values[key] !== undefined), values)
  }
  const save = async (): Promise<AnyRecord | undefined> => {
    if (standing === 'behind' || !check()) return undefined
    stale.saving()
    try {
      return await followed.saving(() =>
        mutation.mutateAsync({ ...(record ? { id: record.id, version: record.version } : {}), ...body() }),
      )
    } catch (error) {
      if (error instanceof ApiError) {
        errors.show(error.fields)
        if (error.code === STALE) stale.refused()
      }
      return undefined
    }
  }
  return {
    resource,
    record,
    groups,
    labels,
    controls,
    values,
    errors: errors.fields,
    partErrors: errors.parts,
    shownErrors: errors.times,
    general: errors.general,
    filled: filling.filled,
    standing,
    rivals: followed.rivals,
    taken: followed.taken.filter(key => keys.includes(key)),
    isLoadingNewest: stale.isLoadingNewest,
    changed,
    isSaving: mutation.isPending,
    fileWait,
    set,
    choose: (key, isTheirs) => {
      errors.mend(key)
      followed.choose(key, isTheirs)
    },
    refuse: errors.show,
    check,
    isWellFormed: () => fields.every(([key, of]) => fitsFormat(of, values[key])),
    save,
    body,
    loadNewest: stale.loadNewest,
  }
}

/** Returns what the server refuses of the values of a new record; nothing where it cannot be asked, as the save will tell. */
async function flawsOfNew(resource: string, values: Payload): Promise<Readonly<Record<string, string>>> {
  try {
    await api.call(checkNewRecord, { resource, values }, { quiet: true })
    return {}
  } catch (error) {
    return error instanceof ApiError ? error.fields : {}
  }
}

/** Fills fields from a newly chosen record (`fills` of the definition), and tells which. */
function useFilling(
  { fields, fills = {} }: AnyResource,
  shown: readonly (readonly [string, Field])[],
  fill: (values: Values) => void,
) {
  const client = useQueryClient()
  const [filled, setFilled] = useState<Readonly<Record<string, readonly string[]>>>({})
  const latest = useRef<unknown>(null)
  const choose = (key: string, id: unknown): void => {
    const keys = fills[key]
    const name = fields[key]?.of ?? ''
    const path = pathOfResource(name)
    if (!keys || path === undefined) return
    latest.current = id
    setFilled(({ [key]: _before, ...rest }) => rest)
    if (typeof id !== 'string') return
    const read = client.fetchQuery(resourceQueries.record({ name, path }, id))
    void read.then(
      target => {
        // Another one may have been chosen while this was read.
        if (latest.current !== id) return
        const values = filledFrom(
          shown.filter(([one]) => keys.includes(one)),
          target as AnyRecord, // its definition is known by name only
        )
        fill(values)
        setFilled(before => ({ ...before, [key]: Object.keys(values) }))
      },
      () => {}, // the person fills the fields themselves
    )
  }
  return { filled, choose }
}

/** Tracks a save that was refused because it named an old version. */
function useStaleSave({ name }: AnyResource, record: AnyRecord | null) {
  const invalidate = useInvalidate()
  const [refused, setRefused] = useState<number | null>(null)
  const [isLoadingNewest, setLoading] = useState(false)
  return {
    standing: standingOf(refused, record?.version),
    isLoadingNewest,
    saving: () => setRefused(null),
    refused: () => setRefused(record?.version ?? null),
    loadNewest: async () => {
      setLoading(true)
      await invalidate(name).finally(() => setLoading(false))
    },
  }
}

/** Returns the value of a control in which nothing is chosen. */
const emptied = (field: Field | undefined): unknown => (field && isListKind(field) ? [] : null)
