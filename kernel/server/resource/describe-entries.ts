import {
  type Field,
  type FieldKindName,
  freeTexts,
  isOpenText,
  masked,
  maskedFields,
  type MaskKind,
  masksOf,
  type Resource,
} from '@wattyard/resource'
import { KINDS } from '@wattyard/resource/schema'
import type { Tx } from '../database/tx.ts'
import { labelMask, seesPersonal, shownTo } from '../personal.ts'
import { type Labels, labelsOf, type Reader, type ResourceIndex } from './read-records.ts'

type Values = Readonly<Record<string, unknown>> | null

/** What of an entry of the log can be told in the words and faces of its definition. */
export interface LoggedChange {
  resource: string
  action: string
  /** Id of the record; not every entry is about one. */
  recordId?: string
  before: Values
  after: Values
  /** What an entry says itself of a record without an id, such as the day of a closing. Given by `describeEntries`. */
  named?: string | undefined
}

type FieldsOf = Readonly<Record<string, Field>>

/** Fields that entries speak of: resource, or `resource/command` for what a command was given → field → what it is. */
export type ToldFields = Record<string, FieldsOf>

export interface ToldEntries<E> {
  list: E[]
  fields: ToldFields
  labels: Labels
}

/** Kinds that have no face: they never leave the server, or are shown as the text they are. */
const FACELESS: ReadonlySet<FieldKindName> = new Set(['secret', 'json'])
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WHOLE = /^-?\d+$/
/** Kinds that travel as decimal text and are stored as whole numbers. */
const SCALED: ReadonlySet<FieldKindName> = new Set(['money', 'price', 'energy', 'percent'])

/** Kinds that may hold a text in which a secret stands; a choice or an instant that is named as a secret tells none. */
const TYPED: ReadonlySet<FieldKindName> = new Set([
  'text',
  'note',
  'code',
  'serial',
  'url',
  'email',
  'richText',
  'tags',
])

/** What is hidden of an entry, by field. */
type Hidden = Readonly<Partial<Record<string, MaskKind>>>

const withFace = (fields: FieldsOf): FieldsOf =>
  Object.fromEntries(Object.entries(fields).filter(([, { kind }]) => !FACELESS.has(kind)))

/** Under it an export says what was searched for, which may be somebody's name. */
const SEARCHED = 'q'

/**
 * What a command was given is in the log as it is stored, a record as it travels. Only what is stored lacks the point that
 * decimals always have, so the two cannot be mistaken for one another.
 * Personal data is masked here too: older entries hold it whole, and what no definition speaks of may be anything.
 */
function asTravels(index: ResourceIndex, values: Values, fields: FieldsOf, hidden: Hidden): Values {
  if (values === null) return null
  // As a whole: a setting's key says that the value beside it is a secret.
  const veiled = index.withoutSecrets?.(values) ?? values
  return Object.fromEntries(
    Object.entries(values).map(([key, written]) => {
      const of = fields[key]
      const value = of === undefined || TYPED.has(of.kind) ? veiled[key] : written
      const mask = hidden[key] ?? (of ? undefined : key === SEARCHED ? 'text' : 'words')
      if (mask && (hidden[key] || typeof value === 'string')) return [key, masked(mask, value)]
      const isStored = of !== undefined && SCALED.has(of.kind) && typeof value === 'string' && WHOLE.test(value)
      return [key, isStored ? KINDS[of.kind].toWire(BigInt(value), of) : value]
    }),
  )
}

/** `members.member:topUp`: how an entry of a request names the command that it asks for. */
const ASKED = /^([a-zA-Z]+\.[a-zA-Z]+):([a-zA-Z]+)$/

/** The command that an entry is of; what was done with a request for a second person's word names its command. */
const commandOf = ({ action, after }: LoggedChange): string =>
  typeof after?.command === 'string' ? after.command : action

/** What is the same for all entries of a resource and a command. */
interface Told {
  /** Fields of a record, and under them, where the entry is of a command, what it was given. */
  readonly fields: FieldsOf
  readonly hidden: Hidden
}

const toldOf = new WeakMap<Resource, Map<string, Told>>()

/** Returns how entries of a resource and a command are told, made once: a page has hundreds of entries. */
function toldAs(resource: Resource, command: string): Told {
  const known = toldOf.get(resource) ?? new Map<string, Told>()
  toldOf.set(resource, known)
  // Entries may name commands that are none: those are told alike.
  const name = Object.hasOwn(resource.commands, command) ? command : ''
  const before = known.get(name)
  if (before) return before
  const fields = { ...withFace(resource.fields), ...withFace(resource.commands[name]?.input ?? {}) }
  const told = { fields, hidden: hiddenOf(resource, name) }
  known.set(name, told)
  return told
}

/**
 * Entries of the log with what is needed to show them: kinds of their fields, what the things they point at are called in the
 * reader's language now, decimals as they travel. Kinds of records that are no resource, or are none any more, are told as they were written.
 */
