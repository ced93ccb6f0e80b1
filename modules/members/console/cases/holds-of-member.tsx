import { useQuery } from '@tanstack/react-query'
import {
  api,
  Decimal,
  ErrorState,
  linkToRecord,
  type LineColumn,
  LineList,
  type SectionProps,
  Skeleton,
  useWords,
  When,
} from '@wattyard/console-kit'
import type { CallAnswer } from '@wattyard/calls'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { readHolds } from '../../contract/calls/holds.ts'
import { member } from '../../contract/member.ts'

type Line = CallAnswer<typeof readHolds>['list'][number]

/** Draws what holds money of a member now: running sessions, undecided refunds, freezes. */
export function HoldsOfMember({ record }: SectionProps) {
  const { t } = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: [member.name, 'holds', record.id],
    queryFn: ({ signal }) => api.call(readHolds, { id: record.id }, { signal, quiet: true }),
  })
  const columns = useMemo(
    (): readonly LineColumn<Line>[] => [
      { key: 'what', head: t('members.holds.heldFor'), show: line => <HeldFor line={line} />, place: 'name' },
      { key: 'since', head: t('members.holds.since'), show: ({ since }) => <When at={since} />, place: 'beside' },
      {
        key: 'principal',
        head: t('members.wallet.principal'),
        className: 'w-num',
        show: ({ principal }) => <Decimal kind="money" value={principal} unit />,
      },
      {
        key: 'gift',
        head: t('members.wallet.gift'),
        className: 'w-num',
        show: ({ gift }) => <Decimal kind="money" value={gift} unit />,
      },
    ],
    [t],
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  if (data.list.length === 0) return <p className="w-quiet">{t('members.holds.none')}</p>
  return <LineList rows={data.list} columns={columns} isWhole />
}

const KINDS = ['members.freeze', 'payments.refund', 'charging.order'] as const

/** Draws the record that money is held for. */
function HeldFor({ line: { source, label } }: { line: Line }) {
  const { t } = useWords()
  const kind = KINDS.find(one => one === source.type)
  const to = label === null ? undefined : linkToRecord(source.type, source.id)
  return (
    <span>
      {kind && t(`${kind}.noun`)} {label !== null && (to ? <Link to={to}>{label}</Link> : label)}
    </span>
  )
}
