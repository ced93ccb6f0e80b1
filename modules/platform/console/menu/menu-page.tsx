import { type MenuView } from '../../contract/calls/menu.ts'
import { confirm, ErrorState, MoreMenu, PageHeader, Skeleton, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { EntryEditor } from './entry-editor.tsx'
import './menu.css'
import { MenuPreview } from './menu-preview.tsx'
import { MenuTree } from './menu-tree.tsx'
import { useMenu, useMenuWrites } from './use-menu.ts'

/** Draws `/console/menuemanage`: the tenant's arrangement and titles of the menu, and a preview by role or person. */
export function Page() {
  const { t } = useWords()
  const menu = useMenu()
  const writes = useMenuWrites()
  const [edited, setEdited] = useState<string | null>(null)
  const [mayAdd, mayReset] = [useMay('platform.menuEntry:create'), useMay('platform.menuEntry:delete')]
  const reset = async (): Promise<void> => {
    if (await confirm({ title: t('platform.menu.resetAll'), text: t('platform.menu.resetAllText'), danger: true }))
      await writes.reset()
  }
  return (
    <div className="w-page">
      <PageHeader title={t('route./console/menuemanage')} note={t('platform.menu.note')}>
        {mayAdd && <Button onClick={() => setEdited('group')}>{t('platform.menu.addGroup')}</Button>}
        {mayAdd && <Button onClick={() => setEdited('link')}>{t('platform.menu.addLink')}</Button>}
        {mayReset && (
          <MoreMenu
            label={t('platform.menu.tree')}
            actions={[
              {
                key: 'reset',
                label: t('platform.menu.resetAll'),
                danger: true,
                run: () => void reset().catch(() => undefined),
              },
            ]}
          />
        )}
      </PageHeader>
      {menu.error ? (
        <ErrorState error={menu.error} onRetry={() => void menu.refetch()} />
      ) : menu.data ? (
        <Both menu={menu.data} edited={edited} onEdit={setEdited} />
      ) : (
        <Skeleton lines={14} />
      )}
    </div>
  )
}

function Both({
  menu,
  edited,
  onEdit,
}: {
  menu: MenuView
  edited: string | null
  onEdit: (key: string | null) => void
}) {
  return (
    <div className="platform-menu">
      <MenuTree menu={menu} onEdit={onEdit} />
      <MenuPreview menu={menu} />
      {edited !== null && <EntryEditor key={edited} menu={menu} entryKey={edited} onClose={() => onEdit(null)} />}
    </div>
  )
}
