import { useQueries } from '@tanstack/react-query'
import { api, pathOfResource, resourceQueries, type SelectOption, useSettled } from '@wattyard/console-kit'
import { type OfferedAction, optionsOf } from './palette-items.ts'

/** As many as are asked for when the server has no way to seek among them. */
const PAGE_SIZE = 50
type Rows = Parameters<typeof optionsOf>[0]

function queryOf({ target }: OfferedAction, sought: string) {
  const name = target?.resource ?? ''
  const path = pathOfResource(name) ?? ''
  if (!target?.label) return resourceQueries.select({ name, path }, { q: sought })
  const { label, only = {}, can } = target
  return {
    queryKey: [name, 'palette', only, can],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SelectOption[]> => {
      const query = { page: 1, pageSize: PAGE_SIZE, ...only }
      const { list } = await api.get<{ list: Rows }>(`/api/${path}/list`, query, { signal, lane: 'page', quiet: true })
      return optionsOf(list, label, can)
    },
    staleTime: 2_000,
  }
}

/** Records of the actions that seek among them, for what has been typed when typing stops. */
export function useRecords(
  actions: readonly OfferedAction[],
  typed: string,
): { found: readonly { action: OfferedAction; option: SelectOption }[]; loading: boolean } {
  const sought = useSettled(typed.trim())
  const answers = useQueries({ queries: actions.map(action => ({ ...queryOf(action, sought), enabled: true })) })
  const found = actions.flatMap((action, index) =>
    (answers[index]?.data ?? [])
      .filter(({ label }) => !action.target?.label || label.toLowerCase().includes(sought.toLowerCase()))
      .map(option => ({ action, option })),
  )
  return { found, loading: answers.some(answer => answer.isFetching) }
}
