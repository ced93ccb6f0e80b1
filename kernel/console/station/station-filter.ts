import { AT_STATION, type AtStation } from '@wattyard/calls'
import { followsStation, type Narrowed } from '@wattyard/resource'
import { useContext, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { create } from 'zustand'
import { api } from '../api/api.ts'
import { OnPage, TabContext } from '../module/tab.ts'
import { keep } from '../session/settings.ts'

const STORE_KEY = 'wattyard.station'

/**
 * Reads the choice: each browser tab has its own, so that two stations can be compared side by side; a new one begins with the
 * last choice in this browser.
 */
function readChoice(): string | null {
  const stored = readOwnChoice() ?? keep.read(STORE_KEY) ?? ''
  // The server refuses what is no id, and then no page could be read.
  return /^[0-9a-f-]{36}$/.test(stored) ? stored : null
}

/** Reads the choice of this browser tab: an empty text for all stations, null when none was made here. */
function readOwnChoice(): string | null {
  try {
    return globalThis.sessionStorage?.getItem(STORE_KEY) ?? null
  } catch {
    return null
  }
}

function writeChoice(stationId: string | null): void {
  keep.write(STORE_KEY, stationId ?? '')
  try {
    globalThis.sessionStorage?.setItem(STORE_KEY, stationId ?? '')
  } catch {
    // The choice lasts until the page is left.
  }
}

/** Station chosen in the top bar; null for all. Pages use `useChosenStation`, which knows where the choice applies. */
export const useStationFilter = create<{ readonly stationId: string | null }>()(() => ({ stationId: readChoice() }))

/**
 * Chooses a station, and stores it only when it differs (contract §4). Shared reads are forgotten, so that no data of the former
 * station is shown.
 */
export function chooseStation(stationId: string | null): void {
  if (stationId === useStationFilter.getState().stationId) return
  writeChoice(stationId)
  api.forgetReads()
  useStationFilter.setState({ stationId })
}

/**
 * Returns the chosen station where it applies: on a page that says `narrowed` or `byPart` in its registry, outside of dialogs.
 * Null means all stations. Calls declared `stations: 'narrowed'` take it as `atStation`.
 */
export function useChosenStation(): string | null {
  const { stations } = useContext(TabContext)
  const isOnPage = useContext(OnPage)
  const stationId = useStationFilter(filter => filter.stationId)
  return isOnPage && (stations === 'narrowed' || stations === 'byPart') ? stationId : null
}

/** A definition, or an object that names only a path and has no scope to follow a station by. */
type MaybeScoped = Partial<Pick<Narrowed, 'scope' | 'stations'>>

/** Returns the chosen station for a list of a resource; nothing where it does not follow or none is chosen. */
export function useStationOf(resource: object): Partial<AtStation> {
  const chosen = useChosenStation()
  const { scope, stations } = resource as MaybeScoped
  const follows = scope !== undefined && followsStation({ scope, ...(stations && { stations }) })
  const atStation = follows ? chosen : null
  return useMemo(() => (atStation === null ? {} : { [AT_STATION]: atStation }), [atStation])
}

/**
 * Calls back when a part begins to show another station, also when the choice was made while its tab was hidden: for chosen rows
 * and page numbers, which mean nothing for other rows.
 */
export function useStationChange(atStation: string | null | undefined, onChange: () => void): void {
  const shown = useRef(atStation)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (shown.current === atStation) return
    shown.current = atStation
    changed()
  }, [atStation])
}

const hasStation = (part: unknown): part is Partial<AtStation> =>
  typeof part === 'object' && part !== null && AT_STATION in part

/** Returns the station in a query key: that of the part with `atStation`. Null where there is none. */
function stationInKey(key: readonly unknown[]): string | null {
  return key.find(hasStation)?.[AT_STATION] ?? null
}

/**
 * Returns the `placeholderData` of a query that follows the station: the former answer while the next one is read, as long as both
 * are about the same station. Figures of one station never stand under the name of another.
 */
export function keepAtStation(atStation: string | null | undefined) {
  return <D>(before: D | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): D | undefined =>
    query !== undefined && stationInKey(query.queryKey) === (atStation ?? null) ? before : undefined
}
