import { type ModuleRegistry, pageRulesOf, type Resource } from '@wattyard/resource'
import type { ServerModule } from './module.ts'
import { type ServedResource, servePlain } from './resource/served.ts'
import { ERASE_ROWS, type DeletionRules } from './tenancy/deletion-rules.ts'

/** What a module adds on the server to what its registry says. */
export interface ServerParts extends Omit<ServerModule, 'name' | 'pages' | 'resources'> {
  /** Resources with rules of their own. The others are served as their definitions say. */
  readonly served?: readonly ServedResource[]
  /** Resources that this installation does not have. */
  readonly leftOut?: readonly Pick<Resource, 'name'>[]
}

/**
 * Returns the server room of a registered module: its resources in the order of the registry, the rules of its pages, and
 * what becomes of its rows when their tenant is deleted: rows of a resource are erased unless `tenantDeletion` says otherwise.
 *
 * @throws Error when a served resource is not registered
 */
export function serverModule(
  registry: ModuleRegistry,
  { served = [], leftOut = [], tenantDeletion = {}, ...parts }: ServerParts = {},
): ServerModule {
  const names = new Set(registry.resources.map(resource => resource.name))
  const stranger = served.find(({ resource }) => !names.has(resource.name))
  if (stranger) throw new Error(`${registry.name}: ${stranger.resource.name} is served but not registered`)
  const own = new Map(served.map(one => [one.resource.name, one]))
  const missing = new Set(leftOut.map(({ name }) => name))
  const erased: DeletionRules = Object.fromEntries(registry.resources.map(({ table }) => [table, ERASE_ROWS]))
  return {
    ...parts,
    name: registry.name,
    tenantDeletion: { ...erased, ...tenantDeletion },
    pages: pageRulesOf(registry),
    resources: registry.resources
      .filter(({ name }) => !missing.has(name))
      .map(resource => own.get(resource.name) ?? servePlain(resource)),
  }
}
