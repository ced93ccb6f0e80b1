import type { CallInput } from '@wattyard/calls'
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { useSettings } from '../session/settings.ts'
import type { Payload } from '../api/encode.ts'
import { getCall, historyCall, listCall, selectCall, totalsCall } from '@wattyard/resource'

/** A list a moment old is shown at once while it is read again. Money pages set 0. */
export const LIST_STALE_MS = 15_000

/** Query keys of a resource; invalidate `resourceKeys.all(name)` after whatever changes it. */
export const resourceKeys = {
  all: (name: string): QueryKey => [name],
  list: (name: string, query: Payload): QueryKey => [name, 'list', query],
  totals: (name: string, query: Payload): QueryKey => [name, 'listTotals', query],
  record: (name: string, id: string): QueryKey => [name, 'record', id],
  history: (name: string, id: string): QueryKey => [name, 'history', id],
  select: (name: string, query: Payload): QueryKey => [name, 'select', query],
}

type Named = { readonly name: string; readonly path: string }

const shown = { lane: 'page', quiet: true } as const

/** Key and fetcher of each read, declared once. */
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
}

/**
 * Retries are the API client's; a list shown again is read again when it is stale. The server answers in the reader's
 * language, so whoever changes it has everything read again: what is on screen at once, a hidden tab when it is shown. It
 * stays there until the new one comes, because a form may stand on it.
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
