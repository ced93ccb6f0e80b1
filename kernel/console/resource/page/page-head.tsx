import { DownloadOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { followsStation } from '@wattyard/resource'
import { Button } from 'antd'
import { useContext } from 'react'
import { TabContext } from '../../module/tab.ts'
import { type MenuAction, MoreMenu } from '../../ui/menu-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useIsPhone } from '../../ui/use-phone.ts'
import { createWord, useWords, wordKeys } from '../../words/use-words.ts'
import { CommandDialogPart as CommandDialog } from '../command-part.ts'
import { usePage } from '../page-context.tsx'
import { EditDrawer, ExportDialog, ImportDialog } from './lazy-parts.ts'

interface HeadAction extends MenuAction {
  readonly preload: () => void
}

/** Returns the actions on the resource as a whole, except creating a record. */
function useHeadActions(): HeadAction[] {
  const { resource, slots, answer, open } = usePage()
  const { t } = useWords()
  const may = (action: string): boolean => answer?.can.includes(action) ?? false
  const actions: HeadAction[] = []
  if (may('import'))
    actions.push({
      key: 'import',
      label: t('kit.import'),
      icon: <ImportOutlined />,
      preload: () => ImportDialog.preload(),
      run: () => open({ kind: 'import' }),
    })
  if (may('export'))
    actions.push({
      key: 'export',
      label: t('kit.export'),
      icon: <DownloadOutlined />,
      preload: () => ExportDialog.preload(),
      run: () => open({ kind: 'export' }),
    })
  for (const [command, rule] of Object.entries(resource.commands))
    if (rule.on === 'none' && may(command) && !slots.ownCommands?.includes(command))
      actions.push({
        key: command,
        label: t(wordKeys.command(resource, command)),
        preload: () => CommandDialog.preload(),
        run: () => open({ kind: 'command', command, records: [] }),
      })
  return actions
}

/** Draws the title of the page with the buttons that the caller may use. */
export function Head({ title }: { title?: string }) {
  const { resource, slots, state, answer, open } = usePage()
  const words = useWords()
  const { t } = words
  const tab = useContext(TabContext)
  const isPhone = useIsPhone()
  const own = (slots.useMenu ?? useNoMenu)()
  const actions = useHeadActions()
  const isFolded = isPhone || own.length > 0
  const inMenu = isFolded ? [...own, ...actions] : []
  return (
    <PageHeader
      title={title ?? (tab.title || t(wordKeys.noun(resource)))}
      {...(answer ? { asOf: answer.asOf } : {})}
      isNarrowed={followsStation(resource)}
      menu={inMenu.length > 0 && <MoreMenu label={t('kit.actions')} actions={inMenu} />}
    >
      {slots.toolbar && <slots.toolbar state={state} />}
      {!isFolded &&
        actions.map(({ key, label, icon, run, preload }) => (
          <Button key={key} icon={icon} onPointerEnter={preload} onClick={run}>
            {label}
          </Button>
        ))}
      {answer?.can.includes('create') && (
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onPointerEnter={() => EditDrawer.preload()}
          onClick={() => open({ kind: 'create' })}
        >
          {createWord(words, resource)}
        </Button>
      )}
    </PageHeader>
  )
}

const useNoMenu = (): readonly MenuAction[] => []
