import type { Reading } from './shown/readings.ts'
import type { Field } from './field.ts'
import { holdsFiles } from './file-field.ts'
import { type FindRule, mustFind } from './find-rule.ts'
import { mustStayMasked } from './masks/check-masks.ts'
import { allLabelKeys } from './label.ts'
import type { MaskKind } from './masks/mask-whole.ts'
import { columnOf, tableOf } from './names.ts'
import {
  followsStation,
  ownerField,
  permissionForAll,
  type Scope,
  scopeColumn,
  type ScopeFor,
  scopeFields,
} from './scope-rule.ts'
import type { Language } from './words/wording.ts'

export type Fields = Readonly<Record<string, Field>>

export interface ListRule<K extends string, A extends string = never> {
  /** Fields of the record, and those of `added`. */
  readonly columns: readonly (K | A)[]
  /** Columns from the most important on: they get room first where a window is too narrow for all. Others follow in their order. */
  readonly priority?: readonly (K | A)[]
  /** Fields of the record, and those of `added` that the server finds in the database (`beside` of its doors). */
  readonly filters: readonly (K | A)[]
  /** Default order; a leading `-` means descending. */
  readonly sort: K | `-${K}`
  /** Fields that a list can be sorted by, of `added` as for filters. The default sort field always is. */
  readonly sorts?: readonly (K | A)[]
  /** Fields that are added up over all filtered rows of a list, not over the page alone; of `added` as for filters. */
  readonly totals?: readonly (K | A)[]
  /**
   * By choice field, the values whose rows are added up; others are counted as left out, with words at `<resource>.totalLeft`. Without
   * it a list of orders would sum energy that has no amount yet.
   */
  readonly totalled?: Readonly<Partial<Record<K, readonly string[]>>>
  /** Text fields that the quick search looks into (substring, trigram index). */
  readonly search?: readonly K[]
  /** Quick search of a table that grows without end, in place of `search`. */
  readonly find?: FindRule<K>
  /**
   * By choice field, the value whose records lists, sums, files and pickers leave out: for rows of another sort than the list is
   * about. A filter by that field brings them back.
   */
  readonly without?: Readonly<Partial<Record<K, string>>>
}

/** Fields that a form shows side by side. */
export type FormRow<K extends string> = readonly K[]

/**
 * Rows of a form under a heading, whose key is `<resource>.group.<group>`. Groups with a `tab` are shown on the tab of that name,
 * `<resource>.tab.<tab>`, in the order of the groups. Forms and details use the same groups.
 */
export interface FormGroup<K extends string = string> {
  readonly group: string
  readonly tab?: string
  readonly rows: readonly FormRow<K>[]
}

export type FormRule<K extends string> = readonly FormRow<K>[] | readonly FormGroup<K>[]

const isGroup = <K extends string>(part: FormRow<K> | FormGroup<K>): part is FormGroup<K> => !Array.isArray(part)
const isRow = <K extends string>(part: FormRow<K> | FormGroup<K>): part is FormRow<K> => Array.isArray(part)

/** Returns a form as groups of rows. Rows without groups become one group with an empty name. */
export function formGroups<K extends string>(form: FormRule<K> | undefined): FormGroup<K>[] {
  if (!form) return []
  const parts: readonly (FormRow<K> | FormGroup<K>)[] = form
  const groups = parts.filter(isGroup)
  return groups.length > 0 ? groups : [{ group: '', rows: parts.filter(isRow) }]
}

/** Returns all rows of a form in order, without their groups. */
export const formRowsOf = <K extends string>(form: FormRule<K> | undefined): FormRow<K>[] =>
  formGroups(form).flatMap(({ rows }) => rows)

export interface CommandRule {
  /** `one` record, a `batch` of chosen records, or the whole resource (`none`). */
  readonly on: 'one' | 'batch' | 'none'
  readonly input?: Fields
  /** Inputs with personal data and how history hides each; those named like a masked field are hidden like it. */
  readonly masked?: Readonly<Record<string, MaskKind>>
  /** The console asks for confirmation first. The question is the text at the command's `…Confirm` key. */
  readonly confirm?: true
  /** The sender's idempotency key is compulsory: the command moves money or a device, or may wait for a second person. */
  readonly keyed?: true
}

export interface ResourceRule<
  F extends Fields,
  C extends Readonly<Record<string, CommandRule>>,
  A extends Fields = Fields,
