import { useQueryClient } from '@tanstack/react-query'
import { type AnyRecord, type Labels, offeredColumns } from '@wattyard/resource'
import { useCallback, useMemo, useState } from 'react'
import { type ApiError, isSessionEnd, supportId } from '../../api/api-error.ts'
import { DETAIL_TAB } from '../../module/registry.ts'
import { useTabQuery, withParams } from '../../module/tab-query.ts'
import { may, useSession } from '../../session/session.ts'
import { useStationChange, useStationOf } from '../../station/station-filter.ts'
import { toast } from '../../ui/toasts.tsx'
import { useInvalidate, useList, useListQuery, useListState } from '../hooks.ts'
import { useColumnSettings } from '../list/column-settings.ts'
import { useRoom } from '../list/fit/use-room.ts'
import type { ListState } from '../list/list-state.ts'
import type { Opened, PageContextValue, ResourceSlots } from '../page-context.tsx'
import { resourceKeys } from '../queries.ts'
import type { AnyResource } from '../records.ts'

const NO_LABELS: Labels = {}

/** State of a list and its open record, kept in the URL or only while the list is on screen. */
export interface ListPlace {
  readonly state: ListState
  readonly change: (change: Partial<ListState>) => void
  readonly detailId: string | null
  readonly showDetail: (id: string | null) => void
  /** Tab of the open detail; null for its first. */
  readonly detailTab: string | null
  readonly showDetailTab: (tab: string | null) => void
  /** Called after a record is created. */
  readonly onCreated: (id: string) => void
}

interface ListKind {
  /** Columns instead of the definition's. */
  readonly columns?: readonly string[] | undefined
  /** Name under which this browser stores the column settings; the resource's name when absent. */
  readonly keptAs?: string
  /** Whether the list is read; a record over another page needs none. */
  readonly isRead?: boolean
}

/** Returns the place of a page's list: state, open record and its tab in the URL of the page's tab. */
export function useAddressPlace(resource: AnyResource): ListPlace {
  const [state, change] = useListState(resource)
  const [params, setParams] = useTabQuery()
  const detailId = params.get('open')
  const detailTab = params.get(DETAIL_TAB)
  const showDetail = useCallback(
    // Another record begins with its first tab.
    (id: string | null) => setParams(before => withParams(before, { open: id, [DETAIL_TAB]: null })),
    [setParams],
  )
  const showDetailTab = useCallback(
    (tab: string | null) => setParams(before => withParams(before, { [DETAIL_TAB]: tab })),
    [setParams],
  )
  return useMemo(
    () => ({ state, change, detailId, showDetail, detailTab, showDetailTab, onCreated: showDetail }),
    [state, change, detailId, showDetail, detailTab, showDetailTab],
  )
}

/** Returns the name under which the columns of a page's list are kept: each part of the records has its own. */
const keptAsOf = (resource: AnyResource, only: ResourceSlots['only'] = {}): string =>
  [resource.name, ...Object.values(only).flat()].join('.')

/** Returns the state of a list with the part of the records that its page is about. */
function withOnly(state: ListState, only: ResourceSlots['only']): ListState {
  if (!only) return state
  const fixed = Object.fromEntries(Object.entries(only).map(([key, values]) => [key, { values }]))
  return { ...state, filters: { ...state.filters, ...fixed } }
}

/** Reads the list of a place, and holds the page's own state: chosen rows, columns, the open dialog. */
export function usePageState(
  resource: AnyResource,
  slots: ResourceSlots,
  place: ListPlace,
  {
    columns: declared = slots.columns ?? resource.list.columns,
    keptAs = keptAsOf(resource, slots.only),
    isRead = true,
  }: ListKind = {},
): PageContextValue {
  const state = useMemo(() => withOnly(place.state, slots.only), [place.state, slots.only])
  const me = useSession(session => session.me)
  const columns = useMemo(
    () => offeredColumns(resource, declared, permission => may(me, permission)),
    [resource, declared, me],
  )
  const query = useListQuery(resource, state)
  const list = useList(resource, query, { enabled: isRead })
  const [settings, setSettings] = useColumnSettings(keptAs)
  const { ref: roomRef, room } = useRoom()
  const [chosen, setChosen] = useState<ReadonlyMap<string, AnyRecord>>(() => new Map())
  const [opened, open] = useState<Opened>(null)
  useStationChange(useStationOf(resource).atStation, () => {
    // Rows of the former station must not stay chosen for a batch, and its page number may lie behind the end.
    setChosen(new Map())
    if (state.page > 1) place.change({ page: 1 })
  })
  const invalidate = useInvalidate()
  const client = useQueryClient()
  return useMemo(
    () => ({
      ...place,
      state,
      resource,
      slots,
      // The generic page reads values only through the components of their kinds.
      answer: list.data as PageContextValue['answer'],
      labels: list.data?.labels ?? NO_LABELS,
      columns,
      settings,
      setSettings,
      room,
      roomRef,
      chosen,
      choose: (records, on) =>
        setChosen(before => {
          const next = new Map(before)
          for (const record of records) {
            if (on) next.set(record.id, record)
            else next.delete(record.id)
          }
          return next
        }),
      opened,
      open,
      refresh: () =>
        void invalidate(resource.name).then(() => {
          // A person who pressed "refresh" gets a message about the failure (contract §8); automatic reads only show it in place.
          const error = client.getQueryState<unknown, ApiError>(resourceKeys.list(resource.name, query))?.error
          if (error && !isSessionEnd(error) && error.message.length > 1)
            toast.bad(error.message, { requestId: supportId(error) })
        }),
    }),
    [
      resource,
      slots,
      place,
      state,
      columns,
      query,
      list.data,
      settings,
      setSettings,
      room,
      roomRef,
      chosen,
      opened,
      invalidate,
      client,
    ],
  )
}
