import { joinRules, type PageCaller, type PageRules } from '@wattyard/pages'
import { type Caller, seesWholeTenant } from './caller.ts'
import { SEE_PERSONAL } from './personal.ts'
import { indexResources, type ServerModule } from './module.ts'
import { ADDING } from './resource/abilities/record-abilities.ts'
import { changesOf, mayAdd, reachesEverybodys } from './resource/scope.ts'

/** Which pages are built and who gets them, and what the permissions of a caller come to. */
export interface PageAccess {
  readonly rules: PageRules
  of(caller: Caller): PageCaller
}

const READS = new Set(['read', 'export'])

/**
 * Pages and permissions of the modules of a server. A permission is of use to somebody who sees only a part of the tenant
 * when a call that takes it could let them pass: of a definition by its scope, else by what its routes say. What is of no use
 * is told to nobody's console, so that no menu, button or list offers what would be refused (decision 332).
 *
 * @throws Error as `joinRules` and `indexResources` do
 */
export function createPageAccess(modules: readonly ServerModule[]): PageAccess {
  const index = indexResources(modules)
  const open = new Set<string>()
  for (const { routes = [], routesOver } of modules)
    for (const { access, wholeTenant } of [...routes, ...(routesOver?.(index) ?? [])])
      if (!wholeTenant) open.add(access)
  const isOfUse = (caller: Caller, permission: string): boolean => {
    const [name = '', action = ''] = permission.split(':')
    const resource = index.byName(name)?.resource
    if (!resource) return open.has(permission) || permission === SEE_PERSONAL
    if (action === 'all') return reachesEverybodys(caller, resource)
    if (ADDING.has(action) && !mayAdd(caller, resource)) return false
    return READS.has(action) ? resource.scope !== 'wholeTenant' : changesOf(caller, resource) !== 'none'
  }
  return {
    rules: joinRules(modules),
    of: caller => ({
      roles: caller.roles,
      ...(caller.isPlatform === undefined ? {} : { isPlatform: caller.isPlatform }),
      usable: seesWholeTenant(caller)
        ? caller.permissions
        : new Set([...caller.permissions].filter(permission => isOfUse(caller, permission))),
    }),
  }
}