> {
  /** `module.word`: the glossary's word, in the singular. */
  readonly name: `${string}.${string}`
  /** Path under `/chg/api/`, as the console contract spells it. */
  readonly path: string
  readonly scope: Scope
  /**
   * Keeps lists from following the station chosen in the console, although the scope names a station: for rows that concern more
   * than it, such as people. The page says so (decision 378).
   */
  readonly stations?: 'notNarrowed'
  /**
   * For shared resources only. With `guarded`, people who see only a part of the tenant may change the rows that the module's
   * `withinReach` rule gives them. Without it they change no row.
   */
  readonly changes?: 'guarded'
  /** `crud`: generated writes for reference data. `commands-only`: every change is a named command. */
  readonly writes: 'crud' | 'commands-only'
  readonly fields: F
  /**
   * Fields that the module reckons whenever records are read (`decorate`) and that are not in the table: lists and exports show them,
   * nothing writes them. A caller who may not know one gets null. Lists filter, sort and add up by those alone for which the module
   * names a place in the database (`beside`, decision 431); everybody who reads the records may then know them.
   */
  readonly added?: A
  /** Permissions that added fields take. Lists and exports offer such a field only to those who have its permission. */
  readonly addedNeeds?: Readonly<Partial<Record<keyof A & string, string>>>
  readonly list: ListRule<(keyof F & string) | 'createdAt', keyof A & string>
  /** The form: rows of fields side by side, or groups of such rows. Of `commands-only` the groups of details alone; may be absent. */
  readonly form?: FormRule<keyof F & string>
  /**
   * Fields that a newly chosen reference fills in a form, by the reference: they take the values of the target's fields of the
   * same names. People may change them afterwards.
   */
  readonly fills?: Readonly<Partial<Record<keyof F & string, readonly (keyof F & string)[]>>>
  /** The field whose value names a record to people. */
  readonly label: keyof F & string
  /**
   * Fields that hold the name in several languages, by language. The Chinese name is `label` itself, or a field of its own where
   * the label is a code. Readers see the name in their language, and the Chinese name where that is empty.
   */
  readonly labelIn?: Readonly<Partial<Record<Language, keyof F & string>>>
  /** Field with the state of a record, which stands beside its name where records are chosen. */
  readonly choiceState?: keyof F & string
  /**
   * Fields with personal data of drivers, and how each is hidden from readers without the right to it (decision 389). Their
   * questions are answered on what is shown to them: searching for other parts would reveal what is hidden, and so would
   * sorting, to anybody. Whoever may unmask finds a record by a whole value as well, which is logged (decision 397).
   */
  readonly masked?: Readonly<Partial<Record<keyof F & string, MaskKind>>>
  /**
   * `readers`: whoever may change records sees them whole, also without the right to personal data: contacts of offices and makers, whom
   * those who keep them call. When absent, the right alone decides.
   */
  readonly maskedFor?: 'readers'
  /**
   * Free texts are about places and staff, whose phones colleagues need: the numbers of people in all of them, or in those named,
   * stay visible. Elsewhere readers without the right see such numbers masked (decision 392), and no list filters, searches or
   * sorts by such a text (decision 397).
   */
  readonly texts?: 'open' | readonly (keyof F & string)[]
  /** How single fields read beyond their kind. */
  readonly readings?: Readonly<Partial<Record<keyof F & string, Reading>>>
  /** Sets of fields that are unique inside a tenant. */
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  readonly commands?: C
  /** Import and export of spreadsheets. Export is on unless false; import only where operators keep such spreadsheets. */
  readonly exchange?: {
    readonly import?: true
    readonly export?: false
    /** Examples of columns in the template of an import, in wire form, where that of the kind would be wrong. */
    readonly samples?: Readonly<Partial<Record<keyof F & string, string>>>
  }
  /**
   * Printable sheets of one record besides the sheet of its fields, such as a receipt. Each has a renderer (`serveSheet`) and a
   * title at `<name>.sheet.<kind>`.
   */
  readonly sheets?: readonly string[]
}

export interface Resource<
  F extends Fields = Fields,
  C extends Readonly<Record<string, CommandRule>> = Readonly<Record<string, CommandRule>>,
> extends ResourceRule<F, C> {
  readonly commands: C
  readonly module: string
  readonly table: string
  /** Every permission that exists for this resource, `assets.station:read` first. */
  readonly permissions: readonly string[]
}

const NAME = /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/

function mustBeField(resource: string, fields: Fields, key: string, where: string): void {
  if (!(key in fields) && key !== 'createdAt') throw new Error(`${resource}: ${where} names unknown field ${key}`)
}

/** Kinds that can be added up. A sum of prices, shares or powers has no meaning. */
const ADDS_UP: ReadonlySet<Field['kind']> = new Set(['integer', 'money', 'energy', 'duration', 'quantity'])

