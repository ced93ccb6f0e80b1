import { changedField, changeText, type ReaderWords, type TextContext } from '@wattyard/resource'
import { ASKED_COMMAND, commandOfDeed, fieldWordKeys } from '../audit-words.ts'
import { type AuditPage, type AuditRow } from '../calls/audit.ts'
import { jobWord } from '../schedule.ts'

/** Fields and names that the pages of the log provide for their entries. */
export type EntryContext = Pick<AuditPage, 'fields' | 'labels'>

/** Returns the fields and names of all pages read so far. */
export function joinContext(pages: readonly EntryContext[]): EntryContext {
  const labels: Record<string, Record<string, string>> = {}
  for (const page of pages)
    for (const [name, texts] of Object.entries(page.labels)) labels[name] = { ...labels[name], ...texts }
  return { fields: Object.assign({}, ...pages.map(page => page.fields)), labels }
}

const first = ({ t, has }: ReaderWords, keys: readonly string[], otherwise: string): string => {
  const key = keys.find(one => has(one))
  return key === undefined ? otherwise : t(key)
}

/** Returns the name of a resource. */
export function resourceWord(words: ReaderWords, resource: string): string {
  return first(words, [`${resource}.noun`], resource)
}

/** Form of the kind of a message, by which its rules are called: a key, not a name. */
const KIND = /^([a-z]+)\.([a-z]+[A-Z]\w*)$/

/** Jobs are told by the names that their modules register them with: keys, with words beside them. */
const JOBS = 'platform.schedule'

/** What an entry says of the record that it is about. */
type RecordOfEntry = Pick<AuditRow, 'resource' | 'recordId' | 'named'> & Partial<Pick<AuditRow, 'action' | 'after'>>

/** Most records that are named of a command which was given several. */
const NAMED = 3

/** Returns the names of the records that a command without a record of its own was given; undefined where there are none. */
function givenNames(told: EntryContext, { resource, action, after }: RecordOfEntry): string | undefined {
  const names = Object.entries(told.fields[`${resource}/${action}`] ?? {}).flatMap(([key, { of = '' }]) =>
    [after?.[key]].flat().flatMap(id => (typeof id === 'string' ? (told.labels[of]?.[id] ?? []) : [])),
  )
  return names.length === 0 ? undefined : `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' …' : ''}`
}

/** Returns the name of the record that an entry is about, or of those that its command was given; null where it has none. */
export function recordName({ t, has }: ReaderWords, told: EntryContext, entry: RecordOfEntry): string | null {
  const { resource, recordId, named } = entry
  const name = recordId === '' ? (named ?? givenNames(told, entry)) : told.labels[resource]?.[recordId]
  if (name === undefined || name === recordId) return null
  if (resource === JOBS) return has(jobWord(name)) ? t(jobWord(name)) : name
  const [isKind, module = '', kind = ''] = KIND.exec(name) ?? []
  if (isKind === undefined) return name
  const word = `${module}.message.${kind}.name`
  return has(word) ? t(word) : null
}

/** Deeds of signing in that a command of a record is called like: there it is the command. */
const ALSO_COMMANDS: ReadonlySet<string> = new Set(['verify'])

/** Returns the word of an action: the log's own, or the command's. */
export function actionWord(words: ReaderWords, resource: string, action: string): string {
  const keys = [`platform.audit.did.${action}`, `${resource}.${action}`]
  return first(words, ALSO_COMMANDS.has(action) ? keys.toReversed() : keys, action)
}

type Deed = Pick<AuditRow, 'resource' | 'action'> & { readonly after?: AuditRow['after'] }

/** Returns the name of a field as its page has it; of a command's input, as its dialog has it. */
export function fieldName(words: ReaderWords, deed: Deed, field: string): string {
  return first(words, fieldWordKeys(deed, field), field)
}

/** Returns a value with its unit, by its field's kind when the server has sent it, else by its word. */
export function valueText(context: TextContext, told: EntryContext, deed: Deed, field: string, value: unknown) {
  const { resource } = deed
  const { of, command: action } = commandOfDeed(deed)
  const [, askedOf, asked = ''] = (field === 'command' && typeof value === 'string' && ASKED_COMMAND.exec(value)) || []
  if (askedOf !== undefined) return actionWord(context, askedOf, asked)
  // A page by its name in the menu.
  if (field === 'page' && typeof value === 'string' && context.has(`route.${value}`)) return context.t(`route.${value}`)
  // Which fields somebody was shown or searched in, by their names.
  if ((action === 'reveal' || action === 'lookUp') && field === 'fields' && Array.isArray(value))
    return value.map(one => fieldName(context, deed, String(one))).join(', ')
  const given = told.fields[`${of}/${action}`]
  const known = changedField(
    {
      record: { name: resource, fields: told.fields[resource] ?? {} },
      input: given && { name: `${of}.${action}Input`, fields: given },
    },
    field,
  )
  const names = [known.name, `${of}.${action}Input.${field}`, `platform.audit.${field}`]
  const name = names.find(one => typeof value === 'string' && context.has(`${one}Value.${value}`)) ?? known.name
  return changeText(value, { ...known, name }, context)
}

/** Returns the fields of an entry, each with its former and new value. */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): {
  field: string
  before: unknown
  after: unknown
}[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map(field => ({ field, before: before?.[field], after: after?.[field] }))
}
