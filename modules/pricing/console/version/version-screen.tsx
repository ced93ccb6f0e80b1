import { lazyPart, useDirty, ZoneContext } from '@wattyard/console-kit'
import { useMemo, useState } from 'react'
import { checkDraft } from '../../contract/index.ts'
import type { VersionDetail } from '../../contract/index.ts'
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
import { useIsNarrow } from '../use-is-narrow.ts'
import { useSaving } from './use-saving.ts'
import { type Opened, VersionTools } from './version-tools.tsx'

const PublishDialog = lazyPart(async () => (await import('./publish-dialog.tsx')).PublishDialog)
const ComparePanel = lazyPart(async () => (await import('./compare-panel.tsx')).ComparePanel)
const WhatIfDialog = lazyPart(async () => (await import('./what-if-dialog.tsx')).WhatIfDialog)
const PileModelDialog = lazyPart(async () => (await import('./pile-model-dialog.tsx')).PileModelDialog)

interface VersionScreenProps {
  readonly detail: VersionDetail
  /** What the caller may do with this version now. */
  readonly abilities: readonly string[]
  readonly reload: () => Promise<void>
}

/** A version in the day editor: drafts are painted, published ones are looked at. */
export function VersionScreen({ detail, abilities, reload }: VersionScreenProps) {
  const readOnly = !abilities.includes('saveDraft')
  const editor = useEdit(detail.plans, readOnly)
  const plans = useMemo(() => draftPlansOf(editor.edit), [editor.edit])
  const problems = useMemo(() => checkDraft(plans, detail.policy.zone), [plans, detail.policy.zone])
  const saving = useSaving(detail, editor, plans)
  const [opened, open] = useState<Opened>(null)
  const isNarrow = useIsNarrow()
  useDirty(saving.isDirty)
  return (
    <EditorContext value={editor}>
      <ZoneContext value={detail.policy.zone}>
        <section className="w-card pr-editor">
          <header className="pr-editor-head">
            <PlanTabs />
            <VersionTools
              detail={detail}
              abilities={abilities}
              saving={saving}
              open={open}
              problems={problems.length}
            />
          </header>
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
        </section>
        {opened === 'compare' && <ComparePanel detail={detail} plans={plans} onClose={() => open(null)} />}
        {opened === 'publish' && (
          <PublishDialog detail={detail} plans={plans} onClose={() => open(null)} onDone={reload} />
        )}
        {opened === 'whatIf' && <WhatIfDialog detail={detail} onClose={() => open(null)} />}
        {opened === 'pileModel' && <PileModelDialog plans={plans} onClose={() => open(null)} />}
      </ZoneContext>
    </EditorContext>
  )
}
