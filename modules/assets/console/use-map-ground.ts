import { useQuery } from '@tanstack/react-query'
import { api, type MapGround } from '@wattyard/console-kit'
import { mapGround, mapPack } from '../contract/index.ts'

/** A ground changes a few times a year. */
const STALE_MS = 10 * 60_000

/** Returns the ground that maps of the tenant show; null while it is read, and where there is none. A map without it works. */
export function useMapGround(): MapGround | null {
  const ground = useQuery({
    // Below the resource: whatever changes a ground has it read again.
    queryKey: [mapPack.name, 'shown'],
    queryFn: ({ signal }) => api.call(mapGround, {}, { signal, quiet: true }),
    staleTime: STALE_MS,
  })
  return ground.data ?? null
}
