import { columnOf, dictionaryOf, type Field, type Fields, type Resource } from '@wattyard/resource'
import { col } from '../../database/columns.ts'
import type { Call } from '../../http/route.ts'
import { invalid, type MessageRef } from '../../refusal.ts'
import type { Language, Words } from '../../words.ts'
import type { Condition } from '../condition.ts'
import type { ResourceIndex } from '../read-records.ts'

type Only = NonNullable<Field['only']>

/** Returns the columns of a target with the values that a reference wants there. */
function columnsWanted(
  { fields }: Pick<Resource, 'fields'>,
  only: Only,
): [column: string, values: readonly string[]][] {
  return Object.entries(only).map(([key, values]) => [columnOf(key, fields[key]!), values]) // mustFitTargets checked the keys
}

/** Narrows records to those that a reference with `only` may newly name. */
export function addOnly(where: Condition, target: Resource, only: Only): void {
  for (const [column, values] of columnsWanted(target, only))
    where.add(`${column} = any(${where.value(values)}::text[])`)
}

/** Returns `Kind: Operator; Status: Active` in a language. */
function conditionWords(
  { name, fields }: Resource,
  only: Only,
  translate: Words['translate'],
  language: Language,
): string {
  return Object.entries(only)
    .map(([key, values]) => {
      const of = fields[key]
      const words = of ? dictionaryOf(of, `${name}.${key}`) : `${name}.${key}`
      const said = values.map(value => translate(language, `${words}Value.${value}`))
      return translate(language, 'kernel.pdf.filterOf', {
        word: translate(language, `${name}.${key}`),
        value: said.join(' / '),
      })
    })
    .join('; ')
}

type Input = Readonly<Record<string, unknown>>

/**
 * Checks that references with `only` name records that their pickers offer. Records that the field names already may stay, and
 * those that do not exist are left to the other checks.
 *
 * @throws Refusal `kernel.invalid` with `kernel.field.notFitting` at each field
 */
export async function checkOnly(
  { tx, translate }: Pick<Call, 'tx' | 'translate'>,
  index: Pick<ResourceIndex, 'byName'>,
  fields: Fields,
  input: Input,
  before: Input | null = null,
): Promise<void> {
  const wrong: Record<string, MessageRef> = {}
  for (const [key, of] of Object.entries(fields)) {
    const target = index.byName(of.of ?? '')?.resource
    const { only } = of
    if (!only || !target) continue
    const stored = new Set([before?.[columnOf(key, of)]].flat())
    const ids = [input[key]].flat().filter((id): id is string => typeof id === 'string' && !stored.has(id))
    if (ids.length === 0) continue
    const wanted = columnsWanted(target, only)
    const tests = wanted.map(([column], at) => `${column} = any($${at + 3}::text[])`)
    const others = await tx.query(
      { id: col.uuid },
      `select id from ${target.table} where tenant_id = $1 and id = any($2::uuid[]) and (${tests.join(' and ')}) is not true`,
      [tx.tenantId, ids, ...wanted.map(([, values]) => values)],
    )
    if (others.length > 0)
      wrong[key] = {
        key: 'kernel.field.notFitting',
        params: { conditions: language => conditionWords(target, only, translate, language) },
      }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** `assets.station.operator`, or `assets.station.bindInput.operator` of a command's input. */
const FIELD_NAME = /^([a-zA-Z]+\.[a-zA-Z]+)\.(?:([a-zA-Z]+)Input\.)?([a-zA-Z]+)$/

/** Returns the field of a definition or of a command's input by its full name; undefined when there is none. */
export function fieldByName(index: Pick<ResourceIndex, 'byName'>, name: string): Field | undefined {
  const [, resource = '', command, key = ''] = FIELD_NAME.exec(name) ?? []
  const found = index.byName(resource)?.resource
  const fields = command === undefined ? found?.fields : found?.commands[command]?.input
  return fields && Object.hasOwn(fields, key) ? fields[key] : undefined
}

/** @throws Refusal `kernel.invalid` at the parameter `said`, where its text names no field that refers to the resource */
function referringField(
  resource: Resource,
  index: Pick<ResourceIndex, 'byName'>,
  said: 'for' | 'heldBy',
  name: string,
): Field {
  const of = fieldByName(index, name)
  if (of?.of !== resource.name) throw invalid({ [said]: { key: 'kernel.field.notOneOf' } })
  return of
}

/** Narrows records to choose from to those that a field accepts. @throws Refusal as `referringField` */
export function addOffered(
  where: Condition,
  resource: Resource,
  index: Pick<ResourceIndex, 'byName'>,
  name: string,
): void {
  const { only } = referringField(resource, index, 'for', name)
  if (only) addOnly(where, resource, only)
}

/**
 * Narrows records to those that a field can hold, for a filter. A value that a target keeps for life says so; what was chosen
 * while it was active, and is closed now, can still be looked for. @throws Refusal as `referringField`
 */
export function addHeldBy(
  where: Condition,
  resource: Resource,
  index: Pick<ResourceIndex, 'byName'>,
  name: string,
): void {
  const { only = {} } = referringField(resource, index, 'heldBy', name)
  addOnly(where, resource, Object.fromEntries(Object.entries(only).filter(([key]) => resource.fields[key]?.fixed)))
}

/**
 * Checks every `only` of a definition, which names choices of the target, and every `fills`, which names fields of the target of
 * the same kind. @throws Error at start; a programming error
 */
export function mustFitTargets(
  { name, fields, commands, fills = {} }: Pick<Resource, 'name' | 'fields' | 'commands' | 'fills'>,
  index: Pick<ResourceIndex, 'byName'>,
): void {
  for (const [key, filled = []] of Object.entries(fills)) {
    const target = index.byName(fields[key]?.of ?? '')?.resource
    const other = filled.find(one => target?.fields[one]?.kind !== fields[one]?.kind)
    if (target && other !== undefined)
      throw new Error(`${name}.${key} fills ${other}, which ${target.name} does not have`)
  }
  const inputs = Object.entries(commands).map(([command, { input = {} }]) => [`${name} ${command}`, input] as const)
  for (const [place, some] of [[name, fields] as const, ...inputs])
    for (const [key, { of = '', only = {} }] of Object.entries(some))
      for (const [at, values] of Object.entries(only)) {
        const target = index.byName(of)?.resource
        const choice = target?.fields[at]
        if (target && (choice?.kind !== 'oneOf' || !values.every(value => choice.values?.includes(value))))
          throw new Error(`${place}.${key} offers only ${at} = ${values.join(', ')}, which ${of} does not have`)
      }
}
