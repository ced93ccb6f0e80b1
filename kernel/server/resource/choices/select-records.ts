import { allLabelKeys, columnOf, columnsOf, type Resource, type SelectOption } from '@wattyard/resource'
import { type Caller, WHOLE_TENANT } from '../../caller.ts'
import { col } from '../../database/columns.ts'
import type { Tx } from '../../database/tx.ts'
import { labelMask, type PersonalReader, seesPersonal } from '../../personal.ts'
import { Condition } from '../condition.ts'
import { hiddenTests } from '../hidden/hidden-tests.ts'
import { labelColumn, named } from '../label-column.ts'
import { addSearch, addWithout, likeText, orderBy } from '../list-query.ts'
import type { ResourceIndex } from '../read-records.ts'
import { scoped } from '../scope.ts'
import type { ServedResource } from '../served.ts'
import { addContainer } from '../within.ts'
import { addHeldBy, addOffered } from './offered.ts'

const SELECT_LIMIT = 50

/** Adds that a record is called something with a text in it, in any language; a name that is hidden as it is shown, or by the whole. */
function addName(where: Condition, resource: Resource, q: string, reader: PersonalReader): void {
  if (labelMask(resource) && !seesPersonal(reader)) {
    const tests = hiddenTests(where, resource, q, reader, likeText)
    where.add(tests.length > 0 ? `(${tests.join(' or ')})` : 'false')
  } else where.add(holdsText(resource, where.value(likeText(q))))
}

/** A definition as a search sees it that looks into names alone, also where they are hidden. */
function labelAlone(resource: Resource): Resource {
  const names = allLabelKeys(resource)
  const masks = Object.entries(resource.masked ?? {}).filter(([key]) => names.includes(key))
  return { ...resource, masked: Object.fromEntries(masks) }
}

function holdsText(resource: Resource, text: string): string {
  const columns = allLabelKeys(resource).map(key => {
    const of = resource.fields[key]
    return of ? columnOf(key, of) : 'id'
  })
  return `(${columns.map(column => `${column}::text ilike ${text}`).join(' or ')})`
}

/** What was typed into a picker, and where it is looked for. */
interface Typed {
  readonly served: ServedResource | undefined
  readonly resource: Resource
  readonly q: string
  readonly namesOnly: boolean
}

/** Adds that a record is found by what was typed: by its own texts, or by what its module finds it by besides. */
async function addTyped(
  tx: Tx,
  where: Condition,
  { served, resource, q, namesOnly }: Typed,
  caller: Caller,
): Promise<void> {
  const own = new Condition(where.values)
  if (resource.list.search && !namesOnly) addSearch(own, resource, q, caller)
  else addName(own, namesOnly ? labelAlone(resource) : resource, q, caller)
  const others = namesOnly ? [] : ((await served?.findChoices?.(tx, caller, q)) ?? [])
  const among = others.length > 0 ? ` or id = any(${own.value(others)}::uuid[])` : ''
  for (const value of own.values.slice(where.values.length)) where.value(value)
  where.add(`(${own.text}${among})`)
}

/** Adds what tells records of one name apart, and states that are not those of one field. */
async function withHints(
  tx: Tx,
  caller: Caller,
  served: ServedResource | undefined,
  list: readonly SelectOption[],
): Promise<readonly SelectOption[]> {
  if (list.length === 0) return list
  const ids = list.map(({ id }) => id)
  const hints = await served?.choiceHints?.(tx, caller, ids)
  const states = await served?.choiceStates?.(tx, ids)
  return list.map(option => {
    const state = states?.get(option.id)
    return { ...option, ...(hints && { hints: hints.get(option.id) ?? [] }), ...(state && { state }) }
  })
}

interface SelectInput {
  readonly q: string
  readonly ids?: readonly string[] | undefined
  /** `assets.station:<id>` of the record in which the options lie. */
  readonly within?: string | undefined
  /** Full name of the field that is chosen for: options that it would refuse are left out. */
  readonly for?: string | undefined
  /** Full name of the field that is filtered by: options that it can never hold are left out. */
  readonly heldBy?: string | undefined
  /** The only records to choose from, wherever in the tenant they lie. */
  readonly among?: readonly string[]
  /** Records that are not offered. */
  readonly without?: readonly string[]
  /** Names alone, also in the search: for callers who may choose records that they may not read. */
  readonly namesOnly?: boolean
}

/** Options for a picker, called as the caller calls them: by text in any language, or the labels of ids chosen already. */
export async function selectRecords(
  tx: Tx,
  caller: Caller,
  resource: Resource,
  index: Pick<ResourceIndex, 'byName'>,
  { q, ids = [], within, for: field, heldBy, among, without = [], namesOnly = false }: SelectInput,
) {
  const where = scoped(among ? { ...caller, scope: WHOLE_TENANT } : caller, resource)
  if (among) where.add(`id = any(${where.value(among)}::uuid[])`)
  // What is chosen already keeps its name wherever it lies, for those who may read it.
  const isNarrowed = ids.length === 0 || namesOnly
  if (within !== undefined && isNarrowed) addContainer(where, resource, within)
  if (field !== undefined && isNarrowed) addOffered(where, resource, index, field)
  if (heldBy !== undefined && isNarrowed) addHeldBy(where, resource, index, heldBy)
  if (ids.length === 0) addWithout(where, resource)
  if (ids.length === 0 && without.length > 0) where.add(`id <> all(${where.value(without)}::uuid[])`)
  const served = index.byName(resource.name)
  const column = labelColumn(resource, caller.language)
  if (ids.length) where.add(`id = any(${where.value(ids)}::uuid[])`)
  else if (q.trim()) await addTyped(tx, where, { served, resource, q: q.trim(), namesOnly }, caller)
  // In the list's own order, which has an index.
  const rest = `from ${resource.table} where ${where.text} order by ${orderBy(resource, undefined, caller.language).text} limit ${SELECT_LIMIT}`
  const stateField = resource.choiceState
  if (stateField === undefined || namesOnly) {
    const shape = { id: col.uuid, label: col.text }
    const rows = await tx.query(shape, `select id, ${column}::text as label ${rest}`, where.values)
    const list = named(resource, rows, caller)
    return { list: namesOnly ? list : await withHints(tx, caller, served, list) }
  }
  const found = await tx.query(
    { id: col.uuid, label: col.text, state: col.text },
    `select id, ${column}::text as label, ${columnsOf(resource)[stateField]} as state ${rest}`,
    where.values,
  )
  const rows = named(resource, found, caller)
  const list = rows.map(({ id, label, state }) => ({ id, label, state: { field: stateField, value: state } }))
  return { list: await withHints(tx, caller, served, list) }
}
