import { create } from 'zustand'
import { api } from '../api/api.ts'
import { keep } from '../session/settings.ts'

const STORE_KEY = 'wattyard.station'

/** Station chosen in the top bar; null for all. Pages about one station read it and reload when it changes. */
export const useStationFilter = create<{ readonly stationId: string | null }>()(() => ({
  stationId: keep.read(STORE_KEY) || null,
}))

/**
 * Chooses a station, and stores it only when it differs (contract §4). Shared reads are forgotten, so that no data of the former
 * station is shown.
 */
export function chooseStation(stationId: string | null): void {
  if (stationId === useStationFilter.getState().stationId) return
  keep.write(STORE_KEY, stationId ?? '')
  api.forgetReads()
  useStationFilter.setState({ stationId })
}
