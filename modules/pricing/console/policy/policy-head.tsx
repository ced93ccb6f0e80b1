import { Decimal, type SectionProps, type Stat, StatGrid, StatusTag, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { policyLink } from '../links.ts'
import { standingOf } from './standing.ts'
import { AssignButton, isUnused } from './unused-policy.tsx'

/** Draws whether a policy is in use, its time zone, and the way to its prices. */
export function PolicyHead({ record }: SectionProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const mayEdit = useMay('pricing.version:createDraft')
  return (
    <>
      <StatusTag of="pricing.policy.status" value={typeof record.status === 'string' ? record.status : null} />
      {!standingOf(record)?.current && <span className="pr-missing">{t('pricing.standingValue.none')}</span>}
      {isUnused(record) && (
        <>
          <span className="pr-missing">{t('pricing.unused.short')}</span>
          <AssignButton policyId={record.id} />
        </>
      )}
      <span className="w-mono">{String(record.code)}</span>
      <span className="w-quiet">{String(record.zone)}</span>
      <Button
        className="w-no-print"
        size="small"
        type={mayEdit ? 'primary' : 'default'}
        onClick={() => void navigate(policyLink(record.id))}
      >
        {t(mayEdit ? 'pricing.list.editPrices' : 'pricing.list.seePrices')}
      </Button>
    </>
  )
}

/** Draws the price now with its range of today, where the policy runs, and how its versions stand. */
export function PolicyFigures({ record }: SectionProps) {
  const { t } = useWords()
  const standing = standingOf(record)
  // The server's decoration of policies.
  const today = record.priceToday as { readonly low: string; readonly high: string } | null | undefined
  const priceNow = typeof record.priceNow === 'string' ? record.priceNow : null
  const stats: Stat[] = [
    {
      key: 'priceNow',
      label: t('pricing.policy.priceNow'),
      figure: { kind: 'shown', value: <Decimal kind="price" value={priceNow} unit /> },
      note: today && today.low !== today.high && (
        <>
          <Decimal kind="price" value={today.low} /> – <Decimal kind="price" value={today.high} />
        </>
      ),
    },
    {
      key: 'inForce',
      label: t('pricing.list.inForce'),
      figure: {
        kind: 'shown',
        value: standing?.current ? t('kit.version.no', { number: standing.current.number }) : '--',
      },
    },
    {
      key: 'runsAt',
      label: t('pricing.list.places'),
      figure: { kind: 'count', value: typeof record.runsAt === 'number' ? record.runsAt : null },
    },
    {
      key: 'planned',
      label: t('pricing.list.plannedOnes'),
      figure: { kind: 'count', value: standing?.planned ?? null },
    },
    { key: 'drafts', label: t('pricing.list.draftOnes'), figure: { kind: 'count', value: standing?.drafts ?? null } },
  ]
  return <StatGrid label={t('kit.figures')} look="plain" stats={stats} />
}
