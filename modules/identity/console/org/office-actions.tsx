import { EditOutlined, PlusOutlined, SwapOutlined } from '@ant-design/icons'
import {
  api,
  can,
  confirm,
  Dialog,
  History,
  type Labels,
  type MenuAction,
  MoreMenu,
  type RecordFrom,
  toast,
  useInvalidate,
  usePage,
  useWords,
} from '@wattyard/console-kit'
import { nameIn, deleteCall } from '@wattyard/resource'
import { Button } from 'antd'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { office } from '../../contract/office.ts'
import { type OfficeNode, withBelow } from '../office/use-offices.ts'
import { childrenOf } from './office-options.ts'
import { MoveDialog } from './move-part.ts'

type Office = RecordFrom<typeof office> & { readonly labels: Labels }
interface OfficeActionsProps {
  readonly office: Office
  readonly nodes: readonly OfficeNode[]
  /** Called after the office was deleted. */
  readonly onGone: () => void
}

/** Returns the id of the next sibling of an office; null when it is the last. */
function standsBefore(nodes: readonly OfficeNode[], { id, parent }: Office): string | null {
  const beside = childrenOf(nodes, parent)
  return beside[beside.findIndex(one => one.id === id) + 1]?.id ?? null
}

/** Draws the actions on an office that the server allows. */
export function OfficeActions({ office: one, nodes, onGone }: OfficeActionsProps) {
  const { t, language } = useWords()
  const { answer, open } = usePage()
  const [shown, setShown] = useState<'move' | 'history' | null>(null)
  const remove = useRemove(one, onGone)
  const names = Object.fromEntries(nodes.flatMap(withBelow).map(({ id, label }) => [id, label]))
  const labels = { ...one.labels, 'identity.office': { ...names, ...one.labels['identity.office'] } }
  const mayCreate = answer?.can.includes('create') ?? false
  const create = (parent: string | null): void =>
    open({ kind: 'create', known: { values: parent === null ? {} : { parent }, labels } })
  const action = (key: string, label: string, run: () => void, danger = false): MenuAction[] => [
    { key, label, run, ...(danger ? { danger } : {}) },
  ]
  const command = (name: 'disable' | 'enable'): MenuAction[] =>
    can(one, name)
      ? action(name, t(`identity.office.${name}`), () =>
          open({ kind: 'command', command: name, records: [{ ...one }] }),
        )
      : []
  const more: (MenuAction | null)[] = [
    ...(mayCreate ? action('beside', t('identity.org.newBeside'), () => create(one.parent)) : []),
    ...action('history', t('kit.history'), () => setShown('history')),
    ...command('disable'),
    ...command('enable'),
    ...(can(one, 'delete') ? [null, ...action('delete', t('kit.delete'), () => void remove(), true)] : []),
  ]
  return (
    <span className="w-row w-wrap w-no-print">
      {mayCreate && one.status === 'active' && (
        <Button size="small" icon={<PlusOutlined />} onClick={() => create(one.id)}>
          {t('identity.org.newBelow')}
        </Button>
      )}
      {can(one, 'move') && (
        <Button size="small" icon={<SwapOutlined />} onClick={() => setShown('move')}>
          {t('identity.org.moveTo')}
        </Button>
      )}
      {can(one, 'update') && (
        <Button size="small" icon={<EditOutlined />} onClick={() => open({ kind: 'edit', id: one.id })}>
          {t('kit.edit')}
        </Button>
      )}
      <MoreMenu label={t('kit.actionsOf', { name: nameIn(office, one, language) })} actions={more} />
      {shown === 'move' && (
        <MoveDialog
          moving={{ id: one.id, parent: one.parent, before: standsBefore(nodes, one) }}
          nodes={nodes}
          onClose={() => setShown(null)}
        />
      )}
      {shown === 'history' && (
        <Dialog
          open
          kind="drawer"
          width={560}
          title={t('identity.org.historyOf', { name: nameIn(office, one, language) })}
          onClose={() => setShown(null)}
        >
          <History resource={office} id={one.id} labels={labels} />
        </Dialog>
      )}
    </span>
  )
}

/** Deletes the office after a question, and shows the office above. */
function useRemove({ id, name, parent }: Office, onGone: () => void): () => Promise<void> {
  const { t } = useWords()
  const { showDetail } = usePage()
  const invalidate = useInvalidate()
  return async () => {
    const text = t('identity.org.deleteText')
    if (!(await confirm({ title: t('kit.deleteTitle', { name }), text, okText: t('kit.delete'), danger: true }))) return
    try {
      await api.call(deleteCall(office), { ids: [id] })
    } catch {
      return // the API client has named the content that prevents it
    }
    // The page must let go of the deleted office first, or it would be read again with the others.
    flushSync(onGone)
    toast.good(t('kit.deleted', { name }))
    showDetail(parent)
    await invalidate(office.name)
  }
}
