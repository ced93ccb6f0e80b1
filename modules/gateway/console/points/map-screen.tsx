import { model } from '@wattyard/assets/contract'
import { ErrorState, useRecord, useWords, VersionScreen, type VersionRecord, When } from '@wattyard/console-kit'
import { MAP_PROTOCOLS } from '../../contract/point-map/point.ts'
import { pointMap } from '../../contract/point-map.ts'
import { mapLink, MODEL_PAGE } from './api.ts'
import { MapEditor } from './map-editor.tsx'
import './points.css'

const TOPICS = ['gateway.pointSource']
const ALSO = ['gateway.pointSource']

/** Draws `?points=`: the list of a model's maps, and the chosen one in the table. */
export function MapScreen({ modelId, mapId }: { modelId: string; mapId: string | null }) {
  const { t } = useWords()
  const record = useRecord(model, modelId)
  if (record.error && !record.data) return <ErrorState error={record.error} onRetry={() => void record.refetch()} />
  const isMapped = MAP_PROTOCOLS.some(one => one === record.data?.protocol)
  return (
    <VersionScreen
      resource={pointMap}
      ownerId={modelId}
      versionId={mapId}
      title={record.data ? t('gateway.points.title', { name: record.data.name }) : ' '}
      note={record.data && `${record.data.code} · ${t(`assets.model.protocolValue.${record.data.protocol}`)}`}
      back={{ to: MODEL_PAGE, label: t('gateway.points.back') }}
      link={versionOf => mapLink(modelId, versionOf)}
      topics={TOPICS}
      also={ALSO}
      canStart={isMapped}
      empty={{
        title: t(isMapped ? 'gateway.points.noMap' : 'gateway.points.notMapped'),
        text: t(isMapped ? 'gateway.pointMap.emptyHint' : 'gateway.points.notMappedHint'),
      }}
      hint={one => <Hint map={one} />}
      first="draft"
      Body={MapEditor}
    />
  )
}

/** Draws the editor of a draft; for other maps, the date of publication and the number of devices that use it. */
function Hint({ map }: { map: VersionRecord }) {
  const { t } = useWords()
  if (map.state === 'draft') return t('gateway.points.editedBy', { name: map.editedBy })
  const count = typeof map.runsOn === 'number' ? map.runsOn : 0
  return (
    <>
      <When at={map.publishedAt} /> · {t('gateway.points.runsOn', { count })}
    </>
  )
}
