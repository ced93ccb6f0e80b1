import {
  type ChangeOf,
  type CommandDeclaration,
  type CommandInput,
  columnOf,
  type Fields,
  type InputOf,
  type RowOf,
  type Typed,
  type ValueOf,
  type WireValue,
} from '@wattyard/resource'
import type { Caller } from '../caller.ts'
import type { RowIn, Shape } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import type { Call } from '../http/route.ts'
import type { ResourceIndex, WireRecord } from './read-records.ts'
import type { AnySecondPersonRule, Basis, Weight } from './second-person.ts'
import type { CommandCall, ServedResource } from './served.ts'

/*
 * The doors of a definition as modules write them: rows, inputs and changes have the types of its fields. What each door
 * is for stands at `ServedResource`, where the same doors are without types.
 */

/** No columns beside the fields. */
type NoShape = Readonly<Record<never, never>>

/** A row of a definition with the columns that only its server knows (`Doors.inner`). */
export type WholeRow<R extends { readonly fields: Fields }, I extends Shape = NoShape> = RowOf<R> & RowIn<I>

/** Runs one command on locked rows (none for `on: 'none'`); what it returns is the answer's data. */
export type CommandHandler<R extends Typed, N extends keyof R['commands'], I extends Shape = NoShape> = (
  call: CommandCall,
  rows: readonly WholeRow<R, I>[],
  input: CommandInput<R, N>,
) => Promise<unknown>

/** A record about to be written: checked input by field key in stored form, and the row as it stands. */
export type SaveChange<R extends { readonly fields: Fields }, I extends Shape = NoShape> = {
  readonly id: string
  /** Fields that the caller stated; the others of a new record have their initial values. */
  readonly said: ReadonlySet<string>
} & (
  | { readonly mode: 'create'; readonly input: InputOf<R['fields']>; readonly before: null }
  | { readonly mode: 'update'; readonly input: ChangeOf<R['fields']>; readonly before: Readonly<WholeRow<R, I>> }
)

/** A record that has been written. */
export interface SavedChange<R extends { readonly fields: Fields }, I extends Shape = NoShape> {
  readonly mode: 'create' | 'update'
  readonly id: string
  readonly before: Readonly<WholeRow<R, I>> | null
  readonly after: Readonly<WholeRow<R, I>>
}

/** Says when a command on one record waits for a second person; each key is explained at `AnySecondPersonRule`. */
export interface SecondPersonRule<R extends Typed, N extends keyof R['commands'], I extends Shape = NoShape>
  extends Pick<AnySecondPersonRule, 'from_fen' | 'side' | 'switched' | 'about' | 'page' | 'tellsAsker'> {
  readonly weigh: (
    call: CommandCall,
    row: WholeRow<R, I>,
    input: CommandInput<R, N>,
  ) => Promise<Weight | null> | Weight | null
  readonly subject?: (call: CommandCall, row: WholeRow<R, I>) => Promise<string | null>
  readonly restsOn?: readonly (keyof WholeRow<R, I> & string)[]
  readonly alsoRestsOn?: (call: CommandCall, row: WholeRow<R, I>, input: CommandInput<R, N>) => Promise<Basis>
  readonly restsOnRecords?: (row: WholeRow<R, I>, input: CommandInput<R, N>) => readonly (string | null)[]
  readonly place?: (
    call: CommandCall,
    row: WholeRow<R, I>,
  ) => Promise<{ station_id: string; operator_id: string } | null>
}

/** A record about to leave, to which a module adds what lives elsewhere. */
export type RecordToShow<R extends { readonly fields: Fields }> = WireRecord & {
  -readonly [K in keyof R['fields']]: WireValue<R['fields'][K]>
}

type Writable<V> = V extends number ? V | Date : V extends object ? V | string : V

/** Columns to write besides what was sent: moments also as `Date`, structured data also as JSON text. */
type Columns<R extends { readonly fields: Fields }, I extends Shape> = {
  readonly [C in keyof WholeRow<R, I>]?: Writable<WholeRow<R, I>[C]>
}

/** One handler for each command, none for a definition without. */
type Handlers<R extends Typed, I extends Shape> = [keyof R['commands']] extends [never]
  ? { readonly commands?: Readonly<Record<never, never>> }
  : { readonly commands: { readonly [N in keyof R['commands']]: CommandHandler<R, N, I> } }

export type Doors<R extends Typed, I extends Shape> = Handlers<R, I> &
  Pick<
    ServedResource,
    | 'lockFirst'
    | 'changesBeside'
    | 'aliases'
    | 'beside'
    | 'opensFiles'
    | 'readAs'
    | 'checkValues'
    | 'oddOfNew'
    | 'choiceHints'
    | 'choiceStates'
    | 'findChoices'
    | 'wordsOf'
    | 'moreOnSheet'
  > & {
    /** Columns of the table that are no fields and that doors look at. */
    readonly inner?: I
    readonly answers?: readonly CommandDeclaration[]
    readonly secondPerson?: { readonly [N in keyof R['commands']]?: SecondPersonRule<R, N, I> }
    readonly allows?: (
      action: (keyof R['commands'] & string) | 'update' | 'delete',
      row: Readonly<WholeRow<R, I>>,
    ) => boolean
    readonly whyNot?: (
      action: (keyof R['commands'] & string) | 'update' | 'delete',
      row: Readonly<WholeRow<R, I>>,
    ) => string | undefined
    readonly withinReach?: (
      tx: Tx,
      caller: Caller,
      rows: readonly Readonly<WholeRow<R, I>>[],
    ) => Promise<ReadonlySet<string>>
    readonly choices?: {
      readonly [N in keyof R['commands']]?: Readonly<
        Record<string, (tx: Tx, rows: readonly Readonly<WholeRow<R, I>>[]) => Promise<readonly string[] | null>>
      >
    }
    readonly beforeSave?: (call: Call, change: SaveChange<R, I>) => Promise<Columns<R, I> | void>
    readonly afterSave?: (call: Call, change: SavedChange<R, I>) => Promise<void>
    readonly beforeDelete?: (call: Call, row: Readonly<WholeRow<R, I>>) => Promise<void>
    readonly afterDelete?: (call: Call, rows: readonly Readonly<WholeRow<R, I>>[]) => Promise<void>
    readonly historyInput?: (
      command: keyof R['commands'] & string,
      input: Record<string, unknown>,
    ) => Record<string, unknown>
    readonly decorate?: (tx: Tx, caller: Caller, records: RecordToShow<R>[], index: ResourceIndex) => Promise<void>
  }

/** Value of a field once a change is written: what the change says, else what is stored; undefined where neither says. */
export function valueAfter<F extends Fields, K extends keyof F & string>(
  { fields }: { readonly fields: F },
  {
    input,
    before,
  }: { readonly input: ChangeOf<F> | InputOf<F>; readonly before: Readonly<RowOf<{ readonly fields: F }>> | null },
  key: K,
): ValueOf<F[K]> | null | undefined {
  // Keys and columns are the definition's own; the compiler cannot follow them through the name of the column.
  const said = (input as Readonly<Record<string, unknown>>)[key]
  const stored = (before as Readonly<Record<string, unknown>> | null)?.[columnOf(key, fields[key]!)]
  return (said === undefined ? stored : said) as ValueOf<F[K]> | null | undefined
}
