import { type AnyRecord, type Labels, ResourceBoard, useWords } from '@wattyard/console-kit'

/** Columns in the order of a station's life; `unknown` comes from imports and is last. */
const COLUMNS = [
  { value: 'building' },
  { value: 'open', command: 'open' },
  { value: 'maintenance', command: 'maintain' },
  { value: 'closed', command: 'close' },
  { value: 'resting' },
  { value: 'unknown' },
] as const

/** Returns the server's count of a station's piles. */
function pilesOf({ counters }: AnyRecord): number {
  const piles = counters !== null && typeof counters === 'object' && 'piles' in counters ? counters.piles : 0
  return typeof piles === 'number' ? piles : 0
}

function Face({ record, labels }: { record: AnyRecord; labels: Labels }) {
  const { t } = useWords()
  return (
    <>
      <span>
        <span className="w-mono">{String(record.code)}</span> ·{' '}
        {t('assets.stationPage.pileCount', { count: pilesOf(record) })}
      </span>
      <span>{labels['identity.office']?.[String(record.operator)]}</span>
    </>
  )
}

/** Draws stations by state; people with the permission open, maintain and close them by moving their cards. */
export function StationBoard() {
  return <ResourceBoard field="status" columns={COLUMNS} Face={Face} />
}
