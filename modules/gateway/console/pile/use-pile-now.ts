import { useQuery } from '@tanstack/react-query'
import { api, useLiveRefresh } from '@wattyard/console-kit'
import { listPileStates } from '../../contract/calls/device.ts'

const REFRESH_MS = 15_000

/** Reads the connection of a pile, and follows it. Parts of one detail share the answer. */
export function usePileNow(pileId: string) {
  useLiveRefresh(['gateway.pile'], ['gateway.pile'])
  return useQuery({
    queryKey: ['gateway.pile', 'now', pileId],
    queryFn: async ({ signal }) => {
      const { list } = await api.call(listPileStates, { piles: pileId }, { signal, lane: 'page', quiet: true })
      return { pile: list[0] ?? null }
    },
    refetchInterval: REFRESH_MS,
  })
}
