import {
  EmbeddedList,
  type ResourceSlots,
  type SectionProps,
  useList,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { abnormal, DECIDED_SEVERITIES } from '../../contract/abnormal/abnormal.ts'
import { PARTS } from '../abnormal/parts.ts'
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

/** Draws the orders of a station that need a decision and, apart as on their page, those with notices, with the ways to them. */
export function OpenFindings({ record }: SectionProps) {
  const { t } = useWords()
  useLiveRefresh(['charging.order'], [abnormal.name])
  const all = { page: 1, pageSize: 1, 'filter.station': record.id, 'filter.state': 'open' }
  const open = useList(abnormal, { ...all, 'filter.severity': [...DECIDED_SEVERITIES] })
  const noted = useList(abnormal, { ...all, 'filter.severity': ['notice'] })
  if (!open.data || !noted.data) return null
  const partAt = (part: 'open' | 'notices'): string =>
    `/cwdata2/errOrderDetail?${new URLSearchParams({ ...PARTS[part], 'f.station': record.id }).toString()}`
  return (
    <p className="w-row">
      {open.data.total === 0 ? (
        <span className="w-quiet">{t('charging.place.noOpenFindings')}</span>
      ) : (
        <Link className="w-inline-link" to={partAt('open')}>
          {t('charging.place.openFindings', { count: open.data.total })}
        </Link>
      )}
      {noted.data.total > 0 && (
        <Link className="w-inline-link" to={partAt('notices')}>
          {t('charging.place.notices', { count: noted.data.total })}
        </Link>
      )}
    </p>
  )
}
