import { type ReportColumn, ReportGrid, useWords } from '@wattyard/console-kit'
import { parseFen, sumFen } from '@wattyard/money'
import { useMemo } from 'react'
import type { TrialRow } from '../../contract/index.ts'

/** Draws every account of the ledger up to a day. Debits and credits must be equal. */
export function TrialBalance({ day, rows }: { day: string; rows: readonly TrialRow[] }) {
  const { t } = useWords()
  const isEqual = sumFen(rows.map(row => parseFen(row.debits))) === sumFen(rows.map(row => parseFen(row.credits)))
  const columns = useMemo(
    (): ReportColumn<TrialRow>[] => [
      {
        key: 'account',
        head: t('finance.bill.close.account'),
        kind: 'text',
        width: 240,
        value: row => row.code,
        word: code => t(`ledger.account.codeValue.${code}`),
      },
      { key: 'debits', head: t('finance.dayClose.debits'), kind: 'money', value: row => row.debits },
      { key: 'credits', head: t('finance.dayClose.credits'), kind: 'money', value: row => row.credits },
    ],
    [t],
  )
  return (
    <ReportGrid
      label={t('finance.bill.close.trial')}
      rows={rows}
      rowKey={row => `${row.code}${row.currency}`}
      columns={columns}
      total={{
        label: t(isEqual ? 'finance.bill.close.equal' : 'finance.bill.close.unequal'),
        tone: isEqual ? 'good' : 'bad',
      }}
      file={`${t('finance.bill.close.trial')} ${day}`}
      isWhole
    />
  )
}
