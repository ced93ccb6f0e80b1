import { idInput, listInput, searchWord } from '@wattyard/calls'
import type { CommandDeclaration, CommandRule, Resource, Typed } from '@wattyard/resource'
import { fieldsSchema, recordShape } from '@wattyard/resource/schema'
import { z } from 'zod'
import { actorOf, audit } from '../audit.ts'
import type { Caller } from '../caller.ts'
import { type Shape, col } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import { FREE_MAX_MEMBERS } from '../http/limits.ts'
import { type Call, type Route, route } from '../http/route.ts'
import { inShape } from '../http/serve-call.ts'
import { invalid, Refusal } from '../refusal.ts'
import { checkChoices } from '../wording.ts'
import { exportRecords } from './export-records.ts'
import { importInput, importRecords, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from './import-records.ts'
import {
  labelsOf,
  listRecords,
  present,
  type ResourceIndex,
  rowInScope,
  rowsInScope,
  selectRecords,
  type WireRecord,
} from './read-records.ts'
import type { Doors } from './doors.ts'
import { mustChange, mustReach } from './scope.ts'
import { isWaiting, type AnySecondPersonRule, type WaitsForApproval } from './second-person.ts'
import { withoutStrangers } from './history-names.ts'
import { tellEntries, toldInput } from './told-entries.ts'
import { mustBeWithinReach } from './within-reach.ts'
import {
  deletedAnswer,
  historyAnswer,
  importAnswer,
  listAnswer,
  recordAnswer,
  selectAnswer,
  waitingAnswer,
} from './answers.ts'
import { deleteRecords, saveRecord } from './write-records.ts'

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
  /**
   * The rows that the caller may change: ids of those which concern nobody beyond their reach. Records say so in `can`; of a
   * guarded resource the generated writes refuse the others, else the module's own doors do, in words of their own.
   */
  withinReach?: (tx: Tx, caller: Caller, rows: readonly Readonly<ResourceRow>[]) => Promise<ReadonlySet<string>>
  /**
   * Locks what the writers of this resource share, before any of them locks its own row. Taken later, two writers could
   * each hold what the other waits for.
   */
  lockFirst?: (call: Call) => Promise<void>
  /** Rules across fields and rows. Returns extra columns to write. Throws Refusal. */
  beforeSave?: (call: Call, change: AnyChange) => Promise<Record<string, unknown> | void>
  afterSave?: (call: Call, change: AnySaved) => Promise<void>
  beforeDelete?: (call: Call, row: Readonly<ResourceRow>) => Promise<void>
  /** What follows when they are gone, in the same transaction. */
  afterDelete?: (call: Call, rows: readonly Readonly<ResourceRow>[]) => Promise<void>
  /**
   * Further paths below `/api/` that the console contract has for a call of the resource, and the call: the same thing by
   * another name.
   */
  alsoAt?: Readonly<Record<string, 'list' | 'get' | 'save' | 'del'>>
  /** What of a command's input is written into its history: secrets are left out here. The whole input unless said. */
  tells?: (command: string, input: Record<string, unknown>) => Record<string, unknown>
  /** Adds values that live elsewhere (a pile's connection) to records about to leave. */
  decorate?: (tx: Tx, caller: Caller, records: WireRecord[], index: ResourceIndex) => Promise<void>
  /**
   * Fields that people read by what `decorate` adds beside them, by its key: so they stand in exports, too. A number that
   * is called by itself stays a number.
   */
  readAs?: Readonly<Record<string, string>>
}

/** A change of a record of any definition. */
export interface AnyChange {
  mode: 'create' | 'update'
  id: string
  /** Checked input by field key, stored forms. */
  input: Readonly<Record<string, unknown>>
  before: Readonly<ResourceRow> | null
}

export interface AnySaved extends Omit<AnyChange, 'input'> {
  after: Readonly<ResourceRow>
}

