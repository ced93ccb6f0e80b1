import { idInput, idsInput, listInput, searchWord } from '@wattyard/calls'
import { type CommandRule, followsStation } from '@wattyard/resource'
import { recordShape } from '@wattyard/resource/schema'
import { z } from 'zod'
import { col } from '../database/columns.ts'
import type { Call } from '../http/route.ts'
import { answerOnce } from '../http/idempotency.ts'
import { FREE_MAX_MEMBERS } from '../http/limits.ts'
import { type Route, route } from '../http/route.ts'
import { inShape } from '../http/serve-call.ts'
import { sheetRoute } from '../paper/sheet-route.ts'
import { invalid, Refusal } from '../refusal.ts'
import { checkChoices } from '../wording.ts'
import { exportRecords } from './exchange/export-records.ts'
import { importRoute } from './exchange/import-route.ts'
import { labelsOf, listRecords, present, type ResourceIndex, rowInScope, rowsInScope } from './read-records.ts'
import { mustChange, mustReach } from './scope.ts'
import { isWaiting } from './second-person.ts'
import { checkOnly } from './choices/offered.ts'
import { choiceRoutes } from './choices/choice-routes.ts'
import { selectRecords } from './choices/select-records.ts'
import { totalRecords } from './total-records.ts'
import { withoutStrangers } from './history-names.ts'
import { describeEntries } from './describe-entries.ts'
import { mustBeWithinReach } from './within-reach.ts'
import {
  deletedAnswer,
  historyAnswer,
  listAnswer,
  recordAnswer,
  selectAnswer,
  totalsAnswer,
  waitingAnswer,
} from './answers.ts'
import { deleteRecords, saveRecord } from './write-records.ts'
import { oncePer } from '../once-per.ts'
import { commandInput, runCommand } from './run-command.ts'
import type { ResourceRow, ServedResource } from './served.ts'

/** Where a definition says that something is structured freely, a body may have more members. */
const roomFor = (fields: CommandRule['input']): { members?: number } =>
  Object.values(fields ?? {}).some(one => one.kind === 'json' || one.kind === 'richText')
    ? { members: FREE_MAX_MEMBERS }
    : {}

const MAX_BATCH = 1000
const oneOrMany = idsInput(MAX_BATCH)
/** Full name of a field, or `assets.station:<id>` of a container. */
const fieldName = z.string().max(120).optional()
const byId = z.strictObject({ id: idInput })
const selectInput = z.strictObject({
  q: searchWord,
  ids: oneOrMany.optional(),
  within: fieldName,
  for: fieldName,
  heldBy: fieldName,
})
const byIds = z.strictObject({ id: idInput.optional(), ids: oneOrMany.optional() })

function idsOf(input: { id?: string | undefined; ids?: string[] | undefined }): string[] {
  // Which of the two was meant is not for us to say.
  if (input.id !== undefined && input.ids !== undefined) throw invalid({ ids: { key: 'kernel.field.eitherIdOrIds' } })
  const ids = input.ids ?? (input.id ? [input.id] : [])
  if (ids.length === 0) throw invalid({ id: { key: 'kernel.field.required' } })
  return [...new Set(ids)]
}

/** The whole input of a command's route: the records it is for, and its own. */
const routeInput = oncePer((rule: CommandRule) => {
  const target = rule.on === 'none' ? {} : { id: idInput.optional(), ids: oneOrMany.optional() }
  return z.strictObject({ ...target, ...commandInput(rule).shape })
})