/** Checks that names in several languages are text fields, and that quick search covers each of them. */
function mustBeWritten<F extends Fields>({
  name,
  fields,
  list,
  ...rule
}: Pick<ResourceRule<F, never>, 'name' | 'fields' | 'list' | 'label' | 'labelIn'>): void {
  for (const key of Object.values(rule.labelIn ?? {}))
    if (fields[key]?.kind !== 'text') throw new Error(`${name}: labelIn names ${key}, which is no text`)
  const unsought = allLabelKeys(rule).find(key => list.search && !list.search.includes(key))
  if (unsought !== undefined) throw new Error(`${name}: list.search leaves out ${unsought} of the label`)
}

/** Checks that no command takes files as input: only fields of a record can hold files. */
function mustHoldFiles({ name, commands }: { name: string; commands?: Readonly<Record<string, CommandRule>> }): void {
  for (const [command, { input = {} }] of Object.entries(commands ?? {}))
    if (Object.values(input).some(holdsFiles))
      throw new Error(`${name}: ${command} takes files, which only fields hold`)
}

/**
 * Checks that the fields of the scope are references, that an owner is one person, and that only shared resources are `guarded`.
 */
function mustNarrow<F extends Fields>(
  rule: Pick<ResourceRule<F, never>, 'name' | 'fields' | 'scope' | 'changes' | 'stations'>,
): void {
  for (const key of scopeFields(rule)) {
    scopeColumn(rule, key)
    const kind = rule.fields[key]?.kind
    if (kind !== 'ref' && kind !== 'refs') throw new Error(`${rule.name}: scope names ${key}, which points at nothing`)
  }
  const owner = ownerField(rule)
  if (owner !== null && rule.fields[owner]?.kind !== 'ref')
    throw new Error(`${rule.name}: scope names ${owner} as owner, who is one person`)
  if (rule.stations && !followsStation({ scope: rule.scope }))
    throw new Error(`${rule.name}: no station narrows it, so it need not say so`)
  if (rule.changes && rule.scope !== 'shared') throw new Error(`${rule.name}: only shared rows are guarded`)
}

/**
 * Returns a resource made from its definition. Table proposal, types, API, permissions, page, text keys and OpenAPI are derived
 * from it; a definition holds no functions, conditions, React or SQL.
 * @throws Error when the definition contradicts itself; that is a programming error and shows at start
 */
export function defineResource<
  const F extends Fields,
  const C extends Readonly<Record<string, CommandRule>> = Record<never, never>,
  const A extends Fields = Record<never, never>,
>(rule: ResourceRule<F, C, A> & { readonly scope: ScopeFor<F> }): Resource<F, C> {
  if (!NAME.test(rule.name)) throw new Error(`resource name ${rule.name} is not module.word`)
  const { name, fields } = rule
  for (const key of rule.list.columns) mustBeField(name, { ...fields, ...rule.added }, key, 'list.columns')
  for (const [key, { kind }] of Object.entries(rule.added ?? {}))
    if (key in fields || kind === 'ref' || kind === 'refs')
      throw new Error(`${name}: added ${key} is stored, or a reference`)
  for (const key of rule.list.priority ?? [])
    if (!rule.list.columns.includes(key)) throw new Error(`${name}: list.priority names ${key}, which is no column`)
  for (const key of rule.list.filters) mustBeField(name, { ...fields, ...rule.added }, key, 'list.filters')
  for (const key of rule.list.search ?? []) mustBeField(name, fields, key, 'list.search')
  mustFind(rule)
  for (const [key, value] of Object.entries(rule.list.without ?? {})) {
    const of: Field | undefined = fields[key]
    if (of?.kind !== 'oneOf' || !(rule.list.filters as readonly string[]).includes(key))
      throw new Error(`${name}: list.without names ${key}, which is no choice with a filter`)
    // Else people could hide records by choosing it.
    if (!of.computed && !of.reserved?.includes(value ?? ''))
      throw new Error(`${name}: list.without leaves out ${value} of ${key}, which is not reserved`)
  }
  for (const key of rule.list.totals ?? [])
    if (!ADDS_UP.has((fields[key] ?? rule.added?.[key as keyof A])?.kind ?? 'text'))
      throw new Error(`${name}: list.totals adds up ${key}, which is no amount`)
  for (const [key, values] of Object.entries<readonly string[] | undefined>(rule.list.totalled ?? {})) {
    const of: Field | undefined = fields[key]
    if (of?.kind !== 'oneOf' || !values?.every(value => of.values?.includes(value)))
      throw new Error(`${name}: list.totalled names ${key}, which is no choice with these values`)
  }
  for (const row of formRowsOf(rule.form)) for (const key of row) mustBeField(name, fields, key, 'form')
  for (const set of rule.unique ?? []) for (const key of set) mustBeField(name, fields, key, 'unique')
  mustBeField(name, fields, rule.label, 'label')
  if (rule.choiceState !== undefined && fields[rule.choiceState]?.kind !== 'oneOf')
    throw new Error(`${name}: choiceState names ${rule.choiceState}, which is no state`)
  for (const key of Object.values<readonly string[] | undefined>(rule.fills ?? {}).flat())
    mustBeField(name, fields, key ?? '', 'fills')
  for (const [key, reading] of Object.entries<Reading | undefined>(rule.readings ?? {}))
    for (const one of [key, reading?.once?.field ?? key]) mustBeField(name, fields, one, 'readings')
  if (rule.labelIn) mustBeWritten(rule)
  for (const key of rule.texts === 'open' ? [] : (rule.texts ?? [])) mustBeField(name, fields, key, 'texts')
  mustStayMasked(rule)
  mustNarrow(rule)
  mustHoldFiles(rule)
  if (rule.writes === 'crud' && !rule.form) throw new Error(`${name}: crud needs a form`)

  const actions = ['read']
  if (rule.writes === 'crud') actions.push('create', 'update', 'delete')
  if (rule.exchange?.export !== false) actions.push('export')
  if (rule.exchange?.import) actions.push('import')
  actions.push(...Object.keys(rule.commands ?? {}))
  return {
    ...rule,
    // Absent commands are the empty set; C defaults to exactly that.
    commands: (rule.commands ?? {}) as C,
    module: name.slice(0, name.indexOf('.')),
    table: tableOf(name),
    permissions: [
      ...actions.map(action => `${name}:${action}`),
      ...(ownerField(rule) === null ? [] : [permissionForAll(rule)]),
    ],
  }
}

