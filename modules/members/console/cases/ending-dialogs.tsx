import { useQuery } from '@tanstack/react-query'
import {
  anyResource,
  api,
  CommandDialog,
  type CommandFootProps,
  type CommandSlotProps,
  Decimal,
  ErrorState,
  Skeleton,
  useWords,
} from '@wattyard/console-kit'
import { previewMerge } from '../../contract/calls/merge.ts'
import { member } from '../../contract/member.ts'

const MEMBER = anyResource(member)
const AMOUNTS = ['principal', 'gift', 'frozen', 'owed'] as const

/** Draws what a merge would move, what stands against it, and that it cannot be undone. */
function MergePreview({ records: [from], values: { into } }: CommandFootProps) {
  const { t } = useWords()
  const isChosen = from !== undefined && typeof into === 'string'
  const { data, error, refetch } = useQuery({
    queryKey: [member.name, 'mergePreview', from?.id, into],
    queryFn: ({ signal }) =>
      api.call(previewMerge, { id: from?.id ?? '', into: String(into) }, { signal, quiet: true, fresh: true }),
    enabled: isChosen,
    gcTime: 0,
  })
  if (!isChosen) return <p className="w-quiet">{t('members.merge.choose')}</p>
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  return (
    <>
      {data.ended && <p role="alert">{t('members.field.endedAccount')}</p>}
      {data.open.map(one => (
        <p key={one} role="alert">
          {t(`members.error.open.${one}`)}
        </p>
      ))}
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th scope="col">{t('members.merge.moves')}</th>
            <th data-align="end">{t('members.merge.from')}</th>
            <th data-align="end">{t('members.merge.into')}</th>
          </tr>
        </thead>
        <tbody>
          {AMOUNTS.map(key => (
            <tr key={key}>
              <th scope="row">{t(`members.wallet.${key}`)}</th>
              {([data.from, data.into] as const).map((wallet, at) => (
                <td key={at === 0 ? 'from' : 'into'} className="w-num" data-align="end">
                  <Decimal kind="money" value={wallet[key]} unit />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('members.merge.also', { cards: String(data.cards), freezes: String(data.freezes) })}</p>
      <p>
        <strong>{t('members.merge.final')}</strong>
      </p>
    </>
  )
}

/** Draws the dialog of a merge, with what it would move. */
export const MergeMember = (props: CommandSlotProps) => (
  <CommandDialog resource={MEMBER} command="merge" foot={MergePreview} {...props} />
)

/** Says what is forgotten for good, what stays, and for how long. */
function WhatIsForgotten() {
  const { t } = useWords()
  return (
    <ul>
      {(['gone', 'stays', 'later'] as const).map(key => (
        <li key={key}>{t(`members.forget.${key}`)}</li>
      ))}
    </ul>
  )
}

/** Draws the dialog that forgets a person, with what is forgotten and what stays. */
export const AnonymiseMember = (props: CommandSlotProps) => (
  <CommandDialog resource={MEMBER} command="anonymise" foot={WhatIsForgotten} {...props} />
)
