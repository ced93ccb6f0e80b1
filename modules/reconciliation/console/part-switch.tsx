import { useMay, useTabQuery, useWords } from '@wattyard/console-kit'
import { account, journal } from '@wattyard/ledger/contract'
import { Segmented } from 'antd'
import { file } from '../contract/records/file.ts'
import { mapping } from '../contract/records/mapping.ts'
import { outcome } from '../contract/records/outcome.ts'
import { run } from '../contract/records/run.ts'

const PARTS = ['results', 'files', 'mappings', 'runs', 'journals', 'accounts'] as const
export type Part = (typeof PARTS)[number]

/** Returns the parts of the page that the reader may see, and the one that the address names, else the first. */
export function useParts(): { readonly shown: readonly Part[]; readonly part: Part | undefined } {
  const may: Readonly<Record<Part, boolean>> = {
    results: useMay(`${outcome.name}:read`),
    files: useMay(`${file.name}:read`),
    mappings: useMay(`${mapping.name}:read`),
    runs: useMay(`${run.name}:read`),
    journals: useMay(`${journal.name}:read`),
    accounts: useMay(`${account.name}:read`),
  }
  const [params] = useTabQuery()
  const shown = PARTS.filter(part => may[part])
  return { shown, part: shown.find(part => part === params.get('part')) ?? shown[0] }
}

/** Draws the switch between the parts of the page. A switch drops the query, which has no meaning for the others. */
export function PartSwitch() {
  const { t } = useWords()
  const [, setParams] = useTabQuery()
  const { shown, part } = useParts()
  if (part === undefined || shown.length < 2) return null
  return (
    <Segmented
      aria-label={t('reconciliation.page.parts')}
      value={part}
      onChange={(next: Part) => setParams({ part: next })}
      options={shown.map(value => ({ value, label: t(`reconciliation.page.${value}`) }))}
    />
  )
}
