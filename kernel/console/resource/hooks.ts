import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import {
  type Bookkeeping,
  type AnyCommand,
  type CommandAnswer,
  type Labels,
  type ListAnswer,
  type RecordOf,
  deleteCall,
  listCall,
  saveCall,
  commandCall,
} from '@wattyard/resource'
import { api } from '../api/api.ts'
import type { ApiError } from '../api/api-error.ts'
import type { Payload } from '../api/encode.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { useZone } from '../ui/shown.tsx'
import { filterQuery, type ListState, readListState, writeListState } from './list/list-state.ts'
import { LIST_STALE_MS, refreshAbout, refreshWithout, resourceKeys, resourceQueries } from './queries.ts'
import { anyResource, type AnyResource } from './records.ts'
import { useTabQuery } from '../module/tab-query.ts'
import { keepAtStation, useStationOf } from '../station/station-filter.ts'

/** Part of a definition that the hooks use; every `defineResource` result has it. */
export type ResourceLike = Pick<AnyResource, 'name' | 'path'> & { readonly fields: object }

const LOOK_AGAIN_MS = 2_000

/**
 * Reads a list by an explicit query (`{ page: 1, pageSize: 20, 'filter.status': 'open' }`), narrowed to the chosen station where
 * resource and page follow it. The previous page stays until the next is read.
 */
export function useList<R extends ResourceLike>(
  resource: R,
  query: Payload,
  options: { enabled?: boolean; staleTime?: number } = {},
): UseQueryResult<ListAnswer<RecordOf<R>>, ApiError> {
  const station = useStationOf(resource)
  return useQuery({
    ...resourceQueries.list(resource, { ...query, ...station }),
    placeholderData: keepAtStation(station.atStation),
    ...options,
  })
}

const EVERY_PAGE = 200

/**
 * Reads all pages of a list, up to `max` records, for pages that show them together, such as a map. `total` counts all matching
 * records. A record that moved between two pages during the read appears once.
 */
export function useEveryRecord<R extends ResourceLike>(
  resource: R,
  query: Payload,
  max: number,
  options: { enabled?: boolean } = {},
): UseQueryResult<{ list: RecordOf<R>[]; total: number }, ApiError> {
  const station = useStationOf(resource)
  return useQuery({
    queryKey: [...resourceKeys.all(resource.name), 'every', { ...query, ...station }, max],
    queryFn: async ({ signal }) => {
      const found = new Map<string, RecordOf<R>>()
      for (let page = 1; ; page++) {
        const asked = { ...query, ...station, page, pageSize: EVERY_PAGE }
        const { list, total } = await api.call(listCall(resource), asked, { lane: 'page', quiet: true, signal })
        for (const record of list) found.set(record.id, record)
        if (list.length < EVERY_PAGE || page * EVERY_PAGE >= Math.min(max, total))
          return { list: [...found.values()].slice(0, max), total }
      }
    },
    placeholderData: keepAtStation(station.atStation),
    staleTime: LIST_STALE_MS,
    ...options,
  })
}

/** Returns the state of a list in the URL of the tab: `[state, change]`. Every change except of the page resets to page 1. */
export function useListState(resource: unknown): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useTabQuery()
  const definition = anyResource(resource)
  const state = useMemo(() => readListState(params, definition), [params, definition])
  const change = useCallback(
    (part: Partial<ListState>) =>
      setParams(before => writeListState(before, { ...readListState(before, definition), page: 1, ...part }), {
        replace: true,
      }),
    [setParams, definition],
  )
  return [state, change]
}

/** Returns the query of a list state, for `useList`, sums and exports; it names the chosen station where the list follows it. */
export function useListQuery(resource: object, state: ListState): Payload {
  const zone = useZone()
  const station = useStationOf(resource)
  return useMemo(
    () => ({
      page: state.page,
      pageSize: state.pageSize,
      ...filterQuery(state, anyResource(resource), zone),
      ...station,
    }),
    [resource, state, zone, station],
  )
}

