import { useQuery } from '@tanstack/react-query'
import { pathOfResource, resourceQueries, useMay, useStationFilter } from '@wattyard/console-kit'
import { STATION } from './station-list.tsx'

/** The chosen station as the shell knows it. */
export interface ChosenStation {
  readonly id: string | null
  /** Undefined until it is read, and while none is chosen. */
  readonly name: string | undefined
  /** The server was asked, and does not know the station or does not let this person see it. */
  readonly isGone: boolean
  /** Whether the person may choose stations at all. */
  readonly mayChoose: boolean
}

/** Reads the name of the chosen station, and whether it is still there. */
export function useStationOfTopBar(): ChosenStation {
  const mayRead = useMay(`${STATION}:read`)
  const path = pathOfResource(STATION)
  const id = useStationFilter(filter => filter.stationId)
  const { data } = useQuery({
    ...resourceQueries.select({ name: STATION, path: path ?? '' }, { ids: id ? [id] : [] }),
    enabled: mayRead && path !== undefined && id !== null,
  })
  const known = data?.find(one => one.id === id)
  return {
    id,
    name: known?.label,
    isGone: id !== null && data !== undefined && known === undefined,
    mayChoose: mayRead && path !== undefined,
  }
}
