import { ResourcePage, type ResourceSlots, useMay, useTabQuery, useWords } from '@wattyard/console-kit'
import { journal } from '@wattyard/ledger/contract'
import { ApprovalsButton } from '@wattyard/platform/console'
import { Segmented } from 'antd'
import { file } from '../contract/records/file.ts'
import { outcome } from '../contract/records/outcome.ts'
import { run } from '../contract/records/run.ts'

const PARTS = ['journals', 'results', 'files', 'runs'] as const
type Part = (typeof PARTS)[number]

/** Draws the switch between journals, results and files. A switch drops the query, which has no meaning for the others. */
function PartSwitch() {
  const { t } = useWords()
  const may: Readonly<Record<Part, boolean>> = {
    journals: useMay(`${journal.name}:read`),
    results: useMay(`${outcome.name}:read`),
    files: useMay(`${file.name}:read`),
    runs: useMay(`${run.name}:read`),
  }
  const [params, setParams] = useTabQuery()
  const shown = PARTS.filter(part => may[part])
  if (shown.length < 2) return null
  return (
    <Segmented
      aria-label={t('reconciliation.page.parts')}
      value={shown.find(part => part === params.get('part')) ?? shown[0] ?? 'journals'}
      onChange={(part: Part) => setParams(part === shown[0] ? {} : { part })}
      options={shown.map(value => ({ value, label: t(`reconciliation.page.${value}`) }))}
    />
  )
}

function ResultsToolbar() {
  return (
    <>
      <PartSwitch />
      <ApprovalsButton />
    </>
  )
}

const JOURNALS: ResourceSlots = { toolbar: PartSwitch }
const RESULTS: ResourceSlots = { toolbar: ResultsToolbar }
const FILES: ResourceSlots = { toolbar: PartSwitch }
const RUNS: ResourceSlots = { toolbar: PartSwitch }

/** Draws `/cwdata4/TradeNBill`: journals, what comparisons with the channels came to, and the files that they rest on. */
export function Page() {
  const [params] = useTabQuery()
  const mayJournals = useMay(`${journal.name}:read`)
  const part = params.get('part') ?? (mayJournals ? 'journals' : 'results')
  if (part === 'results') return <ResourcePage resource={outcome} slots={RESULTS} topics={[run.name]} />
  if (part === 'files') return <ResourcePage resource={file} slots={FILES} />
  if (part === 'runs') return <ResourcePage resource={run} slots={RUNS} />
  return <ResourcePage resource={journal} slots={JOURNALS} />
}