/**
 * A definition with its doors. Here the types of its fields end: what goes through the doors has been checked against the
 * definition, and the kernel looks columns up by name.
 *
 * @throws Error when a command has no handler or a handler no command; a mistake of ours, seen at start
 */
export function serveResource<
  const R extends Typed & { readonly name: string },
  const I extends Shape = Readonly<Record<never, never>>,
>(resource: R, doors: Doors<R, I>): ServedResource {
  return withDoors(resource as unknown as Resource, doors as unknown as Omit<ServedResource, 'resource'>)
}

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
  for (const { resource: of, command } of doors.answers ?? [])
    if (of.name !== ofResource) throw new Error(`${ofResource}: ${command} answers for ${of.name}`)
  if (resource.changes === 'guarded' && !doors.withinReach) throw new Error(`${ofResource}: guarded by nothing`)
  return { ...doors, resource, commands }
}

/** Where a definition says that something is structured freely, a body may have more members. */
const roomFor = (fields: CommandRule['input']): { members?: number } =>
  Object.values(fields ?? {}).some(one => one.kind === 'json') ? { members: FREE_MAX_MEMBERS } : {}

const MAX_BATCH = 1000
const oneOrMany = z.union([
  z.array(idInput).min(1).max(MAX_BATCH),
  z
    .string()
    .max(40 * MAX_BATCH)
    .transform(text => text.split(','))
    .pipe(z.array(idInput).min(1).max(MAX_BATCH)),
])
const byIds = z.strictObject({ id: idInput.optional(), ids: oneOrMany.optional() })

function idsOf(input: { id?: string | undefined; ids?: string[] | undefined }): string[] {
  // Which of the two was meant is not for us to say.
  if (input.id !== undefined && input.ids !== undefined) throw invalid({ ids: { key: 'kernel.field.eitherIdOrIds' } })
  const ids = input.ids ?? (input.id ? [input.id] : [])
  if (ids.length === 0) throw invalid({ id: { key: 'kernel.field.required' } })
  return [...new Set(ids)]
}

/** Strict check of a command's input without its target: wire form in, stored form out. */
export const commandInput = (rule: CommandRule) => fieldsSchema(rule.input ?? {}) as z.ZodObject // built from fields, so an object

/**
 * Runs a command on rows that the transaction holds locked and writes into their history that it ran.
 *
 * @throws Refusal `kernel.notAllowedNow` when it does not fit the state of one of them
 */
export async function runCommand(
  call: CommandCall,
  served: ServedResource,
  name: string,
  rows: readonly ResourceRow[],
  input: Record<string, unknown>,
): Promise<unknown> {
  for (const row of rows) if (served.allows && !served.allows(name, row)) throw new Refusal('kernel.notAllowedNow')
  const handler = served.commands[name]
  if (!handler) throw new Error(`${served.resource.name}: ${name} lost its handler`)
  const asked = await mustWait(call, served, name, rows, input)
  const answer = asked ?? (await handler(call, rows, input))
  const told = toldInput(served.resource, name, served.tells?.(name, input) ?? input)
  const after = asked
    ? { ...told, command: name, ...asked }
    : call.approval
      ? { ...told, approval: call.approval.id }
      : told
  await audit(
    call.tx,
    actorOf(call),
    (rows.length ? rows.map(row => row.id) : ['']).map(recordId => ({
      resource: served.resource.name,
      recordId,
      // Nothing has been done yet, and a history that said so would be wrong.
      action: asked ? 'askApproval' : name,
      after,
    })),
  )
  return answer
}

/** The answer of a command that waits for a second person; null when it may run. */
async function mustWait(
  call: CommandCall,
  served: ServedResource,
  name: string,
  rows: readonly ResourceRow[],
  input: Record<string, unknown>,
): Promise<WaitsForApproval | null> {
  const rule = served.secondPerson?.[name]
  const [row] = rows
  if (!rule || !row || call.approval || !call.resources.desk) return null
  return call.resources.desk.ask(call, { served, name, rule, row, input })
}

