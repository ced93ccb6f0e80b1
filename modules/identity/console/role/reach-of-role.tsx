import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type FormSlotProps, useSession, useWords } from '@wattyard/console-kit'
import { previewReachOfRole } from '../../contract/calls/person.ts'
import { ROW_SCOPES } from '../../contract/role.ts'
import { listWords } from '../list-words.ts'

/** Draws what the holders of a role would see with the chosen row scope, before it is saved. */
export function ReachOfRole({ values, record }: FormSlotProps) {
  const { t, language } = useWords()
  const seesWhole = useSession(session => session.me?.seesWhole ?? false)
  const rowScope = ROW_SCOPES.find(one => one === values.rowScope) ?? 'assigned'
  const input = { rowScope, ...(record === null ? {} : { id: record.id }) }
  const holders = useQuery({
    queryKey: ['identity.role', 'reach', input],
    queryFn: async ({ signal }) => api.call(previewReachOfRole, input, { signal, quiet: true }),
    enabled: seesWhole,
    placeholderData: keepPreviousData,
  })
  const { data } = holders
  if (!seesWhole || holders.error) return null
  const parts = (['everything', 'part', 'nothing'] as const).flatMap(what =>
    data && data[what] > 0 ? [t(`identity.reach.holders.${what}`, { count: data[what] })] : [],
  )
  const names = data?.names ?? []
  return (
    <output className="w-banner id-reach" data-tone={names.length > 0 ? 'wait' : 'idle'} aria-busy={holders.isFetching}>
      <strong>{t('identity.reach.willSee')}</strong>{' '}
      {data === undefined
        ? t('kit.loading')
        : parts.length === 0
          ? t(`identity.reach.holders.none.${rowScope}`)
          : listWords(parts, language)}
      {names.length > 0 && ` ${t('identity.reach.holders.names', { names: listWords(names, language) })}`}
    </output>
  )
}