/** Returns the fields that people may write: all except computed ones and, on update, fixed ones. */
export function writableFields(resource: Resource, mode: 'create' | 'update'): [string, Field][] {
  return Object.entries(resource.fields).filter(([, f]) => !f.computed && !(mode === 'update' && f.fixed))
}

/** Returns the column name of each field, with `id` and the bookkeeping columns. */
export function columnsOf(resource: Resource): Record<string, string> {
  const columns: Record<string, string> = {
    id: 'id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  }
  for (const [key, f] of Object.entries(resource.fields)) columns[key] = columnOf(key, f)
  return columns
}

/** Returns the fields that a list may be sorted by, the default first. */
export function sortableFields(resource: Resource): string[] {
  const first = resource.list.sort.replace(/^-/, '')
  return [...new Set([first, ...(resource.list.sorts ?? [])])]
}

const INSTANT: Field = { kind: 'instant' }

/** Returns the field of a column, added ones, `createdAt` and `updatedAt` included. */
export function fieldOf({ fields, added }: Pick<Resource, 'fields' | 'added'>, key: string): Field | undefined {
  return fields[key] ?? added?.[key] ?? (key === 'createdAt' || key === 'updatedAt' ? INSTANT : undefined)
}

/** A group of the detail page with its fields. */
export interface DetailGroup {
  readonly group: string
  readonly tab: string
  readonly fields: readonly (readonly [string, Field])[]
}

/**
 * Returns the detail page's fields in the groups of the form. Fields that the form lacks (those that the server sets,
 * `createdAt`, `updatedAt`) follow in the first group. Fields of kind `secret` and `json` and those in `without` are left out,
 * and so are empty groups.
 */
export function detailGroups(
  resource: Pick<Resource, 'fields' | 'form'>,
  without: readonly string[] = [],
): DetailGroup[] {
  const groups = formGroups(resource.form)
  const inForm = new Set(formRowsOf(resource.form).flat())
  const rest = [...Object.keys(resource.fields).filter(key => !inForm.has(key)), 'createdAt', 'updatedAt']
  const shown = (keys: readonly string[]): (readonly [string, Field])[] =>
    keys.flatMap((key): (readonly [string, Field])[] => {
      const field = fieldOf(resource, key)
      const isShown =
        field && !field.inner && field.kind !== 'secret' && field.kind !== 'json' && !without.includes(key)
      return isShown ? [[key, field]] : []
    })
  const [first = { group: '', rows: [] }, ...others] = groups
  return [
    { group: first.group, tab: first.tab ?? '', fields: shown([...first.rows.flat(), ...rest]) },
    ...others.map(({ group, tab = '', rows }) => ({ group, tab, fields: shown(rows.flat()) })),
  ].filter(({ fields }) => fields.length > 0)
}
