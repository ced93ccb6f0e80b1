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

/** Anything that is served under a path as a definition is. */
interface Served {
  readonly path: string
}

/** Record of a definition, of any one where its fields are not known. */
export type RecordOf<R> = [RecordFrom<R>] extends [never] ? AnyRecord : RecordFrom<R>

/** Page, size, sort, search and `filter.*` of a list; days, ranges and choices as texts. */
export type ListQuery = Readonly<Record<string, unknown>>

/** One row of a file and the texts in it by field. */
export interface ImportedRow {
  /** Line of the file, the head being line 1. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
}

/*
 * The calls that every definition has. Paths and types follow from it on both sides; the server's routes of the same
 * names are in its `resource-routes.ts`.
 */

export function listCall<R extends Served>({ path }: R): DerivedCall<ListQuery, ListAnswer<RecordOf<R>>> {
  return { method: 'GET', path: `/api/${path}/list` }
}

/** Sums of a list's `totals` over all rows that its filters leave. */
export function totalsCall({ path }: Served): DerivedCall<ListQuery, TotalsAnswer> {
  return { method: 'GET', path: `/api/${path}/totals` }
}

export function getCall<R extends Served>({
  path,
}: R): DerivedCall<{ readonly id: string }, RecordOf<R> & { readonly labels: Labels }> {
  return { method: 'GET', path: `/api/${path}/get` }
}

export function selectCall({ path }: Served): DerivedCall<
  /** `within`: `assets.station:<id>` narrows to records that point at that one. */
  { readonly q?: string; readonly ids?: readonly string[]; readonly within?: string },
  { readonly list: readonly SelectOption[] }
> {
  return { method: 'GET', path: `/api/${path}/select` }
}

export function historyCall({ path }: Served): DerivedCall<{ readonly id: string }, HistoryAnswer> {
  return { method: 'GET', path: `/api/${path}/history` }
}

export function importCall({
  path,
}: Served): DerivedCall<{ readonly dryRun: boolean; readonly rows: readonly ImportedRow[] }, ImportAnswer> {
  return { method: 'POST', path: `/api/${path}/import` }
}

/** Creates without an id, else changes; answers the record as it is now. */
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

/** A command as it is run: with or without a word on what it answers. */
export type AnyCommand = Pick<CommandDeclaration, 'resource' | 'command'> & Partial<CommandDeclaration>

/** What the console gets of a command; of one that states nothing, nothing is known. */
export type CommandAnswer<C extends AnyCommand> = C extends CommandDeclaration<infer O> ? z.output<O> : unknown

/** Returns a command as it is called; of one that does not state its answer, nothing is known of it. */
export function commandCall<C extends AnyCommand>({ resource, command }: C): DerivedCall<ListQuery, CommandAnswer<C>> {
  return { method: 'POST', path: `/api/${resource.path}/${command}` }
}

/** States what a command answers, where somebody reads it: the server brings its answer into this shape, the console gets its type. */
// @__NO_SIDE_EFFECTS__
export function defineCommandAnswer<
  R extends { readonly name: string; readonly path: string; readonly commands: object },
  O extends z.ZodType,
>({ name, path }: R, command: keyof R['commands'] & string, output: O): CommandDeclaration<O> {
  return { resource: { name, path }, command, output }
}
