import {
  EmbeddedList,
  type ResourceSlots,
  type SectionProps,
  useList,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { abnormal } from '../../contract/abnormal/abnormal.ts'
import { Reason } from '../abnormal/reason.tsx'

const SLOTS: ResourceSlots = {
  cells: { code: Reason },
  widths: { order: 176, code: 190, severity: 92, pile: 88, state: 96 },
}
const OF_STATION = ['order', 'code', 'severity', 'pile', 'state']
const OF_PILE = ['order', 'code', 'severity', 'state', 'createdAt']

/** Draws the findings about orders of a station. */
export function FindingsOfStation({ record }: SectionProps) {
  return <Findings by="station" columns={OF_STATION} record={record} />
}

/** Draws the findings about orders of a pile. */
export function FindingsOfPile({ record }: SectionProps) {
  return <Findings by="pile" columns={OF_PILE} record={record} />
}

function Findings({ by, columns, record }: { by: string; columns: readonly string[]; record: SectionProps['record'] }) {
  const { t } = useWords()
  return (
    <EmbeddedList
      resource={abnormal}
      by={by}
      record={record}
      columns={columns}
      slots={SLOTS}
      empty={t('charging.place.noFindings')}
    />
  )
}

/** Draws the number of open findings of a station, with the way to them. */
export function OpenFindings({ record }: SectionProps) {
  const { t } = useWords()
  useLiveRefresh(['charging.order'], [abnormal.name])
  const open = useList(abnormal, { page: 1, pageSize: 1, 'filter.station': record.id, 'filter.state': 'open' })
  if (!open.data) return null
  const { total } = open.data
  if (total === 0) return <p className="w-quiet">{t('charging.place.noOpenFindings')}</p>
  return (
    <Link className="w-inline-link" to={`/cwdata2/errOrderDetail?f.station=${record.id}&f.state=open`}>
      {t('charging.place.openFindings', { count: total })}
    </Link>
  )
}
