import type { Field } from './field.ts'
import { holdsFiles } from './file-field.ts'
import { allLabelKeys } from './label.ts'
import { columnOf, tableOf } from './names.ts'
import { ownerField, permissionForAll, type Scope, scopeColumn, type ScopeFor, scopeFields } from './scope-rule.ts'
import type { Language } from './words/wording.ts'

export type Fields = Readonly<Record<string, Field>>

export interface ListRule<K extends string> {
  readonly columns: readonly K[]
  readonly filters: readonly K[]
  /** Default order; a leading `-` means descending. */
  readonly sort: K | `-${K}`
  /** Fields a list may be ordered by; the default sort is always among them. */
  readonly sorts?: readonly K[]
  /** Fields that are added up over all rows of a narrowed list, pages aside. */
  readonly totals?: readonly K[]
  /** Text fields that the quick search looks into (substring, trigram index). */
  readonly search?: readonly K[]
}

/** Fields of a form side by side. */
export type FormRow<K extends string> = readonly K[]

/**
 * Rows of a form under a heading, `<resource>.group.<group>`. Groups with a `tab` are shown on the tab of that name,
 * `<resource>.tab.<tab>`, in the order of the groups; forms and details are divided alike.
 */
export interface FormGroup<K extends string = string> {
  readonly group: string
  readonly tab?: string
  readonly rows: readonly FormRow<K>[]
}

export type FormRule<K extends string> = readonly FormRow<K>[] | readonly FormGroup<K>[]

const isGroup = <K extends string>(part: FormRow<K> | FormGroup<K>): part is FormGroup<K> => !Array.isArray(part)
const isRow = <K extends string>(part: FormRow<K> | FormGroup<K>): part is FormRow<K> => Array.isArray(part)

/** Returns a form as groups of rows; rows alone are one group without a name. */
export function formGroups<K extends string>(form: FormRule<K> | undefined): FormGroup<K>[] {
  if (!form) return []
  const parts: readonly (FormRow<K> | FormGroup<K>)[] = form
  const groups = parts.filter(isGroup)
  return groups.length > 0 ? groups : [{ group: '', rows: parts.filter(isRow) }]
}

/** All rows of a form, groups aside. */
export const formRowsOf = <K extends string>(form: FormRule<K> | undefined): FormRow<K>[] =>
  formGroups(form).flatMap(({ rows }) => rows)

export interface CommandRule {
  /** `one` record, a `batch` of chosen records, or the whole resource (`none`). */
  readonly on: 'one' | 'batch' | 'none'
  readonly input?: Fields
  /** Ask before running; the words come from the command's `confirm` key. */
  readonly confirm?: true
  /** Moves money or a device, or may wait for a second person: the sender's idempotency key is compulsory. */
  readonly keyed?: true
}

