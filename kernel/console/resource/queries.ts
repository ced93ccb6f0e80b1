import type { CallInput } from '@wattyard/calls'
import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { useSettings } from '../session/settings.ts'
import type { Payload } from '../api/encode.ts'
import { choicesCall, getCall, historyCall, listCall, selectCall, totalsCall } from '@wattyard/resource'

/** Age in ms up to which a list is not read again; an older one is shown while it is being read. Money pages set 0. */
export const LIST_STALE_MS = 15_000

/** Query keys of a resource; invalidate `resourceKeys.all(name)` after any change of it. */
export const resourceKeys = {
  all: (name: string): QueryKey => [name],
  list: (name: string, query: Payload): QueryKey => [name, 'list', query],
  totals: (name: string, query: Payload): QueryKey => [name, 'listTotals', query],
  record: (name: string, id: string): QueryKey => [name, 'record', id],
  history: (name: string, id: string): QueryKey => [name, 'history', id],
  select: (name: string, query: Payload): QueryKey => [name, 'select', query],
}

const isAbout =
  (ids: readonly string[]) =>
  ({ queryHash }: Pick<Query, 'queryHash'>): boolean =>
    ids.some(id => queryHash.includes(id))

/** Reads again what is shown about records of any resource, such as lists of others in their details. */
export const refreshAbout = async (client: QueryClient, ids: readonly string[]): Promise<void> =>
  client.invalidateQueries({ predicate: isAbout(ids) })

/** Reads again what is shown of a resource after records were deleted; the deleted ones are not asked for again. */
export const refreshWithout = async (client: QueryClient, name: string, ids: readonly string[]): Promise<void> =>
  client.invalidateQueries({ queryKey: resourceKeys.all(name), predicate: query => !isAbout(ids)(query) })

type Named = { readonly name: string; readonly path: string }

const shown = { lane: 'page', quiet: true } as const

/** Query options of each read. */
export const resourceQueries = {
  list: <R extends Named>(resource: R, query: Payload) => ({
    queryKey: resourceKeys.list(resource.name, query),
    queryFn: async ({ signal }: { signal: AbortSignal }) => api.call(listCall(resource), query, { ...shown, signal }),
    staleTime: LIST_STALE_MS,
  }),
  totals: (resource: Named, query: Payload) => ({
    queryKey: resourceKeys.totals(resource.name, query),
    queryFn: async ({ signal }: { signal: AbortSignal }) => api.call(totalsCall(resource), query, { ...shown, signal }),
    staleTime: LIST_STALE_MS,
  }),
  record: <R extends Named>(resource: R, id: string) => ({
    queryKey: resourceKeys.record(resource.name, id),
    queryFn: async ({ signal }: { signal: AbortSignal }) => api.call(getCall(resource), { id }, { ...shown, signal }),
  }),
  history: (resource: Named, id: string) => ({
    queryKey: resourceKeys.history(resource.name, id),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      api.call(historyCall(resource), { id }, { ...shown, signal }),
  }),
  select: (resource: Named, query: CallInput<ReturnType<typeof selectCall>>) => ({
    queryKey: resourceKeys.select(resource.name, query),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.call(selectCall(resource), query, { ...shown, signal })).list,
    staleTime: LIST_STALE_MS,
  }),
  /** Records of a resource that a field may name: of a form or a command of the definition with the path `at.path`. */
  choices: (
    resource: Named,
    at: { readonly path: string; readonly action: string },
    query: CallInput<ReturnType<typeof choicesCall>>,
  ) => ({
    queryKey: resourceKeys.select(resource.name, { ...at, ...query }),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.call(choicesCall(at, at.action), query, { ...shown, signal })).list,
    staleTime: LIST_STALE_MS,
  }),
}

/**
 * Creates the query client. It never retries, because the API client does. The server answers in the reader's language, so a
 * change of language invalidates all queries: visible ones are read at once, those of a hidden tab when it is shown. The old data
 * stays until the new one arrives, because a form may use it.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 0, gcTime: 10 * 60_000, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  useSettings.subscribe((now, before) => {
    if (now.language !== before.language) void client.invalidateQueries()
  })
  return client
}
