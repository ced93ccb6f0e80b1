import {
  Ago,
  type CellSlotProps,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  useTabQuery,
} from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { useEffect } from 'react'
import { abnormal } from '../../contract/abnormal/abnormal.ts'
import { REASONS } from '../../contract/abnormal/reasons.ts'
import { ruleWords } from '../../contract/abnormal/rule-word.ts'
import { OrderCurve } from '../order/order-curve.tsx'
import { CaseHead } from './case-head.tsx'
import { Findings } from './findings.tsx'
import { PARTS } from './parts.ts'
import { Reason } from './reason.tsx'
import { RuleGroups } from './rule-groups.tsx'
import '../charging.css'
import './abnormal.css'

/** Draws the age of the oldest open finding; the exact moment is its title. */
function Age({ value }: CellSlotProps) {
  return <Ago at={typeof value === 'number' ? value : null} />
}

function Curve({ record }: SectionProps) {
  return <OrderCurve id={String(record.order)} />
}

const slots: ResourceSlots = {
  toolbar: () => <ApprovalsButton />,
  cells: { code: Reason, since: Age },
  filterCodes: {
    code: {
      values: Object.keys(REASONS),
      word: (code, { t, has }) => {
        const key = ruleWords(code).find(has)
        return key === undefined ? undefined : t(key)
      },
      also: code => REASONS[code]?.join(' / ') ?? '',
    },
  },
  // Order numbers have twenty characters, and reasons two lines.
  widths: { orderNo: 192, code: 236, severity: 118, station: 150, pile: 100, assignee: 110, since: 104 },
  ownFilters: ['state', 'severity'],
  summary: RuleGroups,
  head: CaseHead,
  figures: [
    { field: 'openFindings' },
    { field: 'energy', hint: 'charging.errPage.energyHint' },
    { field: 'orderEstimate', hint: 'charging.errPage.estimateHint' },
    { field: 'total', hint: 'charging.errPage.totalHint' },
    { field: 'since', hint: 'charging.errPage.sinceHint' },
  ],
  // Title, head and findings say these.
  inSections: [
    'orderNo',
    'order',
    'station',
    'pile',
    'member',
    'state',
    'severity',
    'estimate',
    'rule',
    'code',
    'kind',
    'blocks',
  ],
  tabs: ['overview', 'curve', 'data'],
  factsTab: 'data',
  sections: [
    { key: 'findings', title: 'charging.errPage.findings', Show: Findings, tab: 'overview' },
    { key: 'curve', title: 'charging.errPage.curve', Show: Curve, needs: 'charging.order:read', tab: 'curve' },
  ],
}

/** Writes the usual part of the list into an address that names none: it is a work list, and always opens as one. */
function useUsualPart(): void {
  const [search, setSearch] = useTabQuery()
  const isBare = ![...search.keys()].some(key => key.startsWith('f.') || key === 'view')
  useEffect(() => {
    if (isBare) setSearch(before => new URLSearchParams([...before, ...Object.entries(PARTS.open)]), { replace: true })
  }, [isBare, setSearch])
}

/** Draws `/cwdata2/errOrderDetail`: orders that failed rules, the worst first, with reasons and remedies. */
export function Page() {
  useUsualPart()
  return <ResourcePage resource={abnormal} slots={slots} topics={['charging.order']} />
}
