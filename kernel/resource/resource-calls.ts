// oxlint-disable-next-line no-restricted-imports -- calls of a definition are derived here, and nowhere else
import type { DerivedCall } from '@wattyard/calls'
import type { z } from 'zod'
import type {
  AnyRecord,
  HistoryAnswer,
  ImportAnswer,
  Labels,
  ListAnswer,
  RecordFrom,
  SelectOption,
  TotalsAnswer,
} from './answers.ts'

/** A definition, or any object with the same routes under its path. */
interface Served {
  readonly path: string
}

/** Record of a definition, or `AnyRecord` when its fields are unknown. */
export type RecordOf<R> = [RecordFrom<R>] extends [never] ? AnyRecord : RecordFrom<R>

/** Page, size, sort, search and `filter.*` of a list. Days, ranges and choices are texts. */
export type ListQuery = Readonly<Record<string, unknown>>

/** One row of an imported file: its texts by field. */
export interface ImportedRow {
  /** Line number in the file; the header is line 1. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
}

/*
 * Calls that every definition has. Path and types follow from the definition on both sides; the server's routes of the same names
 * are in `resource-routes.ts`.
 */

export function listCall<R extends Served>({ path }: R): DerivedCall<ListQuery, ListAnswer<RecordOf<R>>> {
  return { method: 'GET', path: `/api/${path}/list` }
}

/** Returns the call for the sums of a list's `totals` over all filtered rows. */
export function totalsCall({ path }: Served): DerivedCall<ListQuery, TotalsAnswer> {
  return { method: 'GET', path: `/api/${path}/totals` }
}

export function getCall<R extends Served>({
  path,
}: R): DerivedCall<{ readonly id: string }, RecordOf<R> & { readonly labels: Labels }> {
  return { method: 'GET', path: `/api/${path}/get` }
}

export function selectCall({ path }: Served): DerivedCall<
  /**
   * `within`: `assets.station:<id>` narrows to records that point at that one. `for`: `assets.station.operator` narrows to those
   * that the field accepts, `heldBy` to those that it can hold already.
   */
  {
    readonly q?: string
    readonly ids?: readonly string[]
    readonly within?: string
    readonly for?: string
    readonly heldBy?: string
  },
  { readonly list: readonly SelectOption[] }
> {
  return { method: 'GET', path: `/api/${path}/select` }
}

/**
 * Returns the call for the records that a field of a form (`create`, `update`) or an input of a command may name, for whoever may
 * fill it. `records`: those that the command will run on.
 */
export function choicesCall(
  { path }: Served,
  action: string,
): DerivedCall<
  {
    readonly field: string
    readonly q?: string
    readonly ids?: readonly string[]
    readonly within?: string
    readonly records?: readonly string[]
  },
  { readonly list: readonly SelectOption[] }
> {
  return { method: 'POST', path: `/api/${path}/${action}Choices` }
}

export function historyCall({ path }: Served): DerivedCall<{ readonly id: string }, HistoryAnswer> {
  return { method: 'GET', path: `/api/${path}/history` }
}

export function importCall({
  path,
}: Served): DerivedCall<{ readonly dryRun: boolean; readonly rows: readonly ImportedRow[] }, ImportAnswer> {
  return { method: 'POST', path: `/api/${path}/import` }
}

/** Returns the call that creates a record without `id` and updates it with one. It answers the record as stored. */
export function saveCall<R extends Served>({ path }: R): DerivedCall<ListQuery, RecordOf<R>> {
  return { method: 'POST', path: `/api/${path}/save` }
}

export function deleteCall({
  path,
}: Served): DerivedCall<{ readonly ids: readonly string[] }, { readonly deleted: number }> {
  return { method: 'POST', path: `/api/${path}/del` }
}

/** A command of a definition with the shape of its answer. */
export interface CommandDeclaration<O extends z.ZodType = z.ZodType> {
  readonly resource: { readonly name: string; readonly path: string }
  readonly command: string
  readonly output: O
}

/** A command with or without a stated answer. */
export type AnyCommand = Pick<CommandDeclaration, 'resource' | 'command'> & Partial<CommandDeclaration>

/** Answer of a command as the console gets it; `unknown` when the command states none. */
export type CommandAnswer<C extends AnyCommand> = C extends CommandDeclaration<infer O> ? z.output<O> : unknown

/** Returns the call of a command. Its answer is `unknown` when the command states none. */
export function commandCall<C extends AnyCommand>({ resource, command }: C): DerivedCall<ListQuery, CommandAnswer<C>> {
  return { method: 'POST', path: `/api/${resource.path}/${command}` }
}

/**
 * Declares the answer of a command for callers that read it. The server brings its answer into this shape, the console gets its
 * type.
 */
// @__NO_SIDE_EFFECTS__
export function defineCommandAnswer<
  R extends { readonly name: string; readonly path: string; readonly commands: object },
  O extends z.ZodType,
>({ name, path }: R, command: keyof R['commands'] & string, output: O): CommandDeclaration<O> {
  return { resource: { name, path }, command, output }
}
