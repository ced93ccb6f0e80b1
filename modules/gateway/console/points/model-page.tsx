import { PILE_CELLS } from '@wattyard/assets/console'
import { model, pile } from '@wattyard/assets/contract'
import {
  type CellSlotProps,
  EmbeddedList,
  EmptyState,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  Skeleton,
  StatusTag,
  useList,
  useWords,
  When,
  useTabQuery,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { pointMap } from '../../contract/point-map.ts'
import { mapLink } from './api.ts'
import { MapScreen } from './map-screen.tsx'

/** Draws `/basedata/model`: the models of devices; with `?points=…` the maps of points of one model. */
export function Page() {
  const [params] = useTabQuery()
  const modelId = params.get('points')
  if (modelId) return <MapScreen key={modelId} modelId={modelId} mapId={params.get('version')} />
  return <ResourcePage resource={model} slots={SLOTS} topics={['gateway.pointMap']} />
}

/** Draws the name of a model, and the number of its piles as a link to them. */
function ModelName({ value, record }: CellSlotProps) {
  const { t } = useWords()
  const count = typeof record.pileCount === 'number' ? record.pileCount : 0
  return (
    <span className="gw-pt-name">
      <span className="w-clip">{String(value)}</span>
      {count > 0 && (
        <Link
          className="w-quiet"
          to={`/device/devicePole?f.model=${record.id}`}
          onClick={event => event.stopPropagation()}
        >
          {t('gateway.points.piles', { count })}
        </Link>
      )}
    </span>
  )
}

/** Draws the maps of the model in its detail, each as a link to the table. */
function MapsOfModel({ record }: SectionProps) {
  const { t } = useWords()
  const maps = useList(pointMap, { 'filter.model': record.id, sort: '-number', page: 1, pageSize: 20 })
  if (!maps.data) return <Skeleton lines={2} />
  return (
    <>
      {maps.data.list.length === 0 && (
        <EmptyState title={t('gateway.points.noMap')} text={t('gateway.pointMap.emptyHint')} />
      )}
      <ul className="gw-pt-maps">
        {maps.data.list.map(one => (
          <li key={one.id} className="w-row w-wrap">
            <Link to={mapLink(record.id, one.id)}>{t('kit.version.no', { number: one.number })}</Link>
            <StatusTag of="gateway.pointMap.state" value={one.state} />
            <span className="w-quiet">{t('gateway.points.count', { count: one.pointCount })}</span>
            {one.publishedAt !== null && <When at={one.publishedAt} />}
          </li>
        ))}
        <li>
          <Link to={mapLink(record.id)}>{t('gateway.points.open')}</Link>
        </li>
      </ul>
    </>
  )
}

const PILE_COLUMNS = ['code', 'name', 'live', 'station', 'firmware', 'status']
const PILE_SLOTS: ResourceSlots = { cells: PILE_CELLS, widths: { live: 170 } }

/** Draws the piles of the model. */
function PilesOfModel({ record }: SectionProps) {
  return <EmbeddedList resource={pile} by="model" record={record} columns={PILE_COLUMNS} slots={PILE_SLOTS} />
}

const SLOTS: ResourceSlots = {
  cells: { name: ModelName },
  widths: { name: 250 },
  figures: [{ field: 'state' }, { field: 'power' }, { field: 'connectorCount' }, { field: 'protocol' }],
  tabs: ['piles', 'points', 'data'],
  factsTab: 'data',
  sections: [
    { key: 'piles', title: 'gateway.points.pilesOfModel', Show: PilesOfModel, needs: 'assets.pile:read', tab: 'piles' },
    { key: 'points', title: 'gateway.points.maps', Show: MapsOfModel, needs: 'gateway.pointMap:read', tab: 'points' },
  ],
}
