import { type AnyRecord } from '@wattyard/resource'
import { type Dispatch, type SetStateAction, useState } from 'react'
import type { Values } from '../form-values.ts'
import { type FollowedForm, followVersion } from './rivals.ts'

interface FollowedFormState extends FollowedForm {
  readonly setValues: Dispatch<SetStateAction<Values>>
  /** Ends a rivalry: their value is shown, or the one in the form counts. */
  readonly choose: (key: string, isTheirs: boolean) => void
  /** Runs the form's own save: the version that it makes is no news. */
  readonly saving: (save: () => Promise<AnyRecord>) => Promise<AnyRecord>
}

/**
 * Returns the values of a form that follows its record while it is edited.
 * @param first values to begin with
 * @param valuesOf reads the form's values from a version of the record
 */
export function useFollowedForm(
  record: AnyRecord | null,
  first: () => Values,
  valuesOf: (record: AnyRecord) => Values,
): FollowedFormState {
  const [form, setForm] = useState<FollowedForm>(() => {
    const values = first()
    return { before: values, values, rivals: {}, taken: [] }
  })
  const [seen, setSeen] = useState(record)
  const [own, setOwn] = useState<{ isSaving: boolean; version: number | null }>({ isSaving: false, version: null })
  if (record && record !== seen && !own.isSaving) {
    const fresh = valuesOf(record)
    setSeen(record)
    setForm(now =>
      record.version === own.version ? { ...now, before: fresh, values: fresh, rivals: {} } : followVersion(now, fresh),
    )
  }
  return {
    ...form,
    setValues: next => setForm(now => ({ ...now, values: typeof next === 'function' ? next(now.values) : next })),
    choose: (key, isTheirs) =>
      setForm(({ rivals: { [key]: theirs, ...rivals }, ...now }) => ({
        ...now,
        rivals,
        values: isTheirs ? { ...now.values, [key]: theirs } : now.values,
      })),
    saving: async save => {
      setOwn(now => ({ ...now, isSaving: true }))
      try {
        const saved = await save()
        setOwn({ isSaving: false, version: saved.version })
        return saved
      } catch (error) {
        setOwn(now => ({ ...now, isSaving: false }))
        throw error
      }
    },
  }
}
