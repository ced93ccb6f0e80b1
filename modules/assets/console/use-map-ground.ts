import { useQuery } from '@tanstack/react-query'
import { api, type MapGround } from '@wattyard/console-kit'
import { mapGround, mapPack } from '../contract/index.ts'

/** A ground changes a few times a year. */
const STALE_MS = 10 * 60_000

/** Returns the ground of the tenant's maps; null while it is being read and when there is none. A map works without it. */
export function useMapGround(): MapGround | null {
  const ground = useQuery({
    // The key begins with the resource, so that a change of a ground reads it again.
    queryKey: [mapPack.name, 'shown'],
    queryFn: ({ signal }) => api.call(mapGround, {}, { signal, quiet: true }),
    staleTime: STALE_MS,
  })
  return ground.data ?? null
}
