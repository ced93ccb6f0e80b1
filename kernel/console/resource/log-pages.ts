import { type CallAnswer, type CallInput, type CallOf, type LogPage } from '@wattyard/calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { useExport } from '../exchange/use-export.ts'
import { daysToInstants } from '../format/time.ts'
import { useChosenStation } from '../station/station-filter.ts'
import { useZone } from '../ui/shown.tsx'

const PAGE = 50

/** Call that reads a log page by page, newest entry first. Its path ends in `/list`. */
type LogCall = CallOf<LogPage>

/**
 * Returns the filters of a log as its call expects them: days as instants on the zone's clock (the last day included), empty ones
 * left out.
 */
export function logQuery(
  { from, to, ...rest }: Readonly<Record<'from' | 'to', string>> & Readonly<Record<string, string>>,
  zone: string,
): Record<string, string | number> {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')),
    ...(from ? { from: daysToInstants(from, from, zone).from } : {}),
    ...(to ? { to: daysToInstants(to, to, zone).to } : {}),
  }
}

/**
 * Reads the lines of a log page after page, and exports them. `name` is the query key and the prefix of the `:export` permission;
 * the export's path is beside that of the call. Both arguments must be constants.
 */
export function useLogPages<C extends LogCall>(
  name: `${string}.${string}`,
  call: C,
  filters: Parameters<typeof logQuery>[0],
) {
  const zone = useZone()
  const chosen = useChosenStation()
  const atStation = call.stations === 'narrowed' ? chosen : null
  const query = { ...logQuery(filters, zone), ...(atStation === null ? {} : { atStation }) }
  const file = useExport({ name, path: call.path.slice('/api/'.length, -'/list'.length), fields: {} })
  const log = useInfiniteQuery({
    queryKey: [name, 'list', query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      // Filters come from the URL, so the server checks them; the call's declaration states which filters exist.
      const input = { ...query, pageSize: PAGE, ...(pageParam ? { after: pageParam } : {}) } as CallInput<C>
      return api.call(call, input, { signal, lane: 'page', quiet: true })
    },
    getNextPageParam: page => page.next ?? undefined,
  })
  const pages = log.data?.pages
  return {
    log,
    pages,
    rows: pages?.flatMap(page => page.list) as CallAnswer<C>['list'] | undefined, // answers of this call
    searchedTo: pages?.at(-1)?.searchedTo,
    isExporting: file.state.step === 'running',
    exportAll: () => void file.run({ ...query, zone }),
  }
}
