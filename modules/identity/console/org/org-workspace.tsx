import { DownloadOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import {
  ErrorState,
  EmptyState,
  type MenuAction,
  MoreMenu,
  PageHeader,
  Skeleton,
  TabContext,
  usePage,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useContext } from 'react'
import { OfficeDetail } from './office-detail.tsx'
import { firstOffice } from './office-options.ts'
import { TreePane } from './tree-pane.tsx'
import { type OfficeNode, useOffices } from '../office/use-offices.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import './org.css'

/** Draws tree and office side by side, or one at a time in a narrow window. */
export function OrgWorkspace() {
  const { t } = useWords()
  const { detailId, showDetail } = usePage()
  const offices = useOffices()
  const isNarrow = useIsNarrow()
  if (offices.error && !offices.data) return <ErrorState error={offices.error} onRetry={() => void offices.refetch()} />
  const nodes = offices.data ?? []
  // Beside the tree the first office is shown until another is chosen; a narrow window begins with the tree.
  const shownId = detailId ?? (isNarrow ? null : (nodes[0]?.id ?? null))
  const tree = offices.data ? <TreePane nodes={nodes} shownId={shownId} /> : <Skeleton lines={8} />
  const detail = !offices.data ? (
    <Skeleton lines={8} />
  ) : shownId ? (
    <OfficeDetail key={shownId} id={shownId} nodes={nodes} />
  ) : (
    nodes.length > 0 && <EmptyState title={t('identity.org.chooseOffice')} />
  )
  return (
    <div className="w-page id-org" data-long={(isNarrow && detailId !== null) || undefined}>
      {!(isNarrow && detailId) && <OrgHead nodes={nodes} />}
      {isNarrow ? (
        detailId ? (
          <section className="id-org-detail">
            <button type="button" className="w-link-button id-org-back" onClick={() => showDetail(null)}>
              ‹ {t('identity.office.tree')}
            </button>
            <div className="w-card w-card-pad">{detail}</div>
          </section>
        ) : (
          tree
        )
      ) : (
        <div className="id-org-split">
          {tree}
          <section className="w-card id-org-detail">{detail}</section>
        </div>
      )}
    </div>
  )
}

function OrgHead({ nodes }: { nodes: readonly OfficeNode[] }) {
  const { t } = useWords()
  const { answer, open } = usePage()
  const tab = useContext(TabContext)
  const isNarrow = useIsNarrow()
  const may = (action: string): boolean => answer?.can.includes(action) ?? false
  const actions: MenuAction[] = [
    { key: 'import' as const, label: t('kit.import'), icon: <ImportOutlined /> },
    { key: 'export' as const, label: t('kit.export'), icon: <DownloadOutlined /> },
  ]
    .filter(({ key }) => may(key))
    .map(action => ({ ...action, run: () => open({ kind: action.key }) }))
  return (
    <PageHeader
      title={tab.title || t('identity.office.noun')}
      menu={isNarrow && <MoreMenu label={t('kit.actions')} actions={actions} />}
    >
      {!isNarrow &&
        actions.map(({ key, label, icon, run }) => (
          <Button key={key} icon={icon} onClick={run}>
            {label}
          </Button>
        ))}
      {may('create') && (
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => open({ kind: 'create', known: { values: firstOffice(nodes), labels: {} } })}
        >
          {t('identity.org.newAtTop')}
        </Button>
      )}
    </PageHeader>
  )
}
