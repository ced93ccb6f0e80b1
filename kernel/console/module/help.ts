import { CONTRACT_ROUTES, helpTopicOf, routeAt, type RoutePath } from '@wattyard/pages'
import type { Language } from '../session/settings.ts'
import { isOpenable } from './registry.ts'

/** Text of a help page in each language; a chunk of its own, loaded when it is read. */
export type HelpLoaders = Readonly<Record<Language, () => Promise<string>>>

const HELP_PAGE: RoutePath = '/help/index'
const topics = new Map<string, HelpLoaders>()

const isWritten = (topic: string): boolean => topics.has(topic)

/** Said by the shell for each topic that help is written about. */
export function registerHelp(topic: string, loaders: HelpLoaders): void {
  topics.set(topic, loaders)
}

/** Returns whether a person has anything that a topic explains: one of its pages is open to them. */
export function isHelpShown(topic: string): boolean {
  return CONTRACT_ROUTES.some(
    route => !route.meta.isShell && isOpenable(route.path) && helpTopicOf(route, isWritten) === topic,
  )
}

/** Topics for this person, in the order of the menu; what is outside the menu comes first. */
export function helpTopics(): { readonly topic: string; readonly loaders: HelpLoaders }[] {
  const ordered = new Set(CONTRACT_ROUTES.flatMap(route => helpTopicOf(route, isWritten) ?? []))
  return [...ordered].flatMap(topic => {
    const loaders = topics.get(topic)
    return loaders && isHelpShown(topic) ? [{ topic, loaders }] : []
  })
}

/**
 * Address of the help for a page, at the heading named like its route when there is one; nothing when none is written,
 * on the help page itself, and for whoever may not open that.
 */
export function linkToHelp(path: string): string | undefined {
  const route = routeAt(path)
  if (!route || route.path === HELP_PAGE || !isOpenable(HELP_PAGE)) return undefined
  const topic = helpTopicOf(route, isWritten)
  return topic === undefined
    ? undefined
    : `${HELP_PAGE}?${new URLSearchParams({ page: topic, at: route.name }).toString()}`
}
