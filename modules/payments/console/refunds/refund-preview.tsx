import { useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '@wattyard/calls'
import {
  api,
  ApiError,
  type CommandFootProps,
  Decimal,
  HeadUnit,
  showDecimal,
  showMoney,
  Skeleton,
  useSettled,
  useWords,
} from '@wattyard/console-kit'
import { useEffect } from 'react'
import { previewRefund, REFUND_AMOUNT } from '../../contract/calls/refund-split.ts'
import { REFUND_CAUSES } from '../../contract/refunds/refund-rule.ts'
import { refund } from '../../contract/refunds/refund.ts'
import { RefundSplitTable } from './refund-split-table.tsx'

/**
 * Draws what a refund would come to before it is asked for: the most under each basis, which of them is in force for the cause and
 * why, and over which top-ups the amount is split.
 */
export function RefundPreview({ values, onFlaws }: CommandFootProps) {
  const { t, language } = useWords()
  const settled = useSettled(values)
  const member = typeof settled.member === 'string' && settled.member !== '' ? settled.member : null
  const cause = REFUND_CAUSES.find(one => one === settled.cause)
  const typed = typeof settled.amount === 'string' ? settled.amount.trim() : ''
  const amount = REFUND_AMOUNT.test(typed) ? typed : undefined
  const found = useQuery({
    queryKey: [refund.name, 'preview', member, cause, amount],
    queryFn: ({ signal }) =>
      api.call(
        previewRefund,
        { member: member ?? '', cause: cause ?? 'consumer', ...(amount !== undefined && { amount }) },
        { signal, quiet: true, fresh: true },
      ),
    enabled: member !== null && cause !== undefined,
    retry: false,
    gcTime: 0,
  })
  const most = amount !== undefined && found.data?.rows.length === 0 ? mostOf(found.data) : null
  const tooMuch =
    most === null ? null : t('payments.field.refundAtMost', { most: showDecimal('money', most, language) })
  useEffect(() => onFlaws(tooMuch === null ? {} : { amount: tooMuch }), [tooMuch, onFlaws])
  if (member === null || cause === undefined) return <p className="w-quiet">{t('payments.ask.chooseMember')}</p>
  if (found.isPending) return <Skeleton lines={4} />
  if (found.error)
    return (
      <div className="w-banner" data-tone="bad" role="alert">
        {found.error instanceof ApiError ? found.error.message : t('payments.ask.failed')}
      </div>
    )
  return <Bases answer={found.data} />
}

type Preview = CallAnswer<typeof previewRefund>

/** Returns the most that the basis in force grants; null while another refund waits, which is said instead. */
const mostOf = ({ open, basis, bases }: Preview): string | null =>
  open === null ? (bases.find(one => one.basis === basis)?.most ?? '0.00') : null

function Bases({ answer }: { answer: Preview }) {
  const { t, language } = useWords()
  const { wallet, open, basis, bases, rows } = answer
  if (open !== null)
    return (
      <output className="w-banner" data-tone="wait">
        {t('payments.error.refundUndecided', { number: open })}
      </output>
    )
  return (
    <section aria-live="polite" aria-label={t('payments.ask.title')} className="w-stack">
      <p>
        {t('payments.ask.wallet', {
          principal: showMoney(wallet.principal, language),
          gift: showMoney(wallet.gift, language),
          frozen: showMoney(wallet.frozen, language),
        })}
      </p>
      {wallet.owed !== '0.00' && (
        <div className="w-banner" data-tone="bad" role="alert">
          {t('payments.ask.owes', { owed: showMoney(wallet.owed, language) })}
        </div>
      )}
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th>{t('payments.refund.basis')}</th>
            <th data-align="end">
              {t('payments.ask.most')} <HeadUnit kind="money" />
            </th>
            <th data-align="end">
              {t('payments.split.forfeited')} <HeadUnit kind="money" />
            </th>
          </tr>
        </thead>
        <tbody>
          {bases.map(one => (
            <tr key={one.basis} aria-current={one.basis === basis}>
              <td>
                {one.basis === basis ? (
                  <strong>
                    {t(`payments.refund.basisValue.${one.basis}`)} · {t('payments.ask.inForce')}
                  </strong>
                ) : (
                  t(`payments.refund.basisValue.${one.basis}`)
                )}
              </td>
              <td className="w-num" data-align="end">
                <Decimal kind="money" value={one.most} />
              </td>
              <td className="w-num" data-align="end">
                <Decimal kind="money" value={one.forfeited} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="w-quiet">{t(`payments.ask.explained.${basis}`)}</p>
      {rows.length > 0 && <RefundSplitTable rows={rows} />}
      {rows.some(({ byChannel }) => byChannel !== '0.00') && (
        <div className="w-banner" data-tone="wait">
          {t('payments.ask.channelSilent')}
        </div>
      )}
    </section>
  )
}
