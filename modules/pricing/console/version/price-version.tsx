import { ExperimentOutlined, MobileOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import {
  can,
  ComparePanel,
  ErrorState,
  lazyPart,
  Skeleton,
  tabPanel,
  useDirty,
  useDraftSaving,
  useRequestedDialog,
  useWords,
  type VersionBodyProps,
  type VersionRecord,
  VersionTools,
  ZoneContext,
} from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { useId, useMemo, useState } from 'react'
import { checkDraft, type DraftPlan, saveVersionDraft, type VersionDetail } from '../../contract/index.ts'
import { pricingQueries, readPlans } from '../api.ts'
import { BrushBar } from '../editor/brush-bar.tsx'
import { Coverage } from '../editor/coverage.tsx'
import { DayStrip } from '../editor/day-strip.tsx'
import { draftPlansOf } from '../editor/edit-model.ts'
import { EditorContext } from '../editor/editor-context.tsx'
import { HourList } from '../editor/hour-list.tsx'
import { PlanDays } from '../editor/plan-days.tsx'
import { PlanTabs } from '../editor/plan-tabs.tsx'
import { PriceTable } from '../editor/price-table.tsx'
import { SelectionPanel } from '../editor/selection-panel.tsx'
import { SlotTable } from '../editor/slot-table.tsx'
import { useEdit } from '../editor/use-edit.ts'
import { COMPARE } from '../links.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { ComparedPrices } from './compared-prices.tsx'

const PublishDialog = lazyPart(async () => (await import('./publish-dialog.tsx')).PublishDialog)
const WhatIfDialog = lazyPart(async () => (await import('./what-if-dialog.tsx')).WhatIfDialog)
const PileModelDialog = lazyPart(async () => (await import('./pile-model-dialog.tsx')).PileModelDialog)

/** Draws one version of a policy with its plans. */
export function PriceVersion({ id, version }: VersionBodyProps) {
  const { t } = useWords()
  const detail = useQuery(pricingQueries.detail(id))
  // Here and not in the editor, which is replaced when the version is published: the dialog still has to assign it then.
  const [publishing, setPublishing] = useState<readonly DraftPlan[] | null>(null)
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <Skeleton lines={8} height={28} />
  const reload = async (): Promise<void> => void (await detail.refetch())
  // A version that was saved by another user is reopened only if nothing was typed; see the editor.
  return (
    <>
      {detail.data.state === 'draft' && <WaitingHere record={id} note={t('pricing.publish.waits')} />}
      <DayEditor
        key={detail.data.state}
        detail={detail.data}
        version={version}
        reload={reload}
        onPublish={setPublishing}
      />
      {publishing && (
        <ZoneContext value={detail.data.policy.zone}>
          <PublishDialog detail={detail.data} plans={publishing} onClose={() => setPublishing(null)} onDone={reload} />
        </ZoneContext>
      )}
    </>
  )
}

/** Dialogs that can be open over the editor. */
type Opened = 'compare' | 'whatIf' | 'pileModel' | null

interface DayEditorProps {
  readonly detail: VersionDetail
  readonly version: VersionRecord | undefined
  readonly reload: () => Promise<void>
  /** Asks to publish the version with these plans. */
  readonly onPublish: (plans: readonly DraftPlan[]) => void
}

/** Draws a version in the day editor. Drafts can be painted; published versions are read-only. */
function DayEditor({ detail, version, reload, onPublish }: DayEditorProps) {
  const { t } = useWords()
  const readOnly = !can(version, 'saveDraft')
  const editor = useEdit(detail.plans, readOnly)
  const plans = useMemo(() => draftPlansOf(editor.edit), [editor.edit])
  const problems = useMemo(() => checkDraft(plans, detail.policy.zone), [plans, detail.policy.zone])
  const saving = useDraftSaving({
    command: saveVersionDraft,
    version: detail,
    edit: editor.edit,
    content: () => ({ plans }),
  })
  const [opened, open] = useState<Opened>(null)
  useRequestedDialog(true, what => what === COMPARE && open('compare'))
  const isNarrow = useIsNarrow()
  const plansId = useId()
  useDirty(saving.isDirty)
  const incomplete = problems.length > 0 && t('pricing.editor.problems', { count: problems.length })
  /** Saves first, because the server calculates with the saved version. */
  const whatIf = async (): Promise<void> => {
    if (!saving.isDirty || (await saving.save())) open('whatIf')
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
        <section className="w-card pr-editor">
          <header className="pr-editor-head">
            <PlanTabs id={plansId} />
            <VersionTools
              version={version}
              saving={saving}
              incomplete={incomplete}
              onPublish={() => onPublish(plans)}
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
        {opened === 'compare' && (
          <ComparePanel
            version={detail}
            body={plans}
            load={readPlans}
            Show={ComparedPrices}
            onClose={() => open(null)}
          />
        )}
        {opened === 'whatIf' && <WhatIfDialog detail={detail} onClose={() => open(null)} />}
        {opened === 'pileModel' && <PileModelDialog plans={plans} onClose={() => open(null)} />}
      </ZoneContext>
    </EditorContext>
  )
}