function commandRoute(served: ServedResource, index: ResourceIndex, name: string, rule: CommandRule): Route {
  const { resource } = served
  const inputKeys = Object.keys(rule.input ?? {})
  const path = `/api/${resource.path}/${name}` as const
  const output = served.answers?.find(one => one.command === name)?.output
  return route({
    method: 'POST',
    path,
    access: `${resource.name}:${name}` as `${string}.${string}:${string}`, // derived names have this shape
    input: routeInput(rule),
    work: 'write',
    fieldWords: `${resource.name}.${name}Input`,
    ...roomFor(rule.input),
    ...(rule.keyed ? { keyed: true as const } : {}),
    summary: `${resource.name} ${name}`,
    ...(output ? { output: served.secondPerson?.[name] ? z.union([output, waitingAnswer]) : output } : {}),
    async handle(call) {
      // The schema above is built from data, so its type is only known to be a record.
      const input = call.input as Record<string, unknown> & { id?: string; ids?: string[] }
      const ids = rule.on === 'none' ? [] : idsOf(input)
      if (rule.on === 'one' && ids.length > 1)
        throw invalid({ ids: { key: 'kernel.field.tooBig', params: { max: 1 } } })
      mustChange(call.caller, resource)
      await served.lockFirst?.(call, ids)
      const lock = served.changesBeside ? 'beside' : true
      const rows = ids.length ? await rowsInScope(call.tx, call.caller, resource, ids, { lock }) : []
      if (rows.length !== ids.length) throw new Refusal('kernel.notFound', { status: 404 })
      await mustBeWithinReach(call, served, rows)
      const values = Object.fromEntries(inputKeys.map(key => [key, input[key]]))
      await checkChoices(call.tx, rule.input ?? {}, values)
      await checkOnly(call, index, rule.input ?? {}, values)
      const answer = await runCommand({ ...call, resources: index }, served, name, rows, values)
      return output && !isWaiting(answer) ? inShape({ path, output }, answer) : answer
    },
  })
}

const get = ['GET', 'POST'] as const

/** Routes that answer for many rows follow the chosen station where the rows have one; those for named records do not. */
const atStation = (resource: Parameters<typeof followsStation>[0]): { stations?: 'narrowed' } =>
  followsStation(resource) ? { stations: 'narrowed' } : {}

/** The routes of one resource: list, get, select, history, paper, export and, by its rule, writes and commands. */
export function resourceRoutes(served: ServedResource, index: ResourceIndex): Route[] {
  const { resource } = served
  const base = `/api/${resource.path}` as const
  const permission = (action: string) => `${resource.name}:${action}` as `${string}.${string}:${string}` // as above
  const routes: Route[] = [
    route({
      method: get,
      path: `${base}/list`,
      access: permission('read'),
      ...atStation(resource),
      input: listInput,
      output: listAnswer(resource),
      work: 'read',
      summary: `${resource.name} list`,
      async handle(call) {
        mustReach(call.caller, resource)
        return listRecords(call.tx, call.caller, served, index, call.input)
      },
    }),
    route({
      method: get,
      path: `${base}/get`,
      access: permission('read'),
      input: byId,
      output: recordAnswer(resource),
      work: 'read',
      async handle(call) {
        mustReach(call.caller, resource)
        const row = await rowInScope(call.tx, call.caller, resource, call.input.id)
        const records = await present(call.tx, call.caller, served, index, [row])
        return { ...records[0], labels: await labelsOf(call.tx, index, resource, records, call.caller) }
      },
    }),
    route({
      method: get,
      path: `${base}/select`,
      access: permission('read'),
      input: selectInput,
      output: selectAnswer,
      work: 'read',
      async handle(call) {
        mustReach(call.caller, resource)
        return selectRecords(call.tx, call.caller, resource, index, call.input)
      },
    }),
    route({
      method: get,
      path: `${base}/history`,
      access: permission('read'),
      input: byId,
      output: historyAnswer,
      work: 'read',
      async handle(call) {
        mustReach(call.caller, resource)
        await rowInScope(call.tx, call.caller, resource, call.input.id)
        const entries = await call.tx.query(
          {
            id: col.uuid,
            at: col.instant,
            actorId: col.uuid.orNull,
            actorName: col.text,
            ip: col.text.orNull,
            resource: col.text,
            action: col.text,
            before: col.json<Readonly<Record<string, unknown>>>().orNull,
            after: col.json<Readonly<Record<string, unknown>>>().orNull,
          },
          `select id, at, actor_id as "actorId", actor_name as "actorName", ip, resource, action, before, after from kernel_audit
           where tenant_id = $1 and resource = $2 and record_id = $3 order by id desc limit 200`,
          [call.tx.tenantId, resource.name, call.input.id],
        )
        const { list, labels } = await describeEntries(call.tx, index, entries, call.caller)
        return { list: await withoutStrangers(call.tx, index, list, call.caller), labels }
      },
    }),
  ]
  routes.push(sheetRoute(resource, index))
  if (resource.list.totals?.length) routes.push(totalsRoute(served))
  if (resource.exchange?.export !== false) routes.push(exportRecords(served, index))
  if (resource.exchange?.import) routes.push(importRoute(served, index))
  if (resource.writes === 'crud') routes.push(...writeRoutes(served, index))
  for (const [name, rule] of Object.entries(resource.commands)) routes.push(commandRoute(served, index, name, rule))
  routes.push(...choiceRoutes(served, index))
  return [...routes, ...otherNames(served, routes)]
}

