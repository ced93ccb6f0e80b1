import { type CallAnswer, type CallInput, type CallOf, type LogPage } from '@wattyard/calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { useExport } from '../exchange/use-export.ts'
import { daysToInstants } from '../format/time.ts'
import { useZone } from '../ui/shown.tsx'

const PAGE = 50

/** Call that reads a log: page by page, from the newest on. Its path ends in `/list`. */
type LogCall = CallOf<LogPage>

/** Filters of a log as its server is asked: days of the zone as instants (the last one included), nothing that is empty. */
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
 * Lines of a log under its filters, page after page, and their export. `name` is what its reads are kept under and whose
 * `:export` opens the file; the file's API stands beside the call's. Constants, both.
 */
export function useLogPages<C extends LogCall>(
  name: `${string}.${string}`,
  call: C,
  filters: Parameters<typeof logQuery>[0],
) {
  const zone = useZone()
  const query = logQuery(filters, zone)
  const file = useExport({ name, path: call.path.slice('/api/'.length, -'/list'.length), fields: {} })
  const log = useInfiniteQuery({
    queryKey: [name, 'list', query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      // Filters come from the address, so the server judges them; which there are, its declaration says.
      const input = { ...query, pageSize: PAGE, ...(pageParam ? { after: pageParam } : {}) } as CallInput<C>
      return api.call(call, input, { signal, lane: 'page', quiet: true })
    },
    getNextPageParam: page => page.next ?? undefined,
  })
  const pages = log.data?.pages
  return {
    log,
    pages,
    rows: pages?.flatMap(page => page.list) as CallAnswer<C>['list'] | undefined, // of that call's answers
    searchedTo: pages?.at(-1)?.searchedTo,
    isExporting: file.state.step === 'running',
    exportAll: () => void file.run({ ...query, zone }),
  }
}
