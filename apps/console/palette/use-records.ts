import { useQueries } from '@tanstack/react-query'
import { listCall } from '@wattyard/resource'
import { api, pathOfResource, resourceQueries, useSettled } from '@wattyard/console-kit'
import { type FoundRecord, inTurn, MAX_SHOWN, type OfferedAction, optionsOf } from './palette-items.ts'

/** Number of records that are read when the server cannot search among them. */
const PAGE_SIZE = 50

function queryOf({ target }: OfferedAction, sought: string) {
  const name = target?.resource ?? ''
  const path = pathOfResource(name) ?? ''
  if (!target?.label) return resourceQueries.select({ name, path }, { q: sought })
  const { only } = target
  return {
    queryKey: [name, 'palette', target, only ? '' : sought],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly FoundRecord[]> => {
      // A filtered list is short enough to be read whole; otherwise the server searches.
      const query = only ? { page: 1, pageSize: PAGE_SIZE, ...only } : { page: 1, pageSize: MAX_SHOWN, q: sought }
      const rows = await api.call(listCall({ path }), query, { signal, lane: 'page', quiet: true })
      return optionsOf(rows, target)
    },
    staleTime: 2_000,
  }
}

/** Reads the records of actions that search among records, once typing has stopped. */
export function useRecords(
  actions: readonly OfferedAction[],
  typed: string,
): { found: readonly { action: OfferedAction; option: FoundRecord }[]; loading: boolean } {
  const sought = useSettled(typed.trim())
  const answers = useQueries({ queries: actions.map(action => ({ ...queryOf(action, sought), enabled: true })) })
  const found = actions.map((action, index) =>
    (answers[index]?.data ?? [])
      .filter(({ label }) => !action.target?.only || label.toLowerCase().includes(sought.toLowerCase()))
      .map(option => ({ action, option })),
  )
  return { found: inTurn(found, sought), loading: answers.some(answer => answer.isFetching) }
}
