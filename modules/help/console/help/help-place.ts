import { useTabQuery } from '@wattyard/console-kit'
import { MAX_SOUGHT } from '../../contract/search-help.ts'

/** Place in the help. All of it is in the URL, so that it can be sent and survives a reload. */
export interface HelpPlace {
  /** Topic of the page; '' is the first page. */
  readonly page: string
  /** Heading on the page; '' is its top. */
  readonly at: string
  readonly sought: string
}

export function placeOf(search: URLSearchParams): HelpPlace {
  return {
    page: search.get('page') ?? '',
    at: search.get('at') ?? '',
    sought: (search.get('q') ?? '').slice(0, MAX_SOUGHT),
  }
}

/** Returns the query of a place; empty parts are left out. */
export function queryOf({ page, at, sought }: HelpPlace): string {
  const query = new URLSearchParams()
  for (const [key, value] of [
    ['page', page],
    ['at', at],
    ['q', sought],
  ] as const)
    if (value !== '') query.set(key, value)
  return query.toString()
}

export const addressOf = (place: HelpPlace): string => `/help/index?${queryOf(place)}`

/** Returns the place and a function that changes the search text without adding history entries for each letter. */
export function useHelpPlace(): [HelpPlace, (sought: string) => void] {
  const [search, setSearch] = useTabQuery()
  const place = placeOf(search)
  return [place, sought => setSearch(queryOf({ ...place, sought }), { replace: true })]
}
