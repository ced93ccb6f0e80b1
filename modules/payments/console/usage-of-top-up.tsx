import {
  Decimal,
  EmptyState,
  ErrorState,
  HeadUnit,
  linkToRecord,
  type SectionProps,
  Skeleton,
  useWords,
} from '@wattyard/console-kit'
import type { CallAnswer } from '@wattyard/calls'
import { Link } from 'react-router'
import type { readUsage } from '../contract/calls/usage.ts'
import { useUsage } from './use-usage.ts'

type Use = CallAnswer<typeof readUsage>['uses'][number]

/** Draws what a top-up was used for: orders, debts and refunds, with what is left. */
export function UsageOfTopUp({ record }: SectionProps) {
  const { t } = useWords()
  const { data, error, refetch } = useUsage(record.id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  if (!data.isFollowed) return <EmptyState title={t('payments.usage.tooMany')} />
  const sums = [
    { key: 'refunded', ...data.refunded },
    { key: 'rest', ...data.rest },
  ] as const
  return (
    <div className="w-scroll-x" data-whole>
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            <th>{t('payments.usage.use')}</th>
            <th data-align="end">
              {t('members.wallet.principal')} <HeadUnit kind="money" />
            </th>
            <th data-align="end">
              {t('members.wallet.gift')} <HeadUnit kind="money" />
            </th>
          </tr>
        </thead>
        <tbody>
          {data.uses.length === 0 && (
            <tr>
              <td colSpan={3} className="w-quiet">
                {t('payments.usage.none')}
              </td>
            </tr>
          )}
          {data.uses.map(use => (
            <UseRow key={`${use.kind} ${use.source.type} ${use.source.id}`} use={use} />
          ))}
          {sums.map(({ key, principal, gift }) => (
            <tr key={key}>
              <th scope="row">{t(`payments.usage.${key}`)}</th>
              <Amounts principal={principal} gift={gift} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function UseRow({ use }: { use: Use }) {
  const { t } = useWords()
  const { kind, source, label } = use
  const to = kind === 'order' ? linkToRecord(source.type, source.id) : undefined
  return (
    <tr>
      <td>
        {t(`payments.usage.kind.${kind}`)} {label && kind === 'order' && (to ? <Link to={to}>{label}</Link> : label)}
      </td>
      <Amounts principal={use.principal} gift={use.gift} />
    </tr>
  )
}

function Amounts({ principal, gift }: { principal: string; gift: string }) {
  return (
    <>
      <td className="w-num" data-align="end">
        <Decimal kind="money" value={principal} />
      </td>
      <td className="w-num" data-align="end">
        <Decimal kind="money" value={gift} />
      </td>
    </>
  )
}
