import { LinkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTabQuery, withParams } from '../module/tab-query.ts'
import { useMay } from '../session/session.ts'
import type { MenuAction } from '../ui/menu-button.tsx'
import { useWords } from '../words/use-words.ts'
import { SharesDrawer } from './load-sharing.ts'

/** URL parameter that opens the drawer. */
const PARAM = 'shares'

/** Returns whether the share links are open, and the function that opens or closes them. */
function useOpenShares(): readonly [boolean, (on: boolean) => void] {
  const [search, setSearch] = useTabQuery()
  return [
    search.get(PARAM) === '1',
    on => setSearch(before => withParams(before, { [PARAM]: on ? '1' : null }), { replace: true }),
  ]
}

/** Returns the entry that opens the share links, for the menu of a page whose `SharesButton` is `inMenu`. */
export function useSharesMenu(): readonly MenuAction[] {
  const { t } = useWords()
  const mayRead = useMay('platform.shareLink:read')
  const [, open] = useOpenShares()
  return mayRead ? [{ key: 'shares', label: t('kit.sheet.links'), icon: <LinkOutlined />, run: () => open(true) }] : []
}

interface SharesButtonProps {
  readonly resource: { readonly name: string }
  /** The page's menu opens the drawer, and no button is drawn. */
  readonly inMenu?: boolean
}

/** Draws a button that opens the share links of a page's records; nothing for people who may not read them. */
export function SharesButton({ resource, inMenu = false }: SharesButtonProps) {
  const { t } = useWords()
  const mayRead = useMay('platform.shareLink:read')
  const [isOpen, open] = useOpenShares()
  if (!mayRead) return null
  return (
    <>
      {!inMenu && (
        <Button icon={<LinkOutlined />} onPointerEnter={SharesDrawer.preload} onClick={() => open(true)}>
          {t('kit.sheet.links')}
        </Button>
      )}
      {isOpen && <SharesDrawer resource={resource.name} onClose={() => open(false)} />}
    </>
  )
}
