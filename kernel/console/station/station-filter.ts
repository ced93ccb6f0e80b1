import { create } from 'zustand'
import { api } from '../api/api.ts'
import { keep } from '../session/settings.ts'

const STORE_KEY = 'wattyard.station'

/** Station chosen in the top bar, null for all. Pages about one station read it; changing it makes them read again. */
export const useStationFilter = create<{ readonly stationId: string | null }>()(() => ({
  stationId: keep.read(STORE_KEY) || null,
}))

/** Stored only when it differs (contract §4); nothing read for the old station is shown for the new one. */
export function chooseStation(stationId: string | null): void {
  if (stationId === useStationFilter.getState().stationId) return
  keep.write(STORE_KEY, stationId ?? '')
  api.forgetReads()
  useStationFilter.setState({ stationId })
}
