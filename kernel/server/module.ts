import type { PageRules, RoutePath } from '@wattyard/pages'
import type { Dictionary } from '@wattyard/resource'
import type { Caller } from './caller.ts'
import type { Tx } from './database/tx.ts'
import type { App } from './http/app.ts'
import type { LetterKind, MessageKind } from './message-kind.ts'
import type { Call, RawCall, Route } from './http/route.ts'
import { REVEAL_PERSONAL, SEE_PERSONAL } from './personal.ts'
import { recordSheet } from './paper/record-sheet.ts'
import type { House, ServedSheet } from './paper/served-sheet.ts'
import { type ApprovalService, settleRequests } from './resource/second-person.ts'
import { allCopies } from './resource/copies.ts'
import { mustChange, mustReach } from './resource/scope.ts'
import type { ServedResource } from './resource/served.ts'
import type { ResourceIndex } from './resource/read-records.ts'
import { checkRoute } from './resource/check-new-values.ts'
import { resourceRoutes } from './resource/resource-routes.ts'
import { mustFitTargets } from './resource/choices/offered.ts'
import { mustLeadSomewhere } from './resource/within.ts'
import type { Job } from './work/jobs.ts'
import type { OutboxHandler } from './work/outbox.ts'
import type { DeletionBlocker, DeletionRules } from './tenancy/deletion-rules.ts'

/** What a module's server room offers to the app that wires it. */
export interface ServerModule {
  name: string
  resources?: readonly ServedResource[]
  routes?: readonly Route[]
  /** Routes that look into resources of all modules, whatever they are. */
  routesOver?: (index: ResourceIndex) => readonly Route[]
  jobs?: readonly Job[]
  /** Pages of the console that the module has built, and who gets them. */
  pages?: PageRules
  /**
   * Closed sets of words that no field of a definition has, such as the states of a live figure: people may call and colour
   * them otherwise like those of definitions.
   */
  states?: readonly (Dictionary & { readonly shownOn: readonly RoutePath[] })[]
  /** Events of the outbox this module listens to. */
  handles?: Readonly<Record<string, OutboxHandler>>
  /** Kinds of messages to people that its events give rise to. */
  messages?: readonly MessageKind[]
  /** Letters it writes to single people. */
  letters?: readonly LetterKind[]
  /** What becomes of the rows of its tables when a tenant is deleted; every table with a `tenant_id` is named. */
  tenantDeletion?: DeletionRules
  /** What stands against deleting a tenant, in a transaction of the platform. */
  deletionBlockers?: (tx: Tx, tenantId: string) => Promise<readonly DeletionBlocker[]>
  /** A tenant is being deleted: connections of it end, memory forgets it. Called outside transactions, perhaps often. */
  releaseTenant?: (tenantId: string) => void
  /** Keeps commands that wait for a second person; one module at most. */
  approvalService?: ApprovalService
  /** Sheets of single records, besides the one of all fields that every resource has. */
  sheets?: readonly ServedSheet[]
  /**
   * Returns a value without secrets, known by their names in data and texts; one module at most. Entries of logs are shown, exported
   * and searched through it, because those from before a rule about secrets hold them.
   */
  withoutSecrets?: <T>(value: T) => T
  /** Whose the papers of a transaction's tenant are; one module at most. */
  houseOf?: (tx: Tx) => Promise<House | null>
}

/** @throws Error where a definition names a sheet that nobody makes */
function allSheets(modules: readonly ServerModule[], all: readonly ServedResource[]): ServedSheet[] {
  const made = modules.flatMap(module => module.sheets ?? [])
  for (const { resource } of all)
    for (const kind of resource.sheets ?? [])
      if (!made.some(sheet => sheet.resource === resource.name && sheet.kind === kind))
        throw new Error(`${resource.name}: nobody makes the sheet ${kind}`)
  return [...all.map(recordSheet), ...made]
}

export function indexResources(modules: readonly ServerModule[]): ResourceIndex & { all(): readonly ServedResource[] } {
  const byName = new Map<string, ServedResource>()
  for (const { resources = [] } of modules)
    for (const served of resources) {
      if (byName.has(served.resource.name)) throw new Error(`two resources are called ${served.resource.name}`)
      byName.set(served.resource.name, served)
    }
  const [approvalService, ...others] = modules.flatMap(module => module.approvalService ?? [])
  if (others.length) throw new Error('two modules keep what waits for approval')
  const [houseOf, ...otherHouses] = modules.flatMap(module => module.houseOf ?? [])
  if (otherHouses.length) throw new Error('two modules know what a tenant is called')
  const [withoutSecrets, ...otherVeils] = modules.flatMap(module => module.withoutSecrets ?? [])
  if (otherVeils.length) throw new Error('two modules know secrets')
  const named = { byName: (name: string) => byName.get(name) }
  const all = [...byName.values()]
  for (const { resource } of all) mustLeadSomewhere(resource, named)
  for (const { resource } of all) mustFitTargets(resource, named)
  return {
    ...named,
    copies: allCopies(all, named),
    sheets: allSheets(modules, all),
    all: () => all,
    ...(approvalService ? { approvalService } : {}),
    ...(houseOf ? { houseOf } : {}),
    ...(withoutSecrets ? { withoutSecrets } : {}),
  }
}

/**
 * A route of a module's own that takes a permission of a resource has its reach, too: what concerns everybody is not for who
 * sees a part, and nobody changes by it what others share. Rows of stations it narrows itself, by `scoped`.
 */
function withinReach(definition: Route, index: ResourceIndex): Route {
  const [name = '', action] = definition.access.split(':')
  const resource = index.byName(name)?.resource
  if (!resource || typeof resource.scope !== 'string') return definition
  const check = action === 'read' || action === 'export' || action === 'all' ? mustReach : mustChange
  const { handle } = definition
  return {
    ...definition,
    handle(call: Call<never> & RawCall<never>) {
      check(call.caller, resource)
      return handle(call)
    },
  }
}

/** Last in each call of a person that writes: requests end with what they rest on, in the transaction that changed it (decision 437). */
function settling(definition: Route, index: ResourceIndex): Route {
  if (definition.work !== 'write' || !index.approvalService) return definition
  const { handle } = definition
  return {
    ...definition,
    async handle(call: Call<never>) {
      const answer = await handle(call)
      // A public route has no caller, and who may only read has written nothing.
      if ((call.caller as Caller | null) && !call.caller.readOnly) await settleRequests({ ...call, resources: index })
      return answer
    },
  }
}

/** Adds the routes of every module to the app and gives the index that references and conformance use. */
export function mount(app: App, modules: readonly ServerModule[]): ReturnType<typeof indexResources> {
  const index = indexResources(modules)
  for (const served of index.all()) app.add(resourceRoutes(served, index).map(one => settling(one, index)))
  app.add([checkRoute(index)])
  for (const { routes = [], routesOver } of modules)
    app.add([...routes, ...(routesOver?.(index) ?? [])].map(one => settling(withinReach(one, index), index)))
  return index
}

/** Returns every permission that exists, derived from definitions and routes; the role screen shows this list. */
export function permissionList(index: ReturnType<typeof indexResources>, routes: readonly Route[]): string[] {
  const permissions = new Set<string>()
  for (const { resource } of index.all()) for (const permission of resource.permissions) permissions.add(permission)
  for (const { access } of routes) if (access.includes(':')) permissions.add(access)
  // No single call takes it: every answer with personal data depends on it.
  if (permissions.has(REVEAL_PERSONAL)) permissions.add(SEE_PERSONAL)
  return [...permissions].toSorted()
}
