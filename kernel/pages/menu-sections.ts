import type { RoutePath } from './contract-routes.ts'
import type { LayoutEntry } from './menu-layout.ts'

/** Parts of a menu group with many pages; the name of each is at `shell.section.<section>`. */
export const SECTIONS = ['people', 'settings', 'baseData'] as const
export type Section = (typeof SECTIONS)[number]

const SECTION_OF: Readonly<Partial<Record<RoutePath, Section>>> = {
  '/console/tenant': 'people',
  '/console/org': 'people',
  '/console/employee': 'people',
  '/console/role': 'people',
  '/console/menuemanage': 'settings',
  '/console/dict': 'settings',
  '/console/log': 'settings',
  '/console/MessageParsing': 'settings',
  '/sysconfig/cfgSchedule': 'settings',
  '/basedata/type': 'baseData',
  '/basedata/typetree': 'baseData',
  '/basedata/model': 'baseData',
  '/basedata/protocol': 'baseData',
  '/basedata/manufacture': 'baseData',
}

/** Largest number of entries that a person takes in without names of sections. */
export const FEW = 7

/** Entries that stand together below the name of their section, or below none. */
export interface MenuRun {
  readonly section: Section | null
  readonly entries: readonly LayoutEntry[]
}

function sectionOf({ route }: LayoutEntry): Section | null {
  return (route && SECTION_OF[route.path]) ?? null
}

/**
 * Returns the entries of a group in runs of one section each, in the given order, which is the tenant's. Only the longest run of a
 * section has its name: a page that the tenant has moved away from the others stands where it was put, without a name. A group of
 * few entries is one run.
 */
export function runsOf(entries: readonly LayoutEntry[]): MenuRun[] {
  if (entries.length <= FEW) return [{ section: null, entries }]
  const runs: { section: Section | null; entries: LayoutEntry[] }[] = []
  for (const entry of entries) {
    const section = sectionOf(entry)
    const last = runs.at(-1)
    if (last?.section === section) last.entries.push(entry)
    else runs.push({ section, entries: [entry] })
  }
  const longest = (section: Section | null): number =>
    Math.max(...runs.filter(run => run.section === section).map(run => run.entries.length))
  const named = SECTIONS.map(section =>
    runs.find(run => run.section === section && run.entries.length === longest(section)),
  )
  return runs.map(run => (named.includes(run) ? run : { ...run, section: null }))
}
