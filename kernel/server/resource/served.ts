import type { CommandDeclaration, Resource, SelectOption, Typed } from '@wattyard/resource'
import type { Caller } from '../caller.ts'
import type { Shape } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import type { Call } from '../http/route.ts'
import type { SheetReader } from '../paper/served-sheet.ts'
import type { PdfPart } from '../pdf/pdf-sheet.ts'
import type { MessageRef } from '../refusal.ts'
import type { Doors } from './doors.ts'
import type { ResourceIndex, WireRecord } from './read-records.ts'
import type { AnySecondPersonRule } from './second-person.ts'

/** A row of any definition: its columns are looked up by name. */
export type ResourceRow = Record<string, unknown> & {
  id: string
  tenant_id: string
  version: number
  created_at: number
  updated_at: number
}

/** The call of a command, with what it may look up besides its own rows. */
export interface CommandCall extends Call {
  resources: ResourceIndex
  /** Set when a second person has agreed to just this command. */
  approval?: { id: string; askedBy: string }
  /**
   * Adds what the command did to the entry that its records' history keeps of it, beside its inputs: a handler calls it where the
   * inputs alone do not say, such as when something takes effect that was asked for "now". The fields have the words of the
   * definition.
   */
  alsoTell?: (did: ToldDeed) => void
}

