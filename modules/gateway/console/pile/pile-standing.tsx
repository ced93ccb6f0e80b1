import { PileHead } from '@wattyard/assets/console'
import { Ago, linkToRecord, type SectionProps, useMay, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { usePileNow } from './use-pile-now.ts'

/** Draws the live status of a pile, its name and station, and when it was last heard of. */
export function PileStanding({ record, labels }: SectionProps) {
  const mayRead = useMay('gateway.pile:read')
  return (
    <span className="w-row w-wrap">
      <PileHead record={record} labels={labels} />
      <span>{typeof record.name === 'string' && record.name}</span>
      <StationOf station={record.station} labels={labels} />
      {mayRead && <LastContact pileId={record.id} />}
    </span>
  )
}

function StationOf({ station, labels }: { station: unknown; labels: SectionProps['labels'] }) {
  if (typeof station !== 'string') return null
  const name = labels['assets.station']?.[station]
  if (name === undefined) return null
  const way = linkToRecord('assets.station', station)
  return way ? (
    <Link className="w-inline-link" to={way}>
      {name}
    </Link>
  ) : (
    <span>{name}</span>
  )
}

function LastContact({ pileId }: { pileId: string }) {
  const { t } = useWords()
  const { data } = usePileNow(pileId)
  if (!data?.pile?.lastSeenAt) return null
  return (
    <span className="w-quiet">
      {t('gateway.pilePage.lastSeen')} <Ago at={data.pile.lastSeenAt} />
    </span>
  )
}
