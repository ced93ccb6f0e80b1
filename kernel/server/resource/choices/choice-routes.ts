import { idInput, searchWord } from '@wattyard/calls'
import { columnsOf, type Fields, type Resource, type SelectOption, writableFields } from '@wattyard/resource'
import { z } from 'zod'
import { type Caller, may } from '../../caller.ts'
import type { Tx } from '../../database/tx.ts'
import { type Route, route } from '../../http/route.ts'
import { invalid } from '../../refusal.ts'
import { selectAnswer } from '../answers.ts'
import { labelsOf, type ResourceIndex, rowsInScope } from '../read-records.ts'
import { mustReach } from '../scope.ts'
import type { ServedResource } from '../served.ts'
import { selectRecords } from './select-records.ts'

/** Most records that a command is chosen for at once. */
const MAX_RECORDS = 1000

/** A form body has no other way to say that a list is empty than an empty text. */
const several = z
  .union([
    z.array(idInput).max(MAX_RECORDS),
    z.literal('').transform((): string[] => []),
    idInput.transform(id => [id]),
  ])
  .optional()
const name = z.string().max(60)

const choiceInput = z.strictObject({
  /** Key of the field that is chosen for; `id` for the record that a command runs on. */
  field: name,
  q: searchWord,
  ids: several,
  within: z.string().max(120).optional(),
  /** Records that the command will run on, or the one that is edited: its own choices keep their names. */
  records: several,
})

const references = (fields: Fields): string[] =>
  Object.keys(fields).filter(key => fields[key]?.kind === 'ref' || fields[key]?.kind === 'refs')

/**
 * Returns the calls that offer records to choose from, one for each form and command with references: `createChoices`,
 * `updateChoices`, `assignChoices`. Whoever may fill a field gets its choices, also without the right to read what it refers to:
 * names alone, within their reach.
 */
export function choiceRoutes(served: ServedResource, index: ResourceIndex): Route[] {
  const { resource } = served
  const forms =
    resource.writes === 'crud'
      ? (['create', 'update'] as const).map(mode => [mode, Object.fromEntries(writableFields(resource, mode))] as const)
      : []
  const inputs = Object.entries(resource.commands).map(([command, { input = {} }]) => [command, input] as const)
  return [...forms, ...inputs].flatMap(([action, fields]) =>
    references(fields).length > 0 ? [choiceRoute(served, index, action, fields)] : [],
  )
}

const NONE: { readonly list: readonly SelectOption[] } = { list: [] }

/**
 * Returns what the records of a kind are called that rows refer to, as the reader of these rows reads it there: an edit form names
 * what is stored, also where nobody would choose it any more.
 */
async function storedNames(
  tx: Tx,
  caller: Caller,
  index: ResourceIndex,
  resource: Resource,
  target: Resource,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Readonly<Record<string, string>>> {
  const keys = references(resource.fields).filter(key => resource.fields[key]?.of === target.name)
  const fields: Fields = Object.fromEntries(
    keys.flatMap(key => (resource.fields[key] ? [[key, resource.fields[key]]] : [])),
  )
  const columns = columnsOf(resource)
  const records = rows.map(row => Object.fromEntries(keys.map(key => [key, row[columns[key] ?? '']])))
  return (await labelsOf(tx, index, { fields, scope: resource.scope }, records, caller))[target.name] ?? {}
}

function choiceRoute(served: ServedResource, index: ResourceIndex, action: string, fields: Fields): Route {
  const { resource } = served
  const keys = references(fields)
  const command = resource.commands[action]
  /** Returns the resource that a field refers to. A command on one record may be opened before that is chosen. */
  const targetOf = (field: string): string | undefined =>
    keys.includes(field) ? fields[field]?.of : field === 'id' && command?.on === 'one' ? resource.name : undefined
  return route({
    method: ['GET', 'POST'],
    path: `/api/${resource.path}/${action}Choices`,
    access: `${resource.name}:${action}` as `${string}.${string}:${string}`, // derived names have this shape
    input: choiceInput,
    output: selectAnswer,
    work: 'read',
    summary: `${resource.name} ${action} choices`,
    async handle({ tx, caller, input: { field, records = [], ...rest } }) {
      mustReach(caller, resource)
      const target = index.byName(targetOf(field) ?? '')?.resource
      if (!target) throw invalid({ field: { key: 'kernel.field.notOneOf' } })
      const rows = await rowsInScope(tx, caller, resource, [...new Set(records)])
      const among = await served.choices?.[action]?.[field]?.(tx, rows)
      const full = `${resource.name}.${command ? `${action}Input.` : ''}${field}`
      const namesOnly = !may(caller, `${target.name}:read`)
      // A record is not moved below itself, merged into itself or set off against itself.
      const without = keys.includes(field) && target.name === resource.name ? records : []
      const asked = {
        ...rest,
        ...(keys.includes(field) ? { for: full } : {}),
        namesOnly,
        without,
        ...(among ? { among } : {}),
      }
      const { ids = [] } = rest
      if (!namesOnly || ids.length === 0) return selectRecords(tx, caller, target, index, asked)
      const reading = may(caller, `${resource.name}:read`) ? rows : []
      const named = await storedNames(tx, caller, index, resource, target, reading)
      const fresh = ids.filter(id => named[id] === undefined)
      const offered = fresh.length > 0 ? await selectRecords(tx, caller, target, index, { ...asked, ids: fresh }) : NONE
      const stored = ids.flatMap(id => (named[id] === undefined ? [] : [{ id, label: named[id] }]))
      return { list: [...stored, ...offered.list] }
    },
  })
}
