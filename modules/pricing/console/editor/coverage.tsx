import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { useWords } from '@wattyard/console-kit'
import { QUARTERS_PER_DAY } from '@wattyard/time'
import { dialText, type DraftProblem } from '../../contract/index.ts'
import { totalOf } from '../period.tsx'
import { DEFAULT_KEY, pairOf } from './edit-model.ts'
import { useEditor } from './editor-context.tsx'
import { planName } from './plan-words.ts'

/** Number of problems listed by name; the rest are counted. */
const NAMED = 6

/** Draws how much of the day has a price, and a link to the place of each problem that blocks publication. */
export function Coverage({ problems }: { problems: readonly DraftProblem[] }) {
  const { edit, plan, wrong, dispatch } = useEditor()
  const { t } = useWords()
  if (!plan) return null
  const priced = plan.cells.map(cell => totalOf(pairOf(edit, cell) ?? { electricity: null, service: null }) !== null)
  const count = priced.filter(Boolean).length
  const isComplete = problems.length === 0 && wrong.length === 0
  const goTo = (problem: DraftProblem): void => {
    const target = edit.plans.find(one => one.key === problem.plan)
    if (target) dispatch({ type: 'plan', id: target.id })
    if (problem.fromQuarter !== undefined)
      dispatch({
        type: 'select',
        anchor: problem.fromQuarter,
        focus: (problem.toQuarter ?? problem.fromQuarter + 1) - 1,
      })
  }
  return (
    <section className="pr-coverage" aria-label={t('pricing.editor.coverage')}>
      <div className="pr-cover-bar" aria-hidden="true">
        {priced.map((has, quarter) => (
          <span key={quarter} data-priced={has ? '' : undefined} />
        ))}
      </div>
      <output className="pr-cover-text" data-tone={isComplete ? 'good' : 'bad'}>
        {isComplete ? <CheckCircleFilled aria-hidden="true" /> : <WarningFilled aria-hidden="true" />}
        <span>{t('pricing.editor.covered', { count, of: QUARTERS_PER_DAY })}</span>
        {isComplete && <span>{t('pricing.editor.complete')}</span>}
        {wrong.length > 0 && <span>{t('pricing.editor.wrongPrices', { count: wrong.length })}</span>}
        {problems.length > 0 && <span>{t('pricing.editor.problems', { count: problems.length })}</span>}
      </output>
      {problems.length > 0 && (
        <ul className="pr-problems">
          {problems.slice(0, NAMED).map(problem => (
            <li key={`${problem.code} ${problem.plan} ${problem.fromQuarter}`}>
              <button type="button" className="w-link-button" onClick={() => goTo(problem)}>
                {problem.plan !== undefined && edit.plans.length > 1 && (
                  <b>{planName(problem.plan === DEFAULT_KEY ? null : problem.plan, t)} </b>
                )}
                {problem.fromQuarter !== undefined && (
                  <span className="w-num">
                    {dialText(problem.fromQuarter)}–{dialText(problem.toQuarter ?? problem.fromQuarter + 1)}{' '}
                  </span>
                )}
                {t(`pricing.problem.${problem.code}`)}
              </button>
            </li>
          ))}
          {problems.length > NAMED && (
            <li className="w-quiet">{t('pricing.editor.moreProblems', { count: problems.length - NAMED })}</li>
          )}
        </ul>
      )}
    </section>
  )
}
