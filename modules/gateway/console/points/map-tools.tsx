import { DownloadOutlined, ExperimentOutlined } from '@ant-design/icons'
import {
  api,
  type DraftSaving,
  type MenuAction,
  saveFile,
  StatusTag,
  useWords,
  type VersionRecord,
  VersionTools,
} from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import { type MapDetail } from '../../contract/calls/points.ts'

interface ToolsProps {
  readonly detail: MapDetail
  readonly version: VersionRecord | undefined
  readonly saving: Pick<DraftSaving, 'isDirty' | 'isBusy' | 'seen' | 'save'>
  readonly errors: number
  readonly count: number
  readonly reload: () => Promise<void>
  readonly onTry: () => void
  readonly onCompare: () => void
  readonly children: ReactNode
}

const FORMATS = ['xlsx', 'csv'] as const

/** Draws the head of a map: its description and its actions. */
export function MapTools({ detail, version, saving, errors, count, reload, onTry, onCompare, children }: ToolsProps) {
  const { t } = useWords()
  const download = async (format: (typeof FORMATS)[number]): Promise<void> => {
    const answer = await api.stream('/api/basedata/pointMap/sheet', { id: detail.id, format })
    saveFile(`${detail.model.code}-v${detail.number}.${format}`, await answer.blob())
  }
  const sheets = FORMATS.map(
    (format): MenuAction => ({
      key: format,
      label: t('gateway.points.export', { format: format.toUpperCase() }),
      icon: <DownloadOutlined />,
      run: () => void download(format),
    }),
  )
  const trial: MenuAction = {
    key: 'try',
    label: t('gateway.points.try'),
    icon: <ExperimentOutlined />,
    disabled: count === 0 && t('gateway.points.noRows'),
    run: onTry,
  }
  const incomplete =
    errors > 0 ? t('gateway.points.errorsLeft', { count: errors }) : count === 0 && t('gateway.points.noRows')
  return (
    <header className="gw-pt-head">
      <div className="w-row w-wrap">
        <h2>{t('kit.version.no', { number: detail.number })}</h2>
        <StatusTag of="gateway.pointMap.state" value={detail.state} />
        <span className="w-quiet">
          {t(`gateway.pointMap.protocolValue.${detail.protocol}`)} · {t('gateway.points.count', { count })}
        </span>
        <span className="w-grow" />
        <VersionTools
          version={version}
          saving={saving}
          incomplete={incomplete}
          onCompare={onCompare}
          closer={[trial]}
          rare={sheets}
          onChanged={reload}
        />
      </div>
      {children}
    </header>
  )
}