function commandRoute(served: ServedResource, index: ResourceIndex, name: string, rule: CommandRule): Route {
  const { resource } = served
  const target = rule.on === 'none' ? {} : { id: idInput.optional(), ids: oneOrMany.optional() }
  const inputKeys = Object.keys(rule.input ?? {})
  const path = `/api/${resource.path}/${name}` as const
  const output = served.answers?.find(one => one.command === name)?.output
  return route({
    method: 'POST',
    path,
    access: `${resource.name}:${name}` as `${string}.${string}:${string}`, // derived names have this shape
    input: z.strictObject({ ...target, ...commandInput(rule).shape }),
    work: 'write',
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
      await served.lockFirst?.(call)
      const rows = ids.length ? await rowsInScope(call.tx, call.caller, resource, ids, { lock: true }) : []
      if (rows.length !== ids.length) throw new Refusal('kernel.notFound', { status: 404 })
      await mustBeWithinReach(call, served, rows)
      const values = Object.fromEntries(inputKeys.map(key => [key, input[key]]))
      await checkChoices(call.tx, rule.input ?? {}, values)
      const answer = await runCommand({ ...call, resources: index }, served, name, rows, values)
      return output && !isWaiting(answer) ? inShape({ path, output }, answer) : answer
    },
  })
}

const get = ['GET', 'POST'] as const

/** The routes of one resource: list, get, select, history, export and, by its rule, writes and commands. */
export function resourceRoutes(served: ServedResource, index: ResourceIndex): Route[] {
  const { resource } = served
  const base = `/api/${resource.path}` as const
  const permission = (action: string) => `${resource.name}:${action}` as `${string}.${string}:${string}` // as above
  const routes: Route[] = [
    route({
      method: get,
      path: `${base}/list`,
      access: permission('read'),
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
      input: z.strictObject({ id: idInput }),
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
      input: z.strictObject({ q: searchWord, ids: oneOrMany.optional() }),
      output: selectAnswer,
      work: 'read',
      async handle(call) {
        mustReach(call.caller, resource)
        return selectRecords(call.tx, call.caller, resource, call.input.q, call.input.ids ?? [])
      },
    }),
    route({
      method: get,
      path: `${base}/history`,
      access: permission('read'),
      input: z.strictObject({ id: idInput }),
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
        const { list, labels } = await tellEntries(call.tx, index, entries, call.caller)
        return { list: await withoutStrangers(call.tx, index, list, call.caller), labels }
      },
    }),
  ]
  if (resource.exchange?.export !== false) routes.push(exportRecords(served, index))
  if (resource.exchange?.import) {
    routes.push(
      route({
        method: 'POST',
        path: `${base}/import`,
        access: permission('import'),
        input: importInput,
        output: importAnswer,
        work: 'write',
        bodyLimit: 8 * 1024 * 1024,
        members: MAX_IMPORT_ROWS * MAX_IMPORT_COLUMNS,
        async handle(call) {
          mustChange(call.caller, resource)
          return importRecords(call, served, index, call.input)
        },
      }),
    )
  }
  if (resource.writes === 'crud') routes.push(...writeRoutes(served, index))
  for (const [name, rule] of Object.entries(resource.commands)) routes.push(commandRoute(served, index, name, rule))
  return [...routes, ...otherNames(served, routes)]
}

function otherNames({ alsoAt = {}, resource }: ServedResource, routes: readonly Route[]): Route[] {
  return Object.entries(alsoAt).map(([path, action]) => {
    const same = routes.find(one => one.path === `/api/${resource.path}/${action}`)
    if (!same) throw new Error(`${resource.name} has no ${action}`)
    return { ...same, path: `/api/${path}` }
  })
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
      ...roomFor(resource.fields),
      async handle(call) {
        const action = call.input.id ? 'update' : 'create'
        if (!call.caller.permissions.has('*') && !call.caller.permissions.has(`${resource.name}:${action}`))
          throw new Refusal('kernel.forbidden', { status: 403 })
        const row = await saveRecord(call, served, index, call.input)
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