const totalsInput = listInput.omit({ page: true, pageSize: true, sort: true })

/** Sums beside a list: asked for by themselves, so that the rows do not wait for them. */
function totalsRoute(served: ServedResource): Route {
  const { resource } = served
  return route({
    method: get,
    path: `/api/${resource.path}/totals`,
    ...atStation(resource),
    access: `${resource.name}:read` as `${string}.${string}:${string}`, // as above
    input: totalsInput,
    output: totalsAnswer,
    work: 'read',
    summary: `${resource.name} totals`,
    async handle(call) {
      mustReach(call.caller, resource)
      return totalRecords(call.tx, call.caller, served, call.input)
    },
  })
}

function otherNames({ aliases = {}, resource }: ServedResource, routes: readonly Route[]): Route[] {
  return Object.entries(aliases).map(([path, action]) => {
    const same = routes.find(one => one.path === `/api/${resource.path}/${action}`)
    if (!same) throw new Error(`${resource.name} has no ${action}`)
    return { ...same, path: `/api/${path}` }
  })
}

/**
 * Saves, once for each idempotency key where one is given: a form whose answer was lost is sent again, and must not leave two records. Of the
 * answer only the id is kept, and the record is read again.
 */
async function saveOnce(
  call: Call<Record<string, unknown>>,
  served: ServedResource,
  index: ResourceIndex,
  path: string,
) {
  if (call.idempotencyKey === null) return saveRecord(call, served, index, call.input)
  const saved: { row?: ResourceRow } = {}
  const { id } = (await answerOnce(call, path, call.input, async () => {
    saved.row = await saveRecord(call, served, index, call.input)
    return { id: saved.row.id }
  })) as { id: string } // written above
  return saved.row ?? rowInScope(call.tx, call.caller, served.resource, id)
}

function writeRoutes(served: ServedResource, index: ResourceIndex): Route[] {
  const { resource } = served
  const base = `/api/${resource.path}` as const
  return [
    route({
      method: 'POST',
      path: `${base}/save`,
      // One path for both; which permission it takes depends on the presence of an id.
      access: 'signed-in',
      input: z.record(z.string(), z.unknown()),
      output: recordShape(resource),
      work: 'write',
      fieldWords: resource.name,
      ...roomFor(resource.fields),
      async handle(call) {
        const action = call.input.id ? 'update' : 'create'
        if (!call.caller.permissions.has('*') && !call.caller.permissions.has(`${resource.name}:${action}`))
          throw new Refusal('kernel.forbidden', { status: 403 })
        const row = await saveOnce(call, served, index, `${base}/save`)
        return (await present(call.tx, call.caller, served, index, [row]))[0]
      },
    }),
    route({
      method: 'POST',
      path: `${base}/del`,
      access: `${resource.name}:delete` as `${string}.${string}:${string}`, // as above
      input: byIds,
      output: deletedAnswer,
      work: 'write',
      handle: call => deleteRecords(call, served, idsOf(call.input)),
    }),
  ]
}
