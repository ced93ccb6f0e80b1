import { AuditOutlined } from '@ant-design/icons'
import { useInvalidate, useList, useMay, usePolling, useWords, useTabQuery, withParams } from '@wattyard/console-kit'
import { Button } from 'antd'
import { approval } from '../../contract/approval.ts'
import { ApprovalsDrawer } from './approvals-drawer.tsx'
import { WAITING } from './queries.ts'

const POLL_MS = 60_000
/** URL parameter that opens the drawer, used by links such as the home page's. */
const PARAM = 'approvals'

/** Draws a button with the number of waiting requests, which opens the drawer; nothing while no request waits. */
export function ApprovalsButton() {
  const { t } = useWords()
  const mayRead = useMay('platform.approval:read')
  const [search, setSearch] = useTabQuery()
  const { data } = useList(approval, WAITING, { enabled: mayRead })
  const invalidate = useInvalidate()
  usePolling(async () => {
    if (mayRead) await invalidate(approval.name)
  }, POLL_MS)
  const isOpen = search.get(PARAM) === '1'
  const open = (on: boolean): void =>
    setSearch(before => withParams(before, { [PARAM]: on ? '1' : null }), { replace: true })
  if (!mayRead) return null
  const count = data?.total ?? 0
  return (
    <>
      {count > 0 && (
        <Button icon={<AuditOutlined />} onClick={() => open(true)}>
          {t('platform.approvals.open', { count })}
        </Button>
      )}
      {isOpen && <ApprovalsDrawer onClose={() => open(false)} />}
    </>
  )
}
