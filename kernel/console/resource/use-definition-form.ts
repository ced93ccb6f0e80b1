import { type AnyRecord, type Field, isListKind, type Labels, ownerField, permissionForAll } from '@wattyard/resource'
import { useMemo, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { Payload } from '../api/encode.ts'
import { useDirty } from '../module/tab.ts'
import { useMay } from '../session/session.ts'
import { useWords } from '../words/use-words.ts'
import {
  changedKeys,
  type FilledGroup,
  filledGroups,
  initialValues,
  leftBehind,
  missingKeys,
  recordValues,
  saveBody,
  type Values,
} from './form-values.ts'
import { useInvalidate, useSave } from './hooks.ts'
import type { ResourceSlots } from './page-context.tsx'
import { type AnyResource, anyResource } from './records.ts'
import { type FormStanding, standingOf } from './stale-save.ts'

/** The server's word for "somebody else saved meanwhile". */
const STALE = 'kernel.stale'

interface DefinitionFormOptions {
  /** What `defineResource` made. */
  readonly resource: { readonly name: string; readonly path: string }
  /** The record that is changed; null for a new one. */
  readonly record: AnyRecord | null
  /** Names of what the record, or what is known, points at. */
  readonly labels?: Labels
  /** What a new record's form begins with. */
  readonly known?: Values | undefined
  readonly controls?: ResourceSlots['controls'] | undefined
  /** Fields of this form, where it is a part of what the definition's form asks; a constant outside the component. */
  readonly only?: readonly string[] | undefined
  /** What is typed is kept elsewhere, as by a wizard's draft: leaving does not ask. */
  readonly isKept?: boolean | undefined
}

/** State of a definition's form, wherever it stands: a drawer, a tab, a step of a wizard. Draw it with `DefinitionFields`. */
export interface DefinitionForm {
  readonly resource: AnyResource
  readonly record: AnyRecord | null
  readonly groups: readonly FilledGroup[]
  readonly labels: Labels
  readonly controls: ResourceSlots['controls'] | undefined
  readonly values: Values
  /** What is wrong, by field, in the reader's language. */
  readonly errors: Readonly<Record<string, string>>
  /** Counts up whenever errors are shown anew, so that the first of them gets the focus. */
  readonly shownErrors: number
  /** What is wrong and stands at no field of the form. */
  readonly general: readonly (readonly [string, string])[]
  /** Whether somebody else saved meanwhile, and whether the form has what they saved; it is not saved while `behind`. */
  readonly standing: FormStanding
  /** The newest version is being read because somebody asked for it. */
  readonly isLoadingNewest: boolean
  readonly changed: readonly string[]
  readonly isSaving: boolean
  readonly set: (key: string, value: unknown) => void
  /** Shows problems at fields that the screen around has found itself. */
  readonly refuse: (errors: Readonly<Record<string, string>>) => void
  /** Checks what must be filled in; shows what is missing. */
  readonly check: () => boolean
  /** Saves and gives the record; undefined when it was refused, which the form then shows. */
  readonly save: () => Promise<AnyRecord | undefined>
  /** Reads the newest version; what was typed stays. */
  readonly loadNewest: () => Promise<void>
  /** What a save of a new record, or a call of its own, sends. */
  readonly body: () => Payload
}

const NO_LABELS: Labels = {}

/**
 * Returns the form of a definition without any frame: values, what changed, what is wrong, and the save. What somebody
 * else saved meanwhile comes in where nothing was typed, and leaving with something typed asks first (`useDirty`).
 */
export function useDefinitionForm({
  resource: of,
  record,
  labels = NO_LABELS,
  known,
  controls,
  only,
  isKept = false,
}: DefinitionFormOptions): DefinitionForm {
  const resource = anyResource(of)
  const { t } = useWords()
  const mutation = useSave(resource)
  const { standing, ...stale } = useStaleSave(resource, record)
  const owner = ownerField(resource)
  // Whose a record is changes who reaches everybody's; a new one is its maker's unless they say otherwise.
  const givesAway = useMay(permissionForAll(resource))
  const groups = useMemo(
    () =>
      partOf(
        filledGroups(resource, record ? 'update' : 'create', controls, owner === null || givesAway ? [] : [owner]),
        only,
      ),
    [resource, record, controls, owner, givesAway, only],
  )
  const fields = useMemo(() => groups.flatMap(({ rows }) => rows.flat()), [groups])
  const [before, setBefore] = useState<Values>(() =>
    record ? recordValues(record, [fields]) : { ...initialValues(resource.fields), ...known },
  )
  const [values, setValues] = useState<Values>(before)
  const [shown, setShown] = useState<{ errors: Readonly<Record<string, string>>; times: number }>({
    errors: {},
    times: 0,
  })
  const show = (errors: Readonly<Record<string, string>>): void =>
    setShown(({ times }) => ({ errors, times: times + 1 }))
  const changed = changedKeys(before, values)
  useDirty(changed.length > 0 && !isKept)

  // Somebody else's save arrived while we type: what we did not touch follows it.
  const [seen, setSeen] = useState(record)
  if (record && record !== seen) {
    const fresh = recordValues(record, [fields])
    setSeen(record)
    setBefore(fresh)
    setValues({ ...fresh, ...Object.fromEntries(changed.map(key => [key, values[key]])) })
  }

  const set = (key: string, value: unknown): void => {
    const left = leftBehind(resource.fields, key)
    setValues(now => ({
      ...now,
      ...Object.fromEntries(left.map(one => [one, emptied(resource.fields[one])])),
      [key]: value,
    }))
    setShown(({ errors: { [key]: _mended, ...rest }, times }) => ({ errors: rest, times }))
  }
  const check = (): boolean => {
    const missing = missingKeys(fields, values).filter(key =>
      record ? resource.fields[key]?.kind !== 'secret' : key !== owner,
    )
    if (missing.length > 0) show(Object.fromEntries(missing.map(key => [key, t('kit.requiredField')])))
    return missing.length === 0
  }
  const body = (): Payload => {
    const keys = record ? changed : fields.map(([key]) => key).filter(key => values[key] !== undefined)
    return saveBody(keys, values)
  }
  const save = async (): Promise<AnyRecord | undefined> => {
    if (standing === 'behind' || !check()) return undefined
    stale.saving()
    try {
      return await mutation.mutateAsync({
        ...(record ? { id: record.id, version: record.version } : {}),
        ...body(),
      })
    } catch (error) {
      if (error instanceof ApiError) {
        show(error.fields)
        if (error.code === STALE) stale.refused()
      }
      return undefined
    }
  }
  const failure = mutation.error
  const isField = (key: string): boolean => fields.some(([column]) => column === key)
  return {
    resource,
    record,
    groups,
    labels,
    controls,
    values,
    errors: shown.errors,
    shownErrors: shown.times,
    general: failure && failure.code !== STALE ? Object.entries(failure.fields).filter(([key]) => !isField(key)) : [],
    standing,
    isLoadingNewest: stale.isLoadingNewest,
    changed,
    isSaving: mutation.isPending,
    set,
    refuse: show,
    check,
    save,
    body,
    loadNewest: stale.loadNewest,
  }
}

/** Follows what becomes of a save that named an old version. */
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

/** Groups with the named fields only; all when none are named. */
function partOf(groups: readonly FilledGroup[], only: readonly string[] | undefined): readonly FilledGroup[] {
  if (!only) return groups
  return groups
    .map(group => ({
      ...group,
      rows: group.rows.map(row => row.filter(([key]) => only.includes(key))).filter(row => row.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Value of a control in which nothing is chosen. */
const emptied = (field: Field | undefined): unknown => (field && isListKind(field) ? [] : null)
