import { ExperimentOutlined, MobileOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import {
  can,
  ErrorState,
  lazyPart,
  Skeleton,
  tabPanel,
  useDirty,
  useDraftSaving,
  useMay,
  useRequestedDialog,
  useWords,
  type VersionBodyProps,
  type VersionRecord,
  VersionTools,
  ZoneContext,
} from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { checkDraft, type DraftPlan, saveVersionDraft, type VersionDetail } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import { BrushBar } from '../editor/brush-bar.tsx'
import { Coverage } from '../editor/coverage.tsx'
import { DayStrip } from '../editor/day-strip.tsx'
import { draftPlansOf, editOf } from '../editor/edit-model.ts'
import { EditorContext } from '../editor/editor-context.tsx'
import { PlanDays } from '../editor/plan-days.tsx'
import { PlanTabs } from '../editor/plan-tabs.tsx'
import { PriceTable } from '../editor/price-table.tsx'
import { SlotTable } from '../editor/slot-table.tsx'
import { useEdit } from '../editor/use-edit.ts'
import { asIfPriced } from '../editor/wrong-prices.ts'
import { COMPARE } from '../links.ts'
import { UnusedPolicy } from '../policy/unused-policy.tsx'
import { useIsNarrow } from '../use-is-narrow.ts'

// For drafts alone: whoever reads prices does without.
const SelectionPanel = lazyPart(async () => (await import('../editor/selection-panel.tsx')).SelectionPanel)
// On narrow screens alone.
const HourList = lazyPart(async () => (await import('../editor/hour-list.tsx')).HourList)
const CompareVersions = lazyPart(async () => (await import('./compare-panel.tsx')).CompareVersions)
const PricesBehind = lazyPart(async () => (await import('./prices-behind.tsx')).PricesBehind)
const PublishDialog = lazyPart(async () => (await import('./publish-dialog.tsx')).PublishDialog)
const UnsavedPlans = lazyPart(async () => (await import('./unsaved-plans.tsx')).UnsavedPlans)
const WhatIfDialog = lazyPart(async () => (await import('./what-if-dialog.tsx')).WhatIfDialog)
const PileModelDialog = lazyPart(async () => (await import('./pile-model-dialog.tsx')).PileModelDialog)

/** Draws one version of a policy with its plans. */
export function PriceVersion({ id, version }: VersionBodyProps) {
  const { t } = useWords()
  const mayEdit = useMay('pricing.version:createDraft')
  const detail = useQuery(pricingQueries.detail(id))
  // Here and not in the editor, which is replaced when the version is published: the dialog still has to assign it then.
  const [publishing, setPublishing] = useState<Publishing | null>(null)
  const [unsaved, setUnsaved] = useState<readonly DraftPlan[] | null>(null)
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <Skeleton lines={8} height={28} />
  const reload = async (): Promise<void> => void (await detail.refetch())
  return (
    <>
      {detail.data.state === 'draft' && <WaitingHere record={id} note={t('pricing.publish.waits')} />}
      {detail.data.state === 'draft' && version && !can(version, 'saveDraft') && (
        <p className="w-banner">{t(`pricing.editor.${mayEdit ? 'beyondReach' : 'readOnly'}`)}</p>
      )}
      {detail.data.state === 'published' && <UnusedPolicy policyId={detail.data.policy.id} />}
      {unsaved && detail.data.state !== 'draft' && <UnsavedPlans detail={detail.data} plans={unsaved} />}
      <DayEditor
        key={detail.data.state}
        detail={detail.data}
        version={version}
        reload={reload}
        onPublish={setPublishing}
        onLeft={setUnsaved}
      />
      {publishing && (
        <ZoneContext value={detail.data.policy.zone}>
          <PublishDialog detail={detail.data} {...publishing} onClose={() => setPublishing(null)} onDone={reload} />
        </ZoneContext>
      )}
    </>
  )
}

/** Plans that are to be published, and their revision. */
interface Publishing {
  readonly plans: readonly DraftPlan[]
  readonly seen: number
}

/** Dialogs that can be open over the editor. */
type Opened = 'compare' | 'whatIf' | 'pileModel' | null

interface DayEditorProps {
  readonly detail: VersionDetail
  readonly version: VersionRecord | undefined
  readonly reload: () => Promise<void>
  readonly onPublish: (what: Publishing) => void
  /** Takes unsaved plans when the editor goes away. */
  readonly onLeft: (plans: readonly DraftPlan[]) => void
}

/** Draws a version in the day editor. Drafts can be painted; published versions are read-only. */
function DayEditor({ detail, version, reload, onPublish, onLeft }: DayEditorProps) {
  const { t } = useWords()
  const readOnly = !can(version, 'saveDraft')
  const editor = useEdit(detail.plans, readOnly)
  const plans = useMemo(() => draftPlansOf(editor.edit), [editor.edit])
  // A price that is typed wrong is told at its field, and is not missing as well.
  const problems = useMemo(
    () => checkDraft(draftPlansOf(asIfPriced(editor.edit, editor.wrong)), detail.policy.zone),
    [editor.edit, editor.wrong, detail.policy.zone],
  )
  const read = useMemo(() => editOf(detail.plans), [detail.plans])
  const saving = useDraftSaving({
    command: saveVersionDraft,
    version: detail,
    read,
    edit: editor.edit,
    show: editor.show,
    content: () => ({ plans }),
  })
  const [opened, open] = useState<Opened>(null)
  useRequestedDialog(true, what => what === COMPARE && open('compare'))
  const isNarrow = useIsNarrow()
  const plansId = useId()
  useDirty(saving.isDirty)
  const leave = useEffectEvent(() => saving.isDirty && onLeft(plans))
  useEffect(() => () => void leave(), [])
  const left = [
    editor.wrong.length > 0 && t('pricing.editor.wrongPrices', { count: editor.wrong.length }),
    problems.length > 0 && t('pricing.editor.problems', { count: problems.length }),
  ].filter(one => one !== false)
  const incomplete = left.length > 0 && left.join(' · ')
  /** Saves first, because the server calculates with the saved version. */
  const whatIf = async (): Promise<void> => {
    if (!saving.isDirty || (await saving.save()) > 0) open('whatIf')
  }
  const closer = {
    key: 'whatIf',
    label: t('pricing.whatIf.open'),
    icon: <ExperimentOutlined />,
    disabled: incomplete,
    run: () => void whatIf(),
  }
  const rare = {
    key: 'pileModel',
    label: t('pricing.pileModel.open'),
    icon: <MobileOutlined />,
    disabled: incomplete,
    run: () => open('pileModel'),
  }
  return (
    <EditorContext value={editor}>
      <ZoneContext value={detail.policy.zone}>
        {saving.newer && <PricesBehind saving={saving} edit={editor.edit} />}
        <section className="w-card pr-editor">
          <header className="pr-editor-head">
            <PlanTabs id={plansId} />
            <VersionTools
              version={version}
              saving={saving}
              incomplete={incomplete}
              onPublish={seen => onPublish({ plans, seen })}
              onCompare={() => open('compare')}
              closer={[closer]}
              rare={[rare]}
              onChanged={reload}
            />
          </header>
          <div className="pr-plan" {...tabPanel(plansId, String(editor.plan?.id ?? ''))}>
            <PlanDays />
            <div className="pr-canvas">
              {!readOnly && <BrushBar />}
              {isNarrow ? <HourList /> : <DayStrip />}
            </div>
            {readOnly ? null : <Coverage problems={problems} />}
            <div className="pr-below">
              <div className="pr-side">
                <PriceTable />
                {!readOnly && <SelectionPanel />}
              </div>
              <SlotTable />
            </div>
          </div>
        </section>
        {opened === 'compare' && <CompareVersions detail={detail} plans={plans} onClose={() => open(null)} />}
        {opened === 'whatIf' && <WhatIfDialog detail={detail} onClose={() => open(null)} />}
        {opened === 'pileModel' && <PileModelDialog plans={plans} onClose={() => open(null)} />}
      </ZoneContext>
    </EditorContext>
  )
}
