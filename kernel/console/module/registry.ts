import type { RoutePath } from '@wattyard/pages'
import type { ComponentType } from 'react'
import type { ConsolePane, DecisionProps } from './console-module.ts'

/** Resource name → path, of every module that the console was built with. */
const paths = new Map<string, string>()
let canOpen: (route: string) => boolean = () => false

/** Said by the shell for each module, so that references to its records can be looked up and followed. */
export function registerResources(resources: Readonly<Record<string, string>>): void {
  for (const [name, path] of Object.entries(resources)) paths.set(name, path)
}

/** Resource name → route on which a record opens, where that is not the route of its own path. */
const homes = new Map<string, string>()

/** Said by the shell for each module that shows a resource on a route of another name. */
export function registerRecordPages(records: Readonly<Record<string, string>>): void {
  for (const [name, route] of Object.entries(records)) homes.set(name, route)
}

interface RegisteredPane extends ConsolePane {
  /** Key of its word. */
  readonly title: string
}

const panes = new Map<string, RegisteredPane>()

/** Said by the shell for each module that adds parts to pages of others. */
export function registerPanes(module: string, added: readonly ConsolePane[]): void {
  for (const pane of added) panes.set(`${pane.page} ${pane.key}`, { ...pane, title: `${module}.pane.${pane.key}` })
}

/** Parts that other modules have added to a page, in the order of the modules. */
export function panesOf(page: RoutePath): readonly RegisteredPane[] {
  return [...panes.values()].filter(pane => pane.page === page)
}

interface DecisionPart {
  readonly Show: ComponentType<DecisionProps>
}

const decisions = new Map<string, DecisionPart>()

/** Said by the shell for each module that shows what a second person decides on. */
export function registerDecisions(parts: Readonly<Record<string, ComponentType<DecisionProps>>>): void {
  for (const [permission, Show] of Object.entries(parts)) decisions.set(permission, { Show })
}

/** What shows a waiting command beyond its inputs; nothing for most. */
export function decisionPart(permission: string): DecisionPart | undefined {
  return decisions.get(permission)
}

/** API path of a resource by its name; nothing when no module has said it. */
export function pathOfResource(name: string): string | undefined {
  return paths.get(name)
}

/** The shell knows which routes exist and which of them this person may open. */
export function setCanOpen(rule: (route: string) => boolean): void {
  canOpen = rule
}

/** Returns whether a link to a route would lead anywhere for this person. */
export function isOpenable(route: string): boolean {
  return canOpen(route.replace(/[?#].*$/, ''))
}

/** Link to a record's detail, when its list is a page that this person may open. */
export function linkToRecord(resource: string, id: string): string | undefined {
  const path = paths.get(resource)
  const route = homes.get(resource) ?? (path === undefined ? undefined : `/${path}`)
  return route !== undefined && isOpenable(route) ? `${route}?open=${encodeURIComponent(id)}` : undefined
}
