import { type ComparedProps, useWords } from '@wattyard/console-kit'
import type { DraftPlan } from '../../contract/index.ts'
import { draftPlansOf, type Edit } from '../editor/edit-model.ts'
import { diffPlans } from '../editor/diff-plans.ts'
import { conditionText, planName } from '../editor/plan-words.ts'
import { DifferenceList } from './difference-list.tsx'
import { MiniStrip, periodRuns } from './mini-strip.tsx'

/** Draws two versions plan by plan, as days and as a list of changes. */
export function ComparedPrices({ before, after, beforeName, afterName }: ComparedProps<readonly DraftPlan[]>) {
  const { t } = useWords()
  const keys = [...new Set([...after, ...before].map(plan => plan.key))]
  const planOf = (plans: readonly DraftPlan[], key: string) => plans.find(plan => plan.key === key)
  return (
    <>
      {keys.map(key => (
        <section key={key} className="pr-compare-plan">
          <h3>
            {planName(key, t)}{' '}
            <small className="w-quiet">{conditionText(planOf([...after, ...before], key)?.when ?? null, t)}</small>
          </h3>
          <CompareRow name={beforeName} plan={planOf(before, key)} />
          <CompareRow name={afterName} plan={planOf(after, key)} />
        </section>
      ))}
      <h2>{t('pricing.compare.differences')}</h2>
      <DifferenceList plans={diffPlans(before, after)} />
    </>
  )
}

/** Draws two contents of the editor like two versions. */
export function ComparedEdits({ before, after, ...names }: ComparedProps<Edit>) {
  return <ComparedPrices before={draftPlansOf(before)} after={draftPlansOf(after)} {...names} />
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
