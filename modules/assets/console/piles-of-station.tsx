import {
  EmptyState,
  ErrorState,
  type LineColumn,
  LineList,
  linkToRecord,
  Power,
  type RecordFrom,
  type SectionProps,
  Skeleton,
  StatusTag,
  useList,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { pile } from '../contract/pile.ts'

const MAX_SHOWN = 200

/** Piles of one station, each leading to its own page. */
export function PilesOfStation({ record }: SectionProps) {
  const { t } = useWords()
  const piles = useList(pile, { page: 1, pageSize: MAX_SHOWN, 'filter.station': record.id })
  if (piles.error) return <ErrorState error={piles.error} onRetry={() => void piles.refetch()} />
  if (!piles.data) return <Skeleton lines={4} />
  if (piles.data.list.length === 0) return <EmptyState title={t('assets.stationPage.noPiles')} />
  const head = (key: string) => ({ key, head: t(`assets.pile.${key}`) })
  const columns: readonly LineColumn<RecordFrom<typeof pile>>[] = [
    {
      ...head('code'),
      place: 'name',
      show: one => <Link to={linkToRecord('assets.pile', one.id) ?? '#'}>{one.code}</Link>,
    },
    { ...head('name'), place: 'wide', show: one => one.name },
    { ...head('currentType'), show: one => t(`assets.pile.currentTypeValue.${one.currentType}`) },
    { ...head('power'), className: 'w-num', show: one => <Power watts={one.power} /> },
    { ...head('connectorCount'), className: 'w-num', show: one => one.connectorCount },
    { ...head('status'), place: 'beside', show: one => <StatusTag of="assets.pile.status" value={one.status} /> },
  ]
  return <LineList rows={piles.data.list} columns={columns} />
}