export async function describeEntries<E extends LoggedChange>(
  tx: Tx,
  index: ResourceIndex,
  entries: readonly E[],
  reader: Reader,
): Promise<ToldEntries<E>> {
  const fields: ToldFields = {}
  const labels: Labels = {}
  const list = entries.map(entry => {
    const resource = index.byName(entry.resource)?.resource
    if (!resource) return { ...entry, ...writtenOf(index, entry) }
    const command = commandOf(entry)
    fields[resource.name] ??= withFace(resource.fields)
    const input = resource.commands[command]?.input
    if (input) fields[`${resource.name}/${command}`] ??= withFace(input)
    // A request for a second person's word holds what another resource's command was given.
    const [, asked = '', wanted = ''] = ASKED.exec(command) ?? []
    const given = index.byName(asked)?.resource.commands[wanted]?.input
    if (given) fields[`${asked}/${wanted}`] ??= withFace(given)
    const named = entry.recordId === '' ? saidName(index, resource, entry, reader) : undefined
    return {
      ...entry,
      ...writtenOf(index, entry),
      ...(named === undefined ? {} : { named }),
    }
  })
  const groups = Map.groupBy(list, entry => `${entry.resource}/${commandOf(entry)}`)
  for (const group of groups.values()) {
    const [first] = group
    const resource = first && index.byName(first.resource)?.resource
    if (!first || !resource) continue
    const values = group.flatMap(({ before, after }) => [before, after]).filter(one => one !== null)
    const own = { ...resource, fields: toldAs(resource, commandOf(first)).fields }
    const found = await labelsOf(tx, index, own, values, reader)
    for (const [name, texts] of Object.entries(found)) labels[name] = { ...labels[name], ...texts }
  }
  for (const [name, group] of Map.groupBy(list, entry => entry.resource))
    labels[name] = { ...(await namesOf(tx, index, name, group, reader)), ...labels[name] }
  const shown = seesPersonal(reader) ? list.map(entry => withNameOfNow(entry, index, labels)) : list
  return { list: shown, fields, labels }
}

/**
 * Returns an entry whose values call the record as its head does, for readers of names: stored masked, one person would be called
 * in two ways in one entry. A name that the record had before stays masked.
 */
function withNameOfNow<E extends LoggedChange>(entry: E, index: ResourceIndex, labels: Labels): E {
  const resource = index.byName(entry.resource)?.resource
  const mask = resource && labelMask(resource)
  const name = labels[entry.resource]?.[entry.recordId ?? '']
  if (!resource || !mask || name === undefined) return entry
  const named = (values: Values): Values =>
    values?.[resource.label] === masked(mask, name) ? { ...values, [resource.label]: name } : values
  return { ...entry, before: named(entry.before), after: named(entry.after) }
}

const UNTOLD: Told = { fields: {}, hidden: {} }

/** Returns what was written of an entry as everybody reads it: without secrets, and with personal data masked. */
export function writtenOf(index: ResourceIndex, entry: LoggedChange): Pick<LoggedChange, 'before' | 'after'> {
  const resource = index.byName(entry.resource)?.resource
  const { fields, hidden } = resource ? toldAs(resource, commandOf(entry)) : UNTOLD
  const told = (values: Values): Values => asTravels(index, values, fields, hidden)
  return { before: told(entry.before), after: told(entry.after) }
}

/** What an entry calls its record, as a reader may see it. */
function saidName(
  index: ResourceIndex,
  resource: Resource,
  { before, after }: LoggedChange,
  reader: Reader,
): string | undefined {
  const written = after?.[resource.label] ?? before?.[resource.label]
  if (typeof written !== 'string') return undefined
  const said = index.withoutSecrets?.(written) ?? written
  const mask = labelMask(resource)
  return mask ? shownTo(reader, mask, said) : said
}

/** What the records of entries are called now; those that are gone by what an entry says of them. One query per resource. */
async function namesOf(
  tx: Tx,
  index: ResourceIndex,
  name: string,
  entries: readonly LoggedChange[],
  reader: Reader,
): Promise<Record<string, string>> {
  const resource = index.byName(name)?.resource
  if (!resource) return {}
  const names: Record<string, string> = {}
  for (const entry of entries) {
    const said = saidName(index, resource, entry, reader)
    if (entry.recordId && said !== undefined) names[entry.recordId] ??= said
  }
  const records = entries.flatMap(({ recordId }) => (recordId && UUID.test(recordId) ? [{ record: recordId }] : []))
  const asked: Pick<Resource, 'fields'> = { fields: { record: { kind: 'ref', of: name } } }
  const found = await labelsOf(tx, index, { ...resource, ...asked }, records, reader)
  return { ...names, ...found[name] }
}

/** Masks of a definition's fields, and of the inputs of a command that point at nothing and bear the same names. */
const hiddenOf = (resource: Resource, command: string): Hidden => ({
  ...Object.fromEntries(
    Object.entries(freeTexts(resource.commands[command]?.input ?? {})).filter(([key]) => !isOpenText(resource, key)),
  ),
  ...masksOf(resource),
  ...resource.commands[command]?.masked,
})

/** What history keeps of a command's input: what a secret was set to is nobody's, and personal data is masked. */
export function historyInput(
  resource: Resource,
  name: string,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const told = Object.entries(input).filter(([key]) => resource.commands[name]?.input?.[key]?.kind !== 'secret')
  return maskedFields({ masked: hiddenOf(resource, name) }, Object.fromEntries(told))
}
