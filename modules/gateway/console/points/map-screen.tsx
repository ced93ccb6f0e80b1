import { ArrowLeftOutlined, PlusOutlined } from '@ant-design/icons'
import { createMapDraft } from '../../contract/index.ts'
import { useQuery } from '@tanstack/react-query'
import { model } from '@wattyard/assets/contract'
import {
  can,
  EmptyState,
  ErrorState,
  PageHeader,
  type RecordFrom,
  Skeleton,
  StatusTag,
  useCommand,
  useList,
  useLiveRefresh,
  useRecord,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { MAP_PROTOCOLS } from '../../contract/point-map/point.ts'
import { pointMap } from '../../contract/point-map.ts'
import { mapLink, MODEL_PAGE, pointQueries } from './api.ts'
import { MapEditor } from './map-editor.tsx'
import './points.css'

const SHOWN_VERSIONS = 50
type MapRecord = RecordFrom<typeof pointMap> & { runsOn?: number }

/** `?points=`: the maps of one model side by side, and the chosen one in the table. */
export function MapScreen({ modelId, mapId }: { modelId: string; mapId: string | null }) {
  const { t } = useWords()
  const record = useRecord(model, modelId)
  const maps = useList(pointMap, { 'filter.model': modelId, sort: '-number', page: 1, pageSize: SHOWN_VERSIONS })
  useLiveRefresh(['gateway.pointMap', 'gateway.pointSource'], ['gateway.pointMap'])
  if (record.error) return <ErrorState error={record.error} onRetry={() => void record.refetch()} />
  if (maps.error && !maps.data) return <ErrorState error={maps.error} onRetry={() => void maps.refetch()} />
  const list: readonly MapRecord[] = maps.data?.list ?? []
  const shown = mapId ?? (list.find(one => one.state === 'draft') ?? list[0])?.id ?? null
  const isMapped = MAP_PROTOCOLS.some(one => one === record.data?.protocol)
  const start =
    isMapped && maps.data?.can.includes('createDraft') && !list.some(one => one.state === 'draft') ? (
      <StartDraft modelId={modelId} newest={list.find(one => one.state !== 'draft')} />
    ) : null
  return (
    <div className="w-page">
      <PageHeader
        title={
          <span className="gw-pt-title">
            <Link to={MODEL_PAGE} aria-label={t('gateway.points.back')} className="w-icon-button">
              <ArrowLeftOutlined />
            </Link>
            {record.data ? t('gateway.points.title', { name: record.data.name }) : ' '}
          </span>
        }
        note={record.data && `${record.data.code} · ${t(`assets.model.protocolValue.${record.data.protocol}`)}`}
      >
        {start}
      </PageHeader>
      {maps.data ? <MapBar list={list} shown={shown} modelId={modelId} /> : <Skeleton lines={1} height={44} />}
      {maps.data && list.length === 0 && (
        <section className="w-card">
          <EmptyState
            title={t(isMapped ? 'gateway.points.noMap' : 'gateway.points.notMapped')}
            text={t(isMapped ? 'gateway.pointMap.emptyHint' : 'gateway.points.notMappedHint')}
            action={start}
          />
        </section>
      )}
      {shown && <OneMap key={shown} id={shown} record={list.find(one => one.id === shown)} />}
    </div>
  )
}

function StartDraft({ modelId, newest }: { modelId: string; newest: MapRecord | undefined }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const create = useCommand(createMapDraft)
  const begin = async (): Promise<void> => {
    const { id } = await create.mutateAsync({ input: { model: modelId, ...(newest ? { copyOf: newest.id } : {}) } })
    await navigate(mapLink(modelId, id))
  }
  return (
    <Button icon={<PlusOutlined />} loading={create.isPending} onClick={() => void begin()}>
      {newest ? t('gateway.points.draftFrom', { number: newest.number }) : t('gateway.pointMap.createDraft')}
    </Button>
  )
}

function OneMap({ id, record }: { id: string; record: MapRecord | undefined }) {
  const detail = useQuery(pointQueries.map(id))
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data || !record) return <Skeleton lines={8} height={28} />
  const abilities = ['saveDraft', 'publish', 'retire', 'discardDraft'].filter(action => can(record, action))
  return (
    <MapEditor
      key={detail.data.state}
      detail={detail.data}
      abilities={abilities}
      reload={async () => void (await detail.refetch())}
    />
  )
}

function MapBar({ list, shown, modelId }: { list: readonly MapRecord[]; shown: string | null; modelId: string }) {
  const { t } = useWords()
  return (
    <nav className="gw-pt-versions" aria-label={t('gateway.points.versions')}>
      {list.map(one => (
        <Link
          key={one.id}
          to={mapLink(modelId, one.id)}
          className="w-card gw-pt-version"
          aria-current={one.id === shown ? 'page' : undefined}
        >
          <span className="w-row">
            <b>{t('gateway.points.versionNo', { number: one.number })}</b>
            <StatusTag of="gateway.pointMap.state" value={one.state} />
          </span>
          <small className="w-quiet">
            {one.state === 'draft' ? (
              t('gateway.points.editedBy', { name: one.editedBy })
            ) : (
              <>
                <When at={one.publishedAt} /> · {t('gateway.points.runsOn', { count: one.runsOn ?? 0 })}
              </>
            )}
          </small>
        </Link>
      ))}
    </nav>
  )
}
