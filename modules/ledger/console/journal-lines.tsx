import { useQuery } from '@tanstack/react-query'
import { api, Decimal, ErrorState, HeadUnit, Skeleton, useWords } from '@wattyard/console-kit'
import { readPostings } from '../contract/calls/journal.ts'

/** Draws journals line by line, once their ids were read. */
export function JournalLines({
  of,
  ids,
  error: idsError = null,
  refetch,
}: {
  /** Name of the resource, with whose list they are read again. */
  of: string
  ids: readonly string[] | undefined
  /** Why the ids could not be read, and how to read them again. */
  error?: Error | null
  refetch?: () => unknown
}) {
  const { t } = useWords()
  const journals = useQuery({
    queryKey: [of, 'journals', ids],
    queryFn: ({ signal }) =>
      Promise.all((ids ?? []).map(id => api.call(readPostings, { id }, { signal, quiet: true }))),
    enabled: ids !== undefined,
  })
  const error = idsError ?? journals.error
  if (error && !journals.data)
    return <ErrorState error={error} onRetry={() => void (idsError && refetch ? refetch() : journals.refetch())} />
  if (!journals.data) return <Skeleton lines={3} />
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th>{t('ledger.journal.kind')}</th>
            <th>{t('ledger.posting.debit')}</th>
            <th>{t('ledger.posting.credit')}</th>
            <th data-align="end">
              {t('ledger.posting.amount')} <HeadUnit kind="money" />
            </th>
            <th>{t('ledger.journal.bookedOn')}</th>
            <th>{t('ledger.journal.actor')}</th>
            <th>{t('ledger.journal.memo')}</th>
          </tr>
        </thead>
        <tbody>
          {journals.data.flatMap(journal =>
            journal.postings.map(({ line, debit, credit, amount }) => (
              <tr key={`${journal.id}#${line}`}>
                <td>{line === 1 && t(`ledger.journal.kindValue.${journal.kind}`)}</td>
                <td>{t(`ledger.account.codeValue.${debit.code}`)}</td>
                <td>{t(`ledger.account.codeValue.${credit.code}`)}</td>
                <td className="w-num" data-align="end">
                  <Decimal kind="money" value={amount} />
                </td>
                <td className="w-num">{journal.bookedOn}</td>
                <td>{line === 1 && journal.actor}</td>
                <td>{line === 1 && journal.memo}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}
