import { useTabQuery } from '@wattyard/console-kit'
import { MAX_SOUGHT } from '../../contract/search-help.ts'

/** Where somebody is in the help: all of it is in the address, so that it can be sent and survives a reload. */
export interface HelpPlace {
  /** Topic of the page; '' is the first. */
  readonly page: string
  /** Heading of it; '' is its top. */
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

/** Query of a place; what is empty is left out. */
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

/** The place, and how to type another search without leaving a trail of letters in the history. */
export function useHelpPlace(): [HelpPlace, (sought: string) => void] {
  const [search, setSearch] = useTabQuery()
  const place = placeOf(search)
  return [place, sought => setSearch(queryOf({ ...place, sought }), { replace: true })]
}
