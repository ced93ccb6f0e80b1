import {
  type ConsoleModule,
  loadCode,
  needWords,
  type PageEntry,
  registerDecisions,
  registerDetails,
  registerLists,
  registerPanes,
  registerRecordPages,
  registerResources,
  registerTones,
  registerWords,
} from '@wattyard/console-kit'
import { type ContractRoute, CONTRACT_ROUTES, type RoutePath } from '@wattyard/pages'
import { DEVELOPMENT } from './development-pages.ts'
import { REGISTRATIONS } from './registries.ts'
import type { Registration } from './registrations.ts'

/** Console doors of all modules; a door is small, its pages are chunks of their own. */
const doors = import.meta.glob<{ readonly consoleModule: ConsoleModule }>(
  ['../../../modules/*/console/index.ts', '!../../../modules/devtools/**'],
  { eager: true },
)

export const MODULES: readonly ConsoleModule[] = [
  ...Object.values(doors).map(door => door.consoleModule),
  ...DEVELOPMENT.map(({ door }) => door),
]

/** Pages and resources of every module. */
export const REGISTERED: readonly Registration[] = [
  ...REGISTRATIONS,
  ...DEVELOPMENT.map(({ registration }) => registration),
]

export interface BuiltPage {
  readonly entry: PageEntry
  readonly module: string
}

/**
 * Returns the pages by route.
 * @throws Error when two modules claim one route; this is a programming mistake, found at start
 */
export function pagesOf(modules: readonly Pick<Registration, 'name' | 'pages'>[]): ReadonlyMap<string, BuiltPage> {
  const pages = new Map<string, BuiltPage>()
  for (const { name, pages: entries } of modules)
    for (const [path, entry] of Object.entries(entries)) {
      const other = pages.get(path)
      if (other) throw new Error(`${path} is claimed by ${other.module} and ${name}`)
      pages.set(path, { entry, module: name })
    }
  return pages
}

export const PAGES = pagesOf(REGISTERED)

export function isBuilt(path: RoutePath): boolean {
  return PAGES.has(path)
}

/** Returns the routes that have a page of a module; the shell's own routes are not counted. */
export function builtRoutes(): ContractRoute[] {
  return CONTRACT_ROUTES.filter(route => isBuilt(route.path))
}

/** Registers every module with the kit. Words are loaded together with a page of the module. */
export function registerModules(): void {
  for (const { resources } of REGISTERED) registerResources(resources)
  for (const {
    name,
    locales,
    records = {},
    lists = {},
    panes = [],
    details = [],
    decisions = {},
    tones = {},
  } of MODULES) {
    registerWords(name, locales)
    registerRecordPages(records)
    registerLists(lists)
    registerPanes(name, panes)
    registerDetails(name, details)
    registerDecisions(decisions)
    for (const [field, values] of Object.entries(tones)) registerTones(field, values)
  }
}

/** Loads a page and all words that it shows. */
export async function loadPage({ entry, module }: BuiltPage) {
  const [file] = await loadCode(async () => Promise.all([entry.load(), needWords(module, ...(entry.words ?? []))]))
  return file.Page
}
