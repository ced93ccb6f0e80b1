import { LinkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTabQuery, withParams } from '../module/tab-query.ts'
import { useMay } from '../session/session.ts'
import { useWords } from '../words/use-words.ts'
import { SharesDrawer } from './load-sharing.ts'

/** URL parameter that opens the drawer. */
const PARAM = 'shares'

/** Draws a button that opens the share links of a page's records; nothing for people who may not read them. */
export function SharesButton({ resource }: { resource: { readonly name: string } }) {
  const { t } = useWords()
  const mayRead = useMay('platform.shareLink:read')
  const [search, setSearch] = useTabQuery()
  const open = (on: boolean): void =>
    setSearch(before => withParams(before, { [PARAM]: on ? '1' : null }), { replace: true })
  if (!mayRead) return null
  return (
    <>
      <Button icon={<LinkOutlined />} onPointerEnter={SharesDrawer.preload} onClick={() => open(true)}>
        {t('kit.sheet.links')}
      </Button>
      {search.get(PARAM) === '1' && <SharesDrawer resource={resource.name} onClose={() => open(false)} />}
    </>
  )
}
