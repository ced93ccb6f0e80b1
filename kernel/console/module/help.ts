import { CONTRACT_ROUTES, helpTopicOf, routeAt, type RoutePath } from '@wattyard/pages'
import type { Language } from '../session/settings.ts'
import { isOpenable } from './registry.ts'

/** Loaders of a help page's text in each language; each text is a chunk of its own. */
export type HelpLoaders = Readonly<Record<Language, () => Promise<string>>>

const HELP_PAGE: RoutePath = '/help/index'
const topics = new Map<string, HelpLoaders>()

const isWritten = (topic: string): boolean => topics.has(topic)

/** Registers a help topic; the shell calls it for every topic with a text. */
export function registerHelp(topic: string, loaders: HelpLoaders): void {
  topics.set(topic, loaders)
}

/** Returns whether a person may open any of the pages that a topic explains. */
export function isHelpShown(topic: string): boolean {
  return CONTRACT_ROUTES.some(
    route => !route.meta.isShell && isOpenable(route.path) && helpTopicOf(route, isWritten) === topic,
  )
}

/** Returns the topics for this person in the order of the menu; topics outside the menu come first. */
export function helpTopics(): { readonly topic: string; readonly loaders: HelpLoaders }[] {
  const ordered = new Set(CONTRACT_ROUTES.flatMap(route => helpTopicOf(route, isWritten) ?? []))
  return [...ordered].flatMap(topic => {
    const loaders = topics.get(topic)
    return loaders && isHelpShown(topic) ? [{ topic, loaders }] : []
  })
}

/**
 * Returns the address of the help for a page, at the heading named like its route when there is one. Returns undefined when no
 * help is written, on the help page itself, and for people who may not open that page.
 */
export function linkToHelp(path: string): string | undefined {
  const route = routeAt(path)
  if (!route || route.path === HELP_PAGE || !isOpenable(HELP_PAGE)) return undefined
  const topic = helpTopicOf(route, isWritten)
  return topic === undefined
    ? undefined
    : `${HELP_PAGE}?${new URLSearchParams({ page: topic, at: route.name }).toString()}`
}
