import { type PageRule, type PageRules, routeAt, type RoutePath } from '@wattyard/pages'
import type { Resource } from '../define-resource.ts'
import { followsStation } from '../scope-rule.ts'

/** What the registry reads of a definition; definitions differ in the types of their keys only. */
type Registered = Pick<Resource, 'name' | 'path' | 'table' | 'permissions'>

/**
 * How a page relates to the station chosen in the top bar: `narrowed` shows it alone, with sums and exports; `notNarrowed` says in
 * its head that it shows all; `byPart` says so for the parts that do.
 */
export type PageStations = 'narrowed' | 'notNarrowed' | 'byPart'

/**
 * A page of the console. Without `anyOf` it opens to whoever may read the resource with the path of the page;
 * `everybody` opens it to all staff.
 */
export interface PageRegistration extends PageRule {
  /** File below the module's `console/` that exports `Page`. Its name ends in `-page.tsx`. */
  readonly file: string
  readonly stations: PageStations
  /** Other modules whose words the page shows. */
  readonly words?: readonly string[]
  readonly everybody?: true
}

export interface ModuleRule {
  /** Name of the module and of its folder. */
  readonly name: string
  /** Definitions that the module serves by the generated doors. */
  readonly resources?: readonly Registered[]
  /** Definitions whose doors the module writes by hand. The console looks their records up all the same. */
  readonly others?: readonly Registered[]
  readonly pages?: Readonly<Partial<Record<RoutePath, PageRegistration>>>
}

/** What a module consists of: `contract/registry.ts` of each module exports one. */
export interface ModuleRegistry {
  readonly name: string
  readonly resources: readonly Resource[]
  readonly others: readonly Resource[]
  readonly pages: Readonly<Partial<Record<RoutePath, PageRegistration>>>
}

/** What the shell of the console knows of a module before any of its pages is loaded: plain data. */
export interface ConsoleRegistration {
  readonly name: string
  /** What is known of each page before it is loaded, by its route. */
  readonly pages: Readonly<Record<string, Required<Pick<PageRegistration, 'file' | 'words' | 'stations'>>>>
  /** Path of each resource, by its name. */
  readonly resources: Readonly<Record<string, string>>
}

/**
 * Registers the resources and pages of a module.
 *
 * @throws Error when a resource bears another module's name or is listed twice, when nothing says who gets a page, or when the
 *   page of a list says something else of stations than the list does
 */
export function registerModule({ name, resources = [], others = [], pages = {} }: ModuleRule): ModuleRegistry {
  const all = [...resources, ...others]
  const names = all.map(resource => resource.name)
  for (const [at, resource] of names.entries()) {
    if (!resource.startsWith(`${name}.`)) throw new Error(`${resource} is not a resource of ${name}`)
    if (names.indexOf(resource) !== at) throw new Error(`${resource} is registered twice`)
  }
  const registry = {
    name,
    resources: all.slice(0, resources.length) as Resource[],
    others: others as Resource[],
    pages,
  } // see Registered
  pageRulesOf(registry)
  mustFollow(registry)
  return registry
}

/** Checks that the page of a resource's list says of stations what the list does. @throws Error that names the page */
function mustFollow({ resources, others, pages }: ModuleRegistry): void {
  for (const resource of [...resources, ...others]) {
    const path = `/${resource.path}`
    const said = Object.entries(pages).find(([route]) => route === path)?.[1].stations
    const follows = followsStation(resource)
    if ((said === 'narrowed' && !follows) || (said === 'notNarrowed' && follows))
      throw new Error(
        `${path} says ${said}, and the list of ${resource.name} ${follows ? 'follows' : 'does not follow'}`,
      )
  }
}

/** Returns who gets the pages of a module. */
export function pageRulesOf({ name, resources, others, pages }: ModuleRegistry): PageRules {
  const readers = new Map([...resources, ...others].map(one => [`/${one.path}`, one.permissions.find(isRead)]))
  return Object.fromEntries(
    Object.entries(pages).map(([path, page]) => {
      const { file: _file, words: _words, stations: _stations, everybody, ...rule } = page
      if (!routeAt(path)) throw new Error(`${name}: ${path} is no route of the contract`)
      if (everybody && rule.anyOf) throw new Error(`${name}: ${path} is for everybody and for some`)
      const read = everybody || rule.anyOf ? undefined : readers.get(path)
      if (!everybody && !rule.anyOf && !read)
        throw new Error(`${name}: ${path} is the path of no resource; say anyOf or everybody`)
      return [path, read ? { ...rule, anyOf: [read] } : rule]
    }),
  )
}

const isRead = (permission: string): permission is `${string}.${string}:${string}` => permission.endsWith(':read')

/** Returns the path of a resource whose path says nothing that its name does not: `payments/channel` of `payments.channel`. */
export const usualPath = (name: string): string => name.replace('.', '/')

/** Returns what the shell needs to know of a module. */
export function consoleRegistration({ name, resources, others, pages }: ModuleRegistry): ConsoleRegistration {
  return {
    name,
    pages: Object.fromEntries(
      Object.entries(pages).map(([path, { file, words = [], stations }]) => [path, { file, words, stations }]),
    ),
    resources: Object.fromEntries(
      [...resources, ...others].map(({ name: key, path }) => [key, path === usualPath(key) ? '' : path]),
    ),
  }
}
