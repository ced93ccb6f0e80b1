import type { RecordFrom } from '@wattyard/console-kit'
import type { Field } from '@wattyard/resource'
import type { approval } from '../../contract/approval.ts'
import type { AskedInputs } from '../../contract/asked-inputs.ts'

/** A request with the server's description of its inputs. */
export type AskedApproval = RecordFrom<typeof approval> & { readonly asked?: AskedInputs }

export interface ShownInput {
  readonly key: string
  readonly field: Field
  readonly value: unknown
  /** Value that it replaces. */
  readonly before?: { readonly field: Field; readonly value: unknown }
}

export function inputOf({ input }: Pick<AskedApproval, 'input'>): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? Object.fromEntries(Object.entries(input)) : {}
}

/**
 * Returns the inputs of a command in the order of its form, without those that the card shows elsewhere: the reason, and the
 * amount. An optional switch that is off says nothing.
 */
export function shownInputs({
  input,
  amount,
  reason,
  asked,
}: Pick<AskedApproval, 'input' | 'amount' | 'reason' | 'asked'>): ShownInput[] {
  const values = new Map(Object.entries(inputOf({ input })))
  const fields = Object.entries(asked?.fields ?? {})
  // A single sum that was asked for is the amount that moves; among several sums each has a meaning of its own.
  const sums = fields.filter(([, { kind }]) => kind === 'money').map(([key]) => key)
  const ownSums = sums.filter(key => asked?.own?.includes(key))
  const moved = ownSums.length > 0 ? ownSums : sums
  const replaces = asked?.replaces ?? {}
  const replaced = new Set(Object.values(replaces))
  const isMoved = (key: string, value: unknown): boolean =>
    moved.length === 1 && moved[0] === key && value === amount && replaces[key] === undefined
  return fields.flatMap(([key, field]) => {
    const value = values.get(key)
    const isEmpty =
      value === null || value === undefined || value === '' || (value === false && field.optional === true)
    // A record may have a reason where the command takes none.
    const isSaid = (key === 'reason' && reason !== null) || isEmpty || isMoved(key, value) || replaced.has(key)
    const old = replaces[key]
    const oldField = old === undefined ? undefined : asked?.fields[old]
    const before = old !== undefined && oldField ? { before: { field: oldField, value: values.get(old) } } : {}
    return isSaid ? [] : [{ key, field, value, ...before }]
  })
}

/** Returns the record's name, without the appended names of its inputs, which have a line of their own. */
export function subjectOf({ subject, asked }: Pick<AskedApproval, 'subject' | 'asked'>): string {
  const names = Object.values(asked?.labels ?? {}).flatMap(Object.values)
  return names.reduce((text, name) => text.replace(` · ${name}`, ''), subject)
}
