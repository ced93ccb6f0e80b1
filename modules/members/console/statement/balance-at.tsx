import { useQuery } from '@tanstack/react-query'
import { api, Decimal, ErrorState, InstantInput, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { readBalanceAt } from '../../contract/calls/statement.ts'
import { member } from '../../contract/member.ts'

const AMOUNTS = ['principal', 'gift', 'frozen', 'owed'] as const

/** Draws the wallet at any moment of the past that the reader chooses. */
export function BalanceAt({ id }: { id: string }) {
  const { t } = useWords()
  const [at, setAt] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [member.name, 'balanceAt', id, at],
    queryFn: ({ signal }) => api.call(readBalanceAt, { id, at: at ?? 0 }, { signal, quiet: true }),
    enabled: at !== null,
  })
  return (
    <div className="w-row w-wrap w-statement-at">
      <label htmlFor="balance-at">{t('members.statement.balanceAt')}</label>
      <InstantInput id="balance-at" value={at} onChange={setAt} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data &&
        AMOUNTS.map(key => (
          <span key={key}>
            {t(`members.wallet.${key}`)} <Decimal kind="money" value={data[key]} unit />
          </span>
        ))}
    </div>
  )
}
