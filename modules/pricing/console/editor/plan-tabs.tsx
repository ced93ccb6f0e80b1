import { PlusOutlined } from '@ant-design/icons'
import { type MenuAction, MenuItems, MoreMenu, Popover, type Translate, TabList, useWords } from '@wattyard/console-kit'
import type { DraftCondition } from '../../contract/index.ts'
import { addPlan, type EditPlan, movePlan, removePlan } from './edit-model.ts'
import { useEditor } from './editor-context.tsx'
import { conditionText, planName } from './plan-words.ts'

/** Draws the day plans in order of priority: the first plan that matches the day applies, the default plan comes last. */
export function PlanTabs({ id }: { readonly id: string }) {
  const { edit, plan: shown, readOnly, dispatch } = useEditor()
  const { t } = useWords()
  return (
    <div className="pr-plans">
      <TabList
        id={id}
        look="boxes"
        label={t('pricing.plan.title')}
        items={edit.plans.map((plan, index) => ({ key: String(plan.id), ...wordsOf(plan, index + 1, t) }))}
        value={String(shown?.id ?? '')}
        onChange={plan => dispatch({ type: 'plan', id: Number(plan) })}
      />
      {!readOnly && (
        <>
          <AddPlan />
          {shown && <PlanMenu plan={shown} />}
        </>
      )}
    </div>
  )
}

/** Returns the name and the days of a plan. If the name already states the days, the note is its place in the order. */
function wordsOf(plan: EditPlan, priority: number, t: Translate): { label: string; note: string } {
  const name = planName(plan.when === null ? null : plan.key, t)
  const days = conditionText(plan.when, t)
  return { label: name, note: name === days ? t('pricing.plan.priority', { number: priority }) : days }
}

const STARTS: readonly { readonly word: string; readonly when: DraftCondition }[] = [
  { word: 'weekend', when: { weekdays: [6, 7] } },
  { word: 'season', when: { months: [] } },
  { word: 'holiday', when: { dates: [] } },
]

function AddPlan() {
  const { edit, plan, change } = useEditor()
  const { t } = useWords()
  const actions: MenuAction[] = STARTS.map(({ word, when }) => ({
    key: word,
    label: t(`pricing.plan.${word}`),
    run: () => {
      const added = addPlan(edit, t(`pricing.plan.${word}Key`), when, plan?.id ?? null)
      change(added.edit, added.id)
    },
  }))
  return (
    <Popover
      kind="menu"
      label={t('pricing.plan.add')}
      button={props => (
        <button type="button" className="w-pill-button pr-add-plan" {...props}>
          <PlusOutlined aria-hidden="true" />
          {t('pricing.plan.add')}
        </button>
      )}
    >
      {({ close }) => <MenuItems actions={actions} onDone={close} />}
    </Popover>
  )
}

function PlanMenu({ plan }: { plan: EditPlan }) {
  const { edit, change } = useEditor()
  const { t } = useWords()
  const at = edit.plans.findIndex(one => one.id === plan.id)
  const isDefault = plan.when === null
  const actions: MenuAction[] = [
    {
      key: 'copy',
      label: t('pricing.plan.copy'),
      run: () => {
        const name = isDefault ? t('pricing.plan.copyKey') : plan.key
        const added = addPlan(edit, name, plan.when ?? { weekdays: [6, 7] }, plan.id)
        change(added.edit, added.id)
      },
    },
    {
      key: 'earlier',
      label: t('pricing.plan.earlier'),
      disabled: at === 0 ? t('pricing.plan.isFirst') : false,
      run: () => change(movePlan(edit, plan.id, -1)),
    },
    {
      key: 'later',
      label: t('pricing.plan.later'),
      disabled: at === edit.plans.length - 1 ? t('pricing.plan.isLast') : false,
      run: () => change(movePlan(edit, plan.id, 1)),
    },
    {
      key: 'remove',
      label: t('pricing.plan.remove'),
      danger: true,
      disabled: isDefault ? t('pricing.plan.defaultStays') : false,
      run: () => change(removePlan(edit, plan.id)),
    },
  ]
  return <MoreMenu label={t('pricing.plan.actions')} actions={actions} />
}
