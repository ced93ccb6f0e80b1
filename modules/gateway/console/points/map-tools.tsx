import { DeleteOutlined, DownloadOutlined, ExperimentOutlined, SaveOutlined, StopOutlined } from '@ant-design/icons'
import {
  api,
  confirm,
  type MenuAction,
  MoreMenu,
  saveFile,
  StatusTag,
  useCommand,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type MapDetail } from '../../contract/calls/points.ts'
import { pointMap } from '../../contract/point-map.ts'
import { mapLink } from './api.ts'

interface ToolsProps {
  readonly detail: MapDetail
  readonly abilities: readonly string[]
  readonly isDirty: boolean
  readonly isBusy: boolean
  readonly errors: number
  readonly count: number
  readonly save: () => Promise<boolean>
  readonly reload: () => Promise<void>
  readonly onTry: () => void
  readonly children: ReactNode
}

/** Head of a map: what it is, what can be done with it; what is rare or final in a menu. */
export function MapTools({
  detail,
  abilities,
  isDirty,
  isBusy,
  errors,
  count,
  save,
  reload,
  onTry,
  children,
}: ToolsProps) {
  const { t } = useWords()
  const ending = useEnding(detail, abilities, reload)
  const publish = useCommand({ resource: pointMap, command: 'publish' }, { also: ['gateway.pointSource'] })
  const doPublish = async (): Promise<void> => {
    // The server judges what is saved.
    if (isDirty && !(await save())) return
    const title = t('gateway.pointMap.publish')
    if (!(await confirm({ title, text: t('gateway.pointMap.publishConfirm') }))) return
    await publish.mutateAsync({ ids: [detail.id] })
    await reload()
  }
  const download = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const answer = await api.stream('/api/basedata/pointMap/sheet', { id: detail.id, format })
    saveFile(`${detail.model.code}-v${detail.number}.${format}`, await answer.blob())
  }
  const rare: MenuAction[] = [
    {
      key: 'xlsx',
      label: t('gateway.points.export', { format: 'XLSX' }),
      icon: <DownloadOutlined />,
      run: () => void download('xlsx'),
    },
    {
      key: 'csv',
      label: t('gateway.points.export', { format: 'CSV' }),
      icon: <DownloadOutlined />,
      run: () => void download('csv'),
    },
    ...ending,
  ]
  return (
    <header className="gw-pt-head">
      <div className="w-row w-wrap">
        <h2>{t('gateway.points.versionNo', { number: detail.number })}</h2>
        <StatusTag of="gateway.pointMap.state" value={detail.state} />
        <span className="w-quiet">
          {t(`gateway.pointMap.protocolValue.${detail.protocol}`)} · {t('gateway.points.count', { count })}
        </span>
        <span className="w-grow" />
        <Button icon={<ExperimentOutlined />} disabled={count === 0} onClick={onTry}>
          {t('gateway.points.try')}
        </Button>
        {abilities.includes('saveDraft') && (
          <Button icon={<SaveOutlined />} loading={isBusy} disabled={!isDirty} onClick={() => void save()}>
            {t('gateway.pointMap.saveDraft')}
          </Button>
        )}
        {abilities.includes('publish') && (
          <Button
            type="primary"
            disabled={errors > 0 || count === 0}
            title={errors > 0 ? t('gateway.points.errorsLeft', { count: errors }) : undefined}
            onClick={() => void doPublish()}
          >
            {t('gateway.pointMap.publish')}…
          </Button>
        )}
        <MoreMenu label={t('kit.actions')} actions={rare} />
      </div>
      {children}
    </header>
  )
}

/** Ways to be rid of a map: a draft is discarded, a published one retired. */
function useEnding(detail: MapDetail, abilities: readonly string[], reload: () => Promise<void>): MenuAction[] {
  const { t } = useWords()
  const navigate = useNavigate()
  const retire = useCommand({ resource: pointMap, command: 'retire' })
  const discard = useCommand({ resource: pointMap, command: 'discardDraft' })
  const ask = (command: 'retire' | 'discardDraft') =>
    confirm({ title: t(`gateway.pointMap.${command}`), text: t(`gateway.pointMap.${command}Confirm`), danger: true })
  const doDiscard = async (): Promise<void> => {
    if (!(await ask('discardDraft'))) return
    await discard.mutateAsync({ ids: [detail.id] })
    await navigate(mapLink(detail.model.id), { replace: true })
  }
  const doRetire = async (): Promise<void> => {
    if (!(await ask('retire'))) return
    await retire.mutateAsync({ ids: [detail.id] })
    await reload()
  }
  return [
    ...(abilities.includes('retire')
      ? [
          {
            key: 'retire',
            label: t('gateway.pointMap.retire'),
            icon: <StopOutlined />,
            danger: true,
            run: () => void doRetire(),
          },
        ]
      : []),
    ...(abilities.includes('discardDraft')
      ? [
          {
            key: 'discard',
            label: t('gateway.pointMap.discardDraft'),
            icon: <DeleteOutlined />,
            danger: true,
            run: () => void doDiscard(),
          },
        ]
      : []),
  ]
}