/**
 * Reads one record with the labels of the records it refers to. Reads nothing without an id; with `untilDone`, reads every 2 s
 * until that returns true.
 */
export function useRecord<R extends ResourceLike>(
  resource: R,
  id: string | null | undefined,
  untilDone?: (record: RecordOf<R> | undefined) => boolean,
): UseQueryResult<RecordOf<R> & { readonly labels: Labels }, ApiError> {
  return useQuery({
    ...resourceQueries.record(resource, id ?? ''),
    enabled: Boolean(id),
    // A live event may have come before the first read.
    ...(untilDone && {
      refetchInterval: ({ state }: { readonly state: { readonly data: unknown } }) =>
        untilDone(state.data as RecordOf<R> | undefined) ? false : LOOK_AGAIN_MS, // as in useList
    }),
  })
}

/** Returns a function that reloads everything shown of the named resources. */
export function useInvalidate(): (...resources: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (...resources) => {
      api.forgetReads()
      await Promise.all(resources.map(async name => client.invalidateQueries({ queryKey: resourceKeys.all(name) })))
    },
    [client],
  )
}

interface WriteOptions {
  /** Names of other resources whose lists show this change. */
  also?: readonly string[]
}

/**
 * Creates (no id) or updates a record. Field errors are in `error.fields`. The same values have one idempotency key until they are saved, so
 * that an answer that was lost leaves one record.
 */
export function useSave<R extends ResourceLike>(
  resource: R,
  { also = [] }: WriteOptions = {},
): UseMutationResult<RecordOf<R>, ApiError, Payload> {
  const invalidate = useInvalidate()
  const last = useRef({ values: '', key: '' })
  return useMutation({
    mutationFn: async (values: Payload) => {
      const text = JSON.stringify(values)
      if (last.current.values !== text) last.current = { values: text, key: newIdempotencyKey() }
      return api.call(saveCall(resource), values, { key: last.current.key })
    },
    onSuccess: async () => {
      last.current.values = ''
      await invalidate(resource.name, ...also)
    },
  })
}

export function useDelete(
  resource: ResourceLike,
  { also = [] }: WriteOptions = {},
): UseMutationResult<unknown, ApiError, readonly string[]> {
  const invalidate = useInvalidate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => api.call(deleteCall(resource), { ids }),
    onSuccess: async (_answer, ids) => {
      await invalidate(...also)
      await refreshWithout(client, resource.name, ids)
    },
  })
}

export interface CommandCall {
  /** Records that the command runs on; none for a command on the whole resource. */
  ids?: readonly string[]
  input?: Payload
}

/**
 * Runs a named command. One idempotency key belongs to one intention: it stays the same over retries and changes after success,
 * or by `renew` when the dialog opens again.
 */
export function useCommand<C extends AnyCommand>(
  command: C,
  { also = [] }: WriteOptions = {},
): UseMutationResult<CommandAnswer<C>, ApiError, CommandCall> & { renew: () => void } {
  const invalidate = useInvalidate()
  const client = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  const renew = useCallback(() => setKey(newIdempotencyKey()), [])
  const mutation = useMutation<CommandAnswer<C>, ApiError, CommandCall>({
    mutationFn: async ({ ids = [], input = {} }) => {
      const target: Payload = ids.length === 1 ? { id: ids[0] } : ids.length > 1 ? { ids } : {}
      return api.call<ReturnType<typeof commandCall<C>>>(commandCall(command), { ...target, ...input }, { key })
    },
    onSuccess: async (_answer, { ids = [] }) => {
      renew()
      await Promise.all([invalidate(command.resource.name, ...also), refreshAbout(client, ids)])
    },
  })
  return { ...mutation, renew }
}

/** Returns whether the caller may run an action on the record now, as the server stated when it sent the record. */
export function can(record: Pick<Bookkeeping, 'can'> | undefined, action: string): boolean {
  return record?.can.includes(action) ?? false
}
