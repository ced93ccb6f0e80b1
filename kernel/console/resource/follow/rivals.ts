import { changedKeys, type Values } from '../form-values.ts'

/** What a form shows of a record, and what others have saved since it was opened. */
export interface FollowedForm {
  /** Values of the version that the form is based on. */
  readonly before: Values
  readonly values: Values
  /** Fields that were edited here and that somebody else has saved with another value, with that value. */
  readonly rivals: Values
  /** Fields that were not edited here and that show what somebody else has saved. */
  readonly taken: readonly string[]
}

/**
 * Returns the form based on a newer version of its record: fields that were not edited follow it, edited ones keep what was typed.
 * A field that both changed, to different values, is a rival until somebody chooses.
 */
export function followVersion({ before, values, rivals, taken }: FollowedForm, fresh: Values): FollowedForm {
  const edited = changedKeys(before, values)
  const theirs = changedKeys(before, fresh)
  const merged = { ...fresh, ...Object.fromEntries(edited.map(key => [key, values[key]])) }
  const open = [...Object.keys(rivals), ...theirs.filter(key => edited.includes(key))]
  const differing = new Set(changedKeys(fresh, merged))
  return {
    before: fresh,
    values: merged,
    rivals: Object.fromEntries(open.filter(key => differing.has(key)).map(key => [key, fresh[key]])),
    taken: [...new Set([...taken, ...theirs.filter(key => !edited.includes(key))])],
  }
}