export interface ResourceRule<F extends Fields, C extends Readonly<Record<string, CommandRule>>> {
  /** `module.word`, the word of the glossary, singular. */
  readonly name: `${string}.${string}`
  /** Path under `/chg/api/`, as the console contract spells it. */
  readonly path: string
  readonly scope: Scope
  /**
   * Of a shared resource: `guarded` lets people who see only a part of the tenant change what is theirs by the rule of the
   * door `withinReach`. Else they change nothing of it.
   */
  readonly changes?: 'guarded'
  /** `crud`: generated writes for reference data. `commands-only`: every change is a named command. */
  readonly writes: 'crud' | 'commands-only'
  readonly fields: F
  readonly list: ListRule<(keyof F & string) | 'createdAt'>
  /** The form: rows of fields side by side, or groups of such rows. Absent for `commands-only`. */
  readonly form?: FormRule<keyof F & string>
  /** The field that names a record to a person. */
  readonly label: keyof F & string
  /**
   * Where people write the name in several languages: the texts that hold it, by language. Chinese is `label` itself, or a
   * text of its own where the label is a code. Everybody reads their own language, where that is empty Chinese.
   */
  readonly labelIn?: Readonly<Partial<Record<Language, keyof F & string>>>
  /**
   * Numbers that leave the server with their middle hidden, and that quick search finds whole or by their shown end only:
   * whoever could look for a part of one, or order by it, could read it.
   */
  readonly masked?: readonly (keyof F & string)[]
  /** Sets of fields that are unique inside a tenant. */
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  readonly commands?: C
  /** Spreadsheets in and out. Export is on unless false; import only where people have spreadsheets. */
  readonly exchange?: { readonly import?: true; readonly export?: false }
  /**
   * Sheets of one record on paper besides its fields, such as a receipt. Each has a maker (`serveSheet`) and a word at
   * `<name>.sheet.<kind>`.
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

/** Kinds whose sum means something: of prices, shares and powers it does not. */
const ADDS_UP: ReadonlySet<Field['kind']> = new Set(['integer', 'money', 'energy', 'duration', 'quantity'])

/** Names in several languages are texts, and whoever searches finds a record by each of them. */
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

/** A masked field is a text that no other way tells, and that no form sends back masked. */
function mustStayMasked<F extends Fields>({
  name,
  fields,
  list,
  ...rule
}: Pick<ResourceRule<F, never>, 'name' | 'fields' | 'list' | 'label' | 'labelIn' | 'masked'>): void {
  const told: readonly string[] = [
    ...list.filters,
    ...(list.sorts ?? []),
    ...(list.search ?? []),
    list.sort.replace(/^-/, ''),
    ...allLabelKeys(rule),
  ]
  for (const key of rule.masked ?? []) {
    const of = fields[key]
    if (of?.kind !== 'phone' && of?.kind !== 'serial')
      throw new Error(`${name}: masked names ${key}, which is no phone or serial`)
    if (!of.fixed && !of.computed) throw new Error(`${name}: a form would send ${key} back masked`)
    if (told.includes(key)) throw new Error(`${name}: ${key} is masked, and its list or label tells it`)
  }
}

/** A command's input has no record that could hold a file. */
function mustHoldFiles({ name, commands }: { name: string; commands?: Readonly<Record<string, CommandRule>> }): void {
  for (const [command, { input = {} }] of Object.entries(commands ?? {}))
    if (Object.values(input).some(holdsFiles))
      throw new Error(`${name}: ${command} takes files, which only fields hold`)
}

/** What carries the scope points at something, and only shared rows have a guard of their own. */
function mustNarrow<F extends Fields>(
  rule: Pick<ResourceRule<F, never>, 'name' | 'fields' | 'scope' | 'changes'>,
): void {
  for (const key of scopeFields(rule)) {
    scopeColumn(rule, key)
    const kind = rule.fields[key]?.kind
    if (kind !== 'ref' && kind !== 'refs') throw new Error(`${rule.name}: scope names ${key}, which points at nothing`)
  }
  const owner = ownerField(rule)
  if (owner !== null && rule.fields[owner]?.kind !== 'ref')
    throw new Error(`${rule.name}: scope names ${owner} as owner, who is one person`)
  if (rule.changes && rule.scope !== 'shared') throw new Error(`${rule.name}: only shared rows are guarded`)
}

/**
 * Makes a resource from its definition. Everything else (table proposal, types, API, permissions,
 * page, words, OpenAPI) is derived; a definition holds no functions, conditions, React or SQL.
 *
 * @throws Error when the definition contradicts itself; it is a mistake of ours, seen at start.
 */
export function defineResource<
  const F extends Fields,
  const C extends Readonly<Record<string, CommandRule>> = Record<never, never>,
>(rule: ResourceRule<F, C> & { readonly scope: ScopeFor<F> }): Resource<F, C> {
  if (!NAME.test(rule.name)) throw new Error(`resource name ${rule.name} is not module.word`)
  const { name, fields } = rule
  for (const key of rule.list.columns) mustBeField(name, fields, key, 'list.columns')
  for (const key of rule.list.filters) mustBeField(name, fields, key, 'list.filters')
  for (const key of rule.list.search ?? []) mustBeField(name, fields, key, 'list.search')
  for (const key of rule.list.totals ?? [])
    if (!ADDS_UP.has(fields[key]?.kind ?? 'text'))
      throw new Error(`${name}: list.totals adds up ${key}, which is no amount`)
  for (const row of formRowsOf(rule.form)) for (const key of row) mustBeField(name, fields, key, 'form')
  for (const set of rule.unique ?? []) for (const key of set) mustBeField(name, fields, key, 'unique')
  mustBeField(name, fields, rule.label, 'label')
  if (rule.labelIn) mustBeWritten(rule)
  if (rule.masked) mustStayMasked(rule)
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

/** Fields people may write: neither computed nor, on update, fixed. */
export function writableFields(resource: Resource, mode: 'create' | 'update'): [string, Field][] {
  return Object.entries(resource.fields).filter(([, f]) => !f.computed && !(mode === 'update' && f.fixed))
}

/** Column names by field key, `id` and the bookkeeping columns included. */
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

/** Fields a list may be ordered by. */
export function sortableFields(resource: Resource): string[] {
  const first = resource.list.sort.replace(/^-/, '')
  return [...new Set([first, ...(resource.list.sorts ?? [])])]
}

const INSTANT: Field = { kind: 'instant' }

/** Returns the field of a column, `createdAt` and `updatedAt` included. */
export function fieldOf({ fields }: Pick<Resource, 'fields'>, key: string): Field | undefined {
  return fields[key] ?? (key === 'createdAt' || key === 'updatedAt' ? INSTANT : undefined)
}

/** A group of the detail with its fields. */
export interface DetailGroup {
  readonly group: string
  readonly tab: string
  readonly fields: readonly (readonly [string, Field])[]
}

/**
 * Returns the detail in the groups of the form; what no form has (set by the server, and when the record was made and changed)
 * follows in the first group. Nothing that has no face.
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
      const isShown = field && field.kind !== 'secret' && field.kind !== 'json' && !without.includes(key)
      return isShown ? [[key, field]] : []
    })
  const [first = { group: '', rows: [] }, ...others] = groups
  return [
    { group: first.group, tab: first.tab ?? '', fields: shown([...first.rows.flat(), ...rest]) },
    ...others.map(({ group, tab = '', rows }) => ({ group, tab, fields: shown(rows.flat()) })),
  ].filter(({ fields }) => fields.length > 0)
}
