import { useQuery } from '@tanstack/react-query'
import { Dialog, Skeleton, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import type { DraftPlan } from '../../contract/index.ts'
import type { VersionDetail } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import { diffPlans } from '../editor/diff-plans.ts'
import { conditionText, planName } from '../editor/plan-words.ts'
import { DifferenceList } from './difference-list.tsx'
import { MiniStrip, periodRuns } from './mini-strip.tsx'

/** The version, with what is not saved yet, beside another one of the policy. */
export function ComparePanel({
  detail,
  plans,
  onClose,
}: {
  detail: VersionDetail
  plans: readonly DraftPlan[]
  onClose: () => void
}) {
  const { t } = useWords()
  const others = detail.versions.filter(one => one.id !== detail.id)
  const [otherId, setOtherId] = useState(() => (others.find(one => one.number < detail.number) ?? others[0])?.id ?? '')
  const other = useQuery({ ...pricingQueries.detail(otherId), enabled: otherId !== '' })
  const keys = [...new Set([...plans.map(plan => plan.key), ...(other.data?.plans ?? []).map(plan => plan.key)])]
  return (
    <Dialog
      open
      kind="drawer"
      width={860}
      title={t('pricing.compare.title', { number: detail.number })}
      onClose={onClose}
    >
      {others.length === 0 ? (
        <p className="w-quiet">{t('pricing.compare.alone')}</p>
      ) : (
        <label className="w-row pr-compare-with">
          {t('pricing.compare.with')}
          <select className="pr-input" value={otherId} onChange={event => setOtherId(event.target.value)}>
            {others.map(one => (
              <option key={one.id} value={one.id}>
                {t('pricing.screen.versionNo', { number: one.number })} · {t(`pricing.version.stateValue.${one.state}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {other.isFetching && !other.data && <Skeleton lines={6} />}
      {other.data && (
        <>
          {keys.map(key => (
            <section key={key} className="pr-compare-plan">
              <h3>
                {planName(key, t)}{' '}
                <small className="w-quiet">
                  {conditionText(
                    [...plans, ...(other.data?.plans ?? [])].find(plan => plan.key === key)?.when ?? null,
                    t,
                  )}
                </small>
              </h3>
              <CompareRow
                name={t('pricing.screen.versionNo', { number: other.data.number })}
                plan={other.data.plans.find(plan => plan.key === key)}
              />
              <CompareRow
                name={t('pricing.screen.versionNo', { number: detail.number })}
                plan={plans.find(plan => plan.key === key)}
              />
            </section>
          ))}
          <h2>{t('pricing.compare.differences')}</h2>
          <DifferenceList plans={diffPlans(other.data.plans, plans)} />
        </>
      )}
    </Dialog>
  )
}

function CompareRow({ name, plan }: { name: string; plan: DraftPlan | undefined }) {
  const { t } = useWords()
  return (
    <div className="pr-compare-row">
      <span>{name}</span>
      {plan ? (
        <MiniStrip intervals={periodRuns(plan.intervals)} label={name} />
      ) : (
        <span className="w-quiet">{t('pricing.compare.noPlan')}</span>
      )}
    </div>
  )
}
