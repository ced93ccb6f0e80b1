import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { canOpenByLink, useRequestedDialog } from '../module/requested-dialog.ts'
import { SheetMenu } from '../paper/sheet-menu.tsx'
import { PersonalDetail } from '../personal/personal-detail.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { MoreMenu } from '../ui/menu-button.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords, wordKeys } from '../words/use-words.ts'
import { NameOf } from './list/cell.tsx'
import { useRecord } from './hooks.ts'
import { type DetailMenu, useNameOf, usePage } from './page-context.tsx'
import type { AnyRecord } from '@wattyard/resource'
import { useRowActions } from './row-actions.ts'
import './detail.css'

/** Draws everything about one record: facts, the page's own sections, and the history of changes. */
export function DetailDrawer({ id }: { id: string }) {
  const { resource, slots, showDetail } = usePage()
  const { t } = useWords()
  const record = useRecord(resource, id)
  const whenGone = record.error?.status === 404 ? slots.whenGone : undefined
  useEffect(() => {
    if (whenGone === undefined) return
    toast.info(t(whenGone))
    showDetail(null)
  }, [whenGone, t, showDetail])
  const title = record.data ? (
    <NameOf resource={resource} slots={slots} record={record.data} labels={record.data.labels} isTitle />
  ) : (
    t(wordKeys.noun(resource))
  )
  return (
    <Dialog
      open
      kind="drawer"
      width={820}
      title={title}
      onClose={() => showDetail(null)}
      tools={record.data && <DetailTools record={record.data} />}
    >
      {record.error && whenGone === undefined ? (
        <ErrorState error={record.error} onRetry={() => void record.refetch()} />
      ) : record.data ? (
        <PersonalDetail record={record.data} labels={record.data.labels} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}

const NO_MENU: DetailMenu = { actions: [], dialog: null }
const useNoMenu = (): DetailMenu => NO_MENU

function DetailTools({ record }: { record: AnyRecord }) {
  const { resource, slots, open } = usePage()
  const added = (slots.useDetailMenu ?? useNoMenu)(record)
  const { t } = useWords()
  const nameOf = useNameOf(resource)
  useRequestedDialog(true, command => {
    if (canOpenByLink(resource, record, command)) open({ kind: 'command', command, records: [record] })
    else toast.warn(t('kit.cannotNow'))
  })
  const own = useRowActions(record).filter(action => action?.key !== 'edit')
  const actions = [...added.actions, ...(own[0] === null || added.actions.length === 0 ? own : [null, ...own])]
  return (
    <span className="w-row w-no-print">
      {record.can.includes('update') && (
        <Button size="small" icon={<EditOutlined />} onClick={() => open({ kind: 'edit', id: record.id })}>
          {t('kit.edit')}
        </Button>
      )}
      <SheetMenu resource={resource} id={record.id} name={nameOf(record)} withRecord />
      <MoreMenu
        label={t('kit.actionsOf', { name: nameOf(record) })}
        actions={actions[0] === null ? actions.slice(1) : actions}
      />
      {added.dialog}
    </span>
  )
}
