import { useQuery } from '@tanstack/react-query'
import { type DecisionProps, ErrorState, isOpenable, Skeleton, useWords, ZoneContext } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { problemOfPublication } from '@wattyard/resource'
import { pricingQueries } from '../api.ts'
import { OPER_PRICE, policyLink } from '../links.ts'
import { Consequences } from './consequences.tsx'
import '../pricing.css'

const instant = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Draws what a second person decides on: when and where the draft comes into force, and which prices it changes. */
export function AskedPublication({ record, input }: DecisionProps) {
  const { t } = useWords()
  const times = { validFrom: instant(input.validFrom), validTo: instant(input.validTo) }
  const detail = useQuery(pricingQueries.detail(record))
  const preview = useQuery(pricingQueries.publishPreview(record, times))
  const error = detail.error ?? preview.error
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([detail.refetch(), preview.refetch()])} />
  if (!detail.data || !preview.data) return <Skeleton lines={4} />
  const { publication } = preview.data
  const refused = publication.ok ? null : problemOfPublication(publication)
  return (
    <ZoneContext value={detail.data.policy.zone}>
      <div className="pr-asked">
        {refused && <p className="pr-missing">{t(`pricing.error.${refused.word}`, refused.params)}</p>}
        {detail.data.note && <p className="w-quiet">{detail.data.note}</p>}
        <Consequences data={preview.data} plans={detail.data.plans} asksWhere={false} />
        {isOpenable(OPER_PRICE) && (
          <Link to={policyLink(detail.data.policy.id, record)}>{t('pricing.publish.openDraft')}</Link>
        )}
      </div>
    </ZoneContext>
  )
}
