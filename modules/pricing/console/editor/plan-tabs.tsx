import { PlusOutlined } from '@ant-design/icons'
import { type MenuAction, MenuItems, MoreMenu, Popover, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useRef } from 'react'
import type { DraftCondition } from '../../contract/index.ts'
import { addPlan, type EditPlan, movePlan, removePlan } from './edit-model.ts'
import { useEditor } from './editor-context.tsx'
import { conditionText, planName } from './plan-words.ts'

/** Day plans in order of priority: the first whose days fit holds, the default at the end of all. */
export function PlanTabs() {
  const { edit, plan: shown, readOnly, dispatch } = useEditor()
  const { t } = useWords()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = edit.plans.findIndex(plan => plan.id === shown?.id)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: edit.plans.length - 1 }[event.key]
    const next = to === undefined ? undefined : edit.plans[(to + edit.plans.length) % edit.plans.length]
    if (!next) return
    event.preventDefault()
    dispatch({ type: 'plan', id: next.id })
    list.current?.querySelector<HTMLElement>(`[data-plan="${next.id}"]`)?.focus()
  }
  return (
    <div className="pr-plans">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
      <div
        ref={list}
        role="tablist"
        aria-label={t('pricing.plan.title')}
        className="pr-plan-list"
        onKeyDown={onKeyDown}
      >
        {edit.plans.map((plan, index) => (
          <button
            key={plan.id}
            type="button"
            role="tab"
            data-plan={plan.id}
            aria-selected={plan.id === shown?.id}
            tabIndex={plan.id === shown?.id ? 0 : -1}
            className="pr-plan-tab"
            onClick={() => dispatch({ type: 'plan', id: plan.id })}
          >
            <PlanLabel plan={plan} priority={index + 1} />
          </button>
        ))}
      </div>
      {!readOnly && (
        <>
          <AddPlan />
          {shown && <PlanMenu plan={shown} />}
        </>
      )}
    </div>
  )
}

/** Name and days of a plan; where the name says the days already, its place in the order. */
function PlanLabel({ plan, priority }: { plan: EditPlan; priority: number }) {
  const { t } = useWords()
  const name = planName(plan.when === null ? null : plan.key, t)
  const days = conditionText(plan.when, t)
  return (
    <>
      <b>{name}</b>
      <small>{name === days ? t('pricing.plan.priority', { number: priority }) : days}</small>
    </>
  )
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
