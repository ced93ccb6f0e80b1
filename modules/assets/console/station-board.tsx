import { type AnyRecord, type Labels, ResourceBoard, useWords } from '@wattyard/console-kit'

/** In the order of a station's life; what is unknown is somebody's import and stands last. */
const COLUMNS = [
  { value: 'building' },
  { value: 'open', command: 'open' },
  { value: 'maintenance', command: 'maintain' },
  { value: 'closed', command: 'close' },
  { value: 'resting' },
  { value: 'unknown' },
] as const

/** How many piles a station has, as the server counted them. */
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

/** Stations by state: who opens, maintains and closes them moves them. */
export function StationBoard() {
  return <ResourceBoard field="status" columns={COLUMNS} Face={Face} />
}
