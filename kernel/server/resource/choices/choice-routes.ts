import { idInput, searchWord } from '@wattyard/calls'
import type { Fields } from '@wattyard/resource'
import { writableFields } from '@wattyard/resource'
import { z } from 'zod'
import { may } from '../../caller.ts'
import { type Route, route } from '../../http/route.ts'
import { invalid } from '../../refusal.ts'
import { selectAnswer } from '../answers.ts'
import { type ResourceIndex, rowsInScope, selectRecords } from '../read-records.ts'
import { mustReach } from '../scope.ts'
import type { ServedResource } from '../served.ts'

/** Most records that a command is chosen for at once. */
const MAX_RECORDS = 1000

const several = z.union([z.array(idInput).max(MAX_RECORDS), idInput.transform(id => [id])]).optional()
const name = z.string().max(60)

const choiceInput = z.strictObject({
  /** Key of the field that is chosen for. */
  field: name,
  q: searchWord,
  ids: several,
  within: z.string().max(120).optional(),
  /** Records that the command will run on. */
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

function choiceRoute(served: ServedResource, index: ResourceIndex, action: string, fields: Fields): Route {
  const { resource } = served
  const keys = references(fields)
  const isForm = !(action in resource.commands)
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
      const target = keys.includes(field) ? index.byName(fields[field]?.of ?? '')?.resource : undefined
      if (!target) throw invalid({ field: { key: 'kernel.field.notOneOf' } })
      const among = await served.choices?.[action]?.[field]?.(
        tx,
        await rowsInScope(tx, caller, resource, [...new Set(records)]),
      )
      const full = `${resource.name}.${isForm ? '' : `${action}Input.`}${field}`
      const namesOnly = !may(caller, `${target.name}:read`)
      return selectRecords(tx, caller, target, index, { ...rest, for: full, namesOnly, ...(among ? { among } : {}) })
    },
  })
}
