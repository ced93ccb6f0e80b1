import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type FormSlotProps, type SectionProps, useMay, useWords } from '@wattyard/console-kit'
import { type PreviewedReach, previewReachOfPerson } from '../../contract/calls/person.ts'
import { USER_TYPES } from '../../contract/user.ts'
import { listWords } from '../list-words.ts'

type Values = Readonly<Record<string, unknown>>

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Draws what a person with the present roles and places would see; the server counts it again after every change. */
export function ReachOfForm({ values }: FormSlotProps) {
  return <ReachLine values={values} title="identity.reach.willSee" />
}

/** Draws what a person sees, in the head of the detail. */
export function ReachOfPerson({ record }: SectionProps) {
  return <ReachLine values={record} title="identity.reach.sees" />
}

/** Draws one line about the rows that belong to roles and places; in the tone of a warning where there are none. */
export function ReachLine({ values, title }: { values: Values; title: string }) {
  const { t } = useWords()
  const mayRead = useMay('identity.user:read')
  const input = {
    userType: USER_TYPES.find(one => one === values.userType) ?? 'staff',
    roleIds: idsOf(values.roleIds),
    scopeOperatorIds: idsOf(values.scopeOperatorIds),
    scopeStationIds: idsOf(values.scopeStationIds),
  }
  const reach = useQuery({
    queryKey: ['identity.user', 'reach', input],
    queryFn: async ({ signal }) => api.call(previewReachOfPerson, input, { signal, quiet: true }),
    enabled: mayRead,
    placeholderData: keepPreviousData,
  })
  const text = useReachText(reach.data)
  // Guests have the rows of the demonstration, whatever their record says.
  if (!mayRead || values.userType === 'guest' || reach.error) return null
  return (
    <output
      className="w-banner id-reach"
      data-tone={reach.data?.sees === 'nothing' ? 'wait' : 'idle'}
      data-sees={reach.data?.sees}
      aria-busy={reach.isFetching}
    >
      <strong>{t(title)}</strong> {text ?? t('kit.loading')}
    </output>
  )
}

/** Returns a preview in words; null before it has arrived. */
function useReachText(reach: PreviewedReach | undefined): string | null {
  const { t, language } = useWords()
  if (!reach) return null
  const counted = (['stations', 'piles', 'orders'] as const).flatMap(what => {
    const count = reach[what]
    return count === null ? [] : [t(`identity.reach.${what}`, { count })]
  })
  const rows = listWords(counted, language)
  const why = reach.because === null ? '' : t(`identity.reach.because.${reach.because}`)
  if (reach.sees === 'unknown' || reach.because === 'noPermission') return why
  if (reach.sees === 'nothing') return t('identity.reach.nothing', { why })
  if (reach.sees === 'everything')
    return rows === '' ? t('identity.reach.everything') : t('identity.reach.everythingOf', { rows })
  return rows
}
