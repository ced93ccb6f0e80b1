import { Decimal, EmptyState, showMoney, StatusTag, useWords, When } from '@wattyard/console-kit'
import type { OrderTraceAnswer, TracedJournal } from '../../contract/index.ts'

/** Draws the journals of the order, oldest first: debited and credited accounts, and amounts. */
export function Postings({ journals, hold }: { journals: readonly TracedJournal[]; hold: OrderTraceAnswer['hold'] }) {
  const { t, language } = useWords()
  if (journals.length === 0) return <EmptyState title={t('finance.trace.noPostings')} />
  return (
    <>
      {hold && (
        <p>
          {t('finance.trace.hold')} <StatusTag of="finance.trace.holdState" value={hold.state} />{' '}
          {t('finance.trace.holdParts', {
            principal: showMoney(hold.principal, language),
            gift: showMoney(hold.gift, language),
            usedPrincipal: showMoney(hold.usedPrincipal, language),
            usedGift: showMoney(hold.usedGift, language),
          })}
        </p>
      )}
      <div className="w-scroll-x">
        <table className="w-table w-table-plain">
          <thead>
            <tr>
              <th>{t('ledger.journal.kind')}</th>
              <th>{t('ledger.posting.debit')}</th>
              <th>{t('ledger.posting.credit')}</th>
              <th data-align="end">{t('ledger.posting.amount')}</th>
              <th>{t('ledger.journal.bookedOn')}</th>
            </tr>
          </thead>
          <tbody>
            {journals.flatMap(journal =>
              journal.postings.map(posting => (
                <tr key={`${journal.id}#${posting.line}`}>
                  <td>
                    {posting.line === 1 && (
                      <>
                        {t(`ledger.journal.kindValue.${journal.kind}`)}{' '}
                        <small className="w-quiet">
                          <When at={journal.createdAt} />
                        </small>
                      </>
                    )}
                  </td>
                  <td>{t(`ledger.account.codeValue.${posting.debit.code}`)}</td>
                  <td>{t(`ledger.account.codeValue.${posting.credit.code}`)}</td>
                  <td className="w-num" data-align="end">
                    <Decimal kind="money" value={posting.amount} />
                  </td>
                  <td className="w-num">{journal.bookedOn}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </>
  )
}