/** What a command changed, for the history: values before and after by field. */
export interface ToldDeed {
  readonly before?: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** A command's handler with the types of its definition taken away; modules write `CommandHandler`. */
export type AnyHandler = (
  call: CommandCall,
  rows: readonly ResourceRow[],
  input: Record<string, unknown>,
) => Promise<unknown>

/** A definition with the doors that its module opens on the server, the types of its fields taken away (`Doors` has them). */
export interface ServedResource {
  resource: Resource
  commands: Readonly<Record<string, AnyHandler>>
  /** What commands answer, where it is read: their answers are brought into these shapes. */
  answers?: readonly CommandDeclaration[]
  /** Commands on one record that wait for a second person from some amount on. */
  secondPerson?: Readonly<Record<string, AnySecondPersonRule>>
  /** Whether an action fits the row's state now; permission is checked besides. */
  allows?: (action: string, row: Readonly<ResourceRow>) => boolean
  /** Code of the refusal of a command that `allows` excludes; `kernel.notAllowedNow` when it names none. */
  whyNot?: (action: string, row: Readonly<ResourceRow>) => string | undefined
  /**
   * The rows that the caller may change: ids of those which concern nobody beyond their reach. Records say so in `can`; of a
   * guarded resource the generated writes refuse the others, else the module's own doors do, in words of their own.
   */
  withinReach?: (tx: Tx, caller: Caller, rows: readonly Readonly<ResourceRow>[]) => Promise<ReadonlySet<string>>
  /**
   * Locks what the writers of this resource share, before any of them locks its own row. Taken later, two writers could
   * each hold what the other waits for.
   * @param ids records that the call names; none for a new one
   */
  lockFirst?: (call: Call, ids: readonly string[]) => Promise<void>
  /** Whether a record is changed while a transaction is open that names it in another; deleting it waits. */
  changesBeside?: true
  /**
   * What single values must be beyond their kinds, by the input alone. Rows of a sheet that are refused for another cell are asked
   * as well, so that all flaws of a row are told at once.
   */
  checkValues?: (input: Readonly<Record<string, unknown>>) => void
  /** Returns what is odd about a new row of a sheet, by field: it is imported all the same, and the report says so. */
  oddOfNew?: (call: Call, input: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, MessageRef>>>
  /** Rules across fields and rows. Returns extra columns to write. Throws Refusal. */
  beforeSave?: (call: Call, change: AnyChange) => Promise<Record<string, unknown> | void>
  afterSave?: (call: Call, change: AnySaved) => Promise<void>
  beforeDelete?: (call: Call, row: Readonly<ResourceRow>) => Promise<void>
  /** What follows when they are gone, in the same transaction. */
  afterDelete?: (call: Call, rows: readonly Readonly<ResourceRow>[]) => Promise<void>
  /** Whether somebody who may not read the resource still reads the files of one record, such as whom a notice is for. */
  opensFiles?: (tx: Tx, caller: Caller, id: string) => Promise<boolean>
  /**
   * Further paths below `/api/` that the console contract has for a call of the resource, and the call: the same thing by
   * another name.
   */
  aliases?: Readonly<Record<string, 'list' | 'get' | 'save' | 'del'>>
  /**
   * The records that a reference of a command accepts, by command and input, where its definition cannot say so: ids for the rows
   * that the command will run on, wherever in the tenant they lie; null where it accepts all that the caller reaches. The command
   * checks by the same rule.
   */
  choices?: Readonly<
    Record<
      string,
      Readonly<Record<string, (tx: Tx, rows: readonly Readonly<ResourceRow>[]) => Promise<readonly string[] | null>>>
    >
  >
  /**
   * Returns what tells records of one name apart where they are chosen, by id, as every reader may see it: numbers and masked
   * values. Not asked for callers who may not read the resource.
   */
  choiceHints?: (tx: Tx, caller: Caller, ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  /**
   * Returns the state that stands beside records where they are chosen, by id, where it is not that of one field of theirs: a card of no
   * use. Its words are at `<resource>.<field>Value.<value>`. Not asked for callers who may not read the resource.
   */
  choiceStates?: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, NonNullable<SelectOption['state']>>>
  /** Returns ids of records that a text in a picker finds besides their own fields, such as a member by a card. */
  findChoices?: (tx: Tx, caller: Caller, q: string) => Promise<readonly string[]>
  /** What of a command's input is written into its history: secrets are left out here. The whole input unless said. */
  historyInput?: (command: string, input: Record<string, unknown>) => Record<string, unknown>
  /** Adds values that live elsewhere (a pile's connection) to records about to leave. */
  decorate?: (tx: Tx, caller: Caller, records: WireRecord[], index: ResourceIndex) => Promise<void>
  /** Where the database finds `added` fields by which lists filter, sort and add up (decision 431). */
  beside?: Beside
  /**
   * Fields that people read by what `decorate` adds beside them, by its key: so they stand in exports, too. A number that
   * is called by itself stays a number. A list of `{ word }` is read as these words in the reader's language.
   */
  readAs?: Readonly<Record<string, string>>
  /**
   * Words of fields that hold codes of the product whose keys only code knows: files and papers have them, as screens do. A filter
   * asks with its code alone.
   */
  wordsOf?: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => readonly SaidWord[]>>
  /** Returns what the sheet of a record shows beyond its fields, such as the lines of a bill; the record is in the reader's scope. */
  moreOnSheet?: (reader: SheetReader, id: string) => Promise<PdfPart[]>
}

/** Values of other tables that belong to the rows of one: SQL of constants, never with a value in it. */
export interface Beside {
  /**
   * Joins behind the table, which is called by its own name. Each gives one row at most for each row of the table, and no column
   * that the table has as well: conditions name columns of the table alone.
   */
  readonly from: string
  /** What each field is, by its key: `coalesce(wallet_principal_fen, 0)`. */
  readonly columns: Readonly<Record<string, string>>
}

/** A word by its key, said of the thing that another word names: `Charging pile: read`. */
export interface SaidWord {
  word: string
  of?: string
}

/** A change of a record of any definition. */
export interface AnyChange {
  mode: 'create' | 'update'
  id: string
  /** Checked input by field key, stored forms. */
  input: Readonly<Record<string, unknown>>
  /** Fields that the caller stated; the others of a new record have their initial values. */
  said: ReadonlySet<string>
  before: Readonly<ResourceRow> | null
}

export interface AnySaved extends Omit<AnyChange, 'input' | 'said'> {
  after: Readonly<ResourceRow>
}

/**
 * Returns a definition with its doors. Here the types of its fields end: what goes through the doors has been checked
 * against the definition, and the kernel looks columns up by name.
 *
 * @throws Error when a command has no handler or a handler no command; a mistake of ours, seen at start
 */
export function serveResource<
  const R extends Typed & { readonly name: string },
  const I extends Shape = Readonly<Record<never, never>>,
>(resource: R, doors: Doors<R, I>): ServedResource {
  return withDoors(resource as unknown as Resource, doors as unknown as Omit<ServedResource, 'resource'>)
}

/** Serves a definition without rules of its own; its commands, if any, have no handlers and are a mistake. */
export const servePlain = (resource: Resource): ServedResource => withDoors(resource, {})

function withDoors(resource: Resource, doors: Partial<Omit<ServedResource, 'resource'>>): ServedResource {
  const { name: ofResource } = resource
  const commands = doors.commands ?? {}
  for (const name of Object.keys(resource.commands))
    if (!commands[name]) throw new Error(`${ofResource}: command ${name} has no handler`)
  for (const name of Object.keys(commands))
    if (!resource.commands[name]) throw new Error(`${ofResource}: handler ${name} has no command`)
  for (const name of Object.keys(doors.secondPerson ?? {}))
    if (resource.commands[name]?.on !== 'one' || !resource.commands[name].keyed)
      throw new Error(`${ofResource}: ${name} cannot wait for a second person, it is no keyed command on one record`)
  for (const [command, rules] of Object.entries(doors.choices ?? {}))
    for (const key of Object.keys(rules))
      if (!resource.commands[command]?.input?.[key])
        throw new Error(`${ofResource}: choices of ${command}.${key}, which is no input`)
  for (const { resource: of, command } of doors.answers ?? [])
    if (of.name !== ofResource) throw new Error(`${ofResource}: ${command} answers for ${of.name}`)
  const { filters, sorts = [], totals = [] } = resource.list
  for (const key of [...filters, ...sorts, ...totals])
    if (resource.added?.[key] !== undefined && doors.beside?.columns[key] === undefined)
      throw new Error(`${ofResource}: a list is asked for ${key}, which is nowhere in the database`)
  if (resource.changes === 'guarded' && !doors.withinReach) throw new Error(`${ofResource}: guarded by nothing`)
  return { ...doors, resource, commands }
}
