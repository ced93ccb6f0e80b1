import type { RoutePath } from '@wattyard/pages'
import { usualPath } from '@wattyard/resource'
import type { ComponentType } from 'react'
import type { ConsolePane, DecisionProps, DetailPart } from './console-module.ts'

/** Resource name → path, of every module built into the console. */
const paths = new Map<string, string>()
let canOpen: (route: string) => boolean = () => false

/** Registers resources, so that references to their records can be looked up and followed. The shell calls it for each module. */
export function registerResources(resources: Readonly<Record<string, string>>): void {
  for (const [name, path] of Object.entries(resources)) paths.set(name, path || usualPath(name))
}

/** Resource name → route, or part of one, on which a record opens, where it differs from the route of the resource's path. */
const homes = new Map<string, string>()

/** Registers the routes of resources that open on a route of another name. The shell calls it for each module. */
export function registerRecordPages(records: Readonly<Record<string, string>>): void {
  for (const [name, route] of Object.entries(records)) homes.set(name, route)
}

/** Resource name → route on which its records are made, where that is neither its path nor the page of its records. */
const lists = new Map<string, string>()

/** Registers the routes on which records of resources are made. The shell calls it for each module. */
export function registerLists(made: Readonly<Record<string, string>>): void {
  for (const [name, route] of Object.entries(made)) lists.set(name, route)
}

/** Returns the route on which records of a resource are made; undefined unless this person may open it. */
export function linkToList(resource: string): string | undefined {
  const path = paths.get(resource)
  const route = lists.get(resource) ?? homes.get(resource) ?? (path === undefined ? undefined : `/${path}`)
  return route !== undefined && isOpenable(route) ? route : undefined
}

interface RegisteredPane extends ConsolePane {
  /** Key of the part's title. */
  readonly title: string
}

const panes = new Map<string, RegisteredPane>()

/** Registers a module's parts on pages of other modules. The shell calls it for each module. */
export function registerPanes(module: string, added: readonly ConsolePane[]): void {
  for (const pane of added) panes.set(`${pane.page} ${pane.key}`, { ...pane, title: `${module}.pane.${pane.key}` })
}

/** Returns the parts that other modules have added to a page, in the order of the modules. */
export function panesOf(page: RoutePath): readonly RegisteredPane[] {
  return [...panes.values()].filter(pane => pane.page === page)
}

interface RegisteredDetailPart extends DetailPart {
  /** Key of the part's title. */
  readonly title: string
}

/** Place above the tabs of a detail, for parts of other modules. */
export const HEAD = 'head'

const detailParts = new Map<string, RegisteredDetailPart>()

/** Registers a module's parts in details of other modules' records. The shell calls it for each module. */
export function registerDetails(module: string, added: readonly DetailPart[]): void {
  for (const part of added)
    detailParts.set(`${part.resource} ${module}.${part.key}`, { ...part, title: `${module}.detail.${part.key}` })
}

/** Returns the parts that other modules have added to the detail of a resource, in the order of the modules. */
export function detailPartsOf(resource: string): readonly RegisteredDetailPart[] {
  return [...detailParts.values()].filter(part => part.resource === resource)
}

interface DecisionPart {
  readonly Show: ComponentType<DecisionProps>
}

const decisions = new Map<string, DecisionPart>()

/** Registers the components that show a command to its approver. The shell calls it for each module. */
export function registerDecisions(parts: Readonly<Record<string, ComponentType<DecisionProps>>>): void {
  for (const [permission, Show] of Object.entries(parts)) decisions.set(permission, { Show })
}

/** Returns the component that shows a waiting command beyond its inputs; undefined for most commands. */
export function decisionPart(permission: string): DecisionPart | undefined {
  return decisions.get(permission)
}

/** Returns the API path of a resource; undefined when no module has registered it. */
export function pathOfResource(name: string): string | undefined {
  return paths.get(name)
}

/** Sets the rule that tells whether this person may open a route; the shell knows the routes and the person. */
export function setCanOpen(rule: (route: string) => boolean): void {
  canOpen = rule
}

/** Returns whether this person may open a route; query and fragment are ignored. */
export function isOpenable(route: string): boolean {
  return canOpen(route.replace(/[?#].*$/, ''))
}

/** Parameter of the URL that names the tab of an open detail. */
export const DETAIL_TAB = 'detail'

/**
 * Returns the link to a record's detail, on one of its tabs where one is named; undefined unless this person may open the page
 * with its list.
 */
export function linkToRecord(resource: string, id: string, tab?: string): string | undefined {
  const path = paths.get(resource)
  const route = homes.get(resource) ?? (path === undefined ? undefined : `/${path}`)
  if (route === undefined || !isOpenable(route)) return undefined
  // A part of a page is named in the query of its route.
  const query = `open=${encodeURIComponent(id)}${tab === undefined ? '' : `&${DETAIL_TAB}=${tab}`}`
  return `${route}${route.includes('?') ? '&' : '?'}${query}`
}
