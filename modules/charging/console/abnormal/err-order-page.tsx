import {
  Ago,
  type CellSlotProps,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  useWords,
  useTabQuery,
} from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { useEffect, useEffectEvent, useRef } from 'react'
import { abnormal } from '../../contract/abnormal/abnormal.ts'
import type { Evidence as Recorded } from '../../contract/abnormal/abnormal-rule.ts'
import { EvidenceTable } from '../order/evidence.tsx'
import { OrderCurve } from '../order/order-curve.tsx'
import { CaseDecision } from './case-decision.tsx'
import { Reason } from './reason.tsx'
import { RuleGroups } from './rule-groups.tsx'
import '../charging.css'
import './abnormal.css'

/** Draws the age of the case; the exact moment is its title. */
function Age({ value }: CellSlotProps) {
  return <Ago at={typeof value === 'number' ? value : null} />
}

function Remedies({ value }: CellSlotProps) {
  const { t } = useWords()
  return <>{Array.isArray(value) ? value.map(remedy => t(`charging.remedy.${String(remedy)}`)).join(', ') : '--'}</>
}

function Evidence({ record }: SectionProps) {
  // The rules create evidence as a flat object of texts.
  return <EvidenceTable evidence={(record.evidence ?? {}) as Recorded} />
}

function Curve({ record }: SectionProps) {
  return <OrderCurve id={String(record.order)} />
}

const slots: ResourceSlots = {
  toolbar: () => <ApprovalsButton />,
  cells: { code: Reason, remedies: Remedies, createdAt: Age },
  // Order numbers have twenty characters; these widths fit all columns beside the menu of a 1440 px window.
  widths: { order: 192, code: 236, severity: 118, station: 150, pile: 92, estimate: 92, state: 100, createdAt: 104 },
  summary: RuleGroups,
  sections: [
    { key: 'decision', title: 'charging.errPage.decision', Show: CaseDecision },
    { key: 'evidence', title: 'charging.abnormal.evidence', Show: Evidence },
    { key: 'curve', title: 'charging.errPage.curve', Show: Curve },
  ],
}

/** Filters by open cases when the page is opened without a filter, because it is a work list; the person can clear the filter. */
function useOpenFirst(): void {
  const [search, setSearch] = useTabQuery()
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    // Effects run again whenever the tab is shown again; a filter cleared by hand must stay cleared.
    if (begun.current) return
    begun.current = true
    if ([...search.keys()].length === 0) setSearch({ 'f.state': 'open' }, { replace: true })
  })
  useEffect(() => begin(), [])
}

/** Draws `/cwdata2/errOrderDetail`: orders that failed a rule, with reasons and remedies. */
export function Page() {
  useOpenFirst()
  return <ResourcePage resource={abnormal} slots={slots} topics={['charging.order']} />
}
