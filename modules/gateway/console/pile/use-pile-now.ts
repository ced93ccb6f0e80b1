import { useQuery } from '@tanstack/react-query'
import { api, useLiveRefresh } from '@wattyard/console-kit'
import { listConnectorStates, listPileStates } from '../../contract/calls/device.ts'

const REFRESH_MS = 15_000

/** Reads the connection and the connectors of a pile, and follows them. Parts of one detail share the answer. */
export function usePileNow(pileId: string) {
  useLiveRefresh(['gateway.pile', 'gateway.connector'], ['gateway.pile'])
  return useQuery({
    queryKey: ['gateway.pile', 'now', pileId],
    queryFn: async ({ signal }) => {
      const options = { signal, lane: 'page', quiet: true } as const
      const [piles, connectors] = await Promise.all([
        api.call(listPileStates, { piles: pileId }, options),
        api.call(listConnectorStates, { piles: pileId }, options),
      ])
      return { pile: piles.list[0] ?? null, connectors: connectors.list.filter(one => one.connector > 0) }
    },
    refetchInterval: REFRESH_MS,
  })
}
