/** Tab of the parts that name none. */
export const FIRST_TAB = ''
/** First tab where no other is. */
const OVERVIEW = 'overview'
/** The last tab: who changed what. */
export const RECORD = 'record'

interface TabsOfDetail {
  /** Tabs that sections name, in their order; `FIRST_TAB` where they name none. */
  readonly ofSections: readonly string[]
  /** Tabs that groups of fields belong to, in the form's order; `FIRST_TAB` where it has none. */
  readonly ofFacts: readonly string[]
  /** The form's own first tab leads, because the page does not say where facts belong. */
  readonly formLeads: boolean
  /** Order of the page; tabs that it does not name follow. */
  readonly order: readonly string[]
}

/** Returns the tabs of a detail, the first one first and the history last. */
export function tabsOfDetail({ ofSections, ofFacts, formLeads, order }: TabsOfDetail): readonly [string, ...string[]] {
  const isNamed = (tab: string): boolean => tab !== FIRST_TAB
  const placeOf = (tab: string): number => (order.includes(tab) ? order.indexOf(tab) : order.length)
  // Sorting is stable, so tabs without a place in the order keep theirs.
  const named = [...ofSections, ...ofFacts].filter(isNamed).toSorted((a, b) => placeOf(a) - placeOf(b))
  const first = (formLeads ? ofFacts.find(isNamed) : undefined) ?? named[0] ?? OVERVIEW
  return [first, ...new Set([...named, RECORD].filter(tab => tab !== first))]
}
