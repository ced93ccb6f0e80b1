import { AuditOutlined } from '@ant-design/icons'
import {
  useInvalidate,
  useList,
  useLiveRefresh,
  useMay,
  usePolling,
  useWords,
  useTabQuery,
  withParams,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { approval } from '../../contract/approval.ts'
import { ApprovalsDrawer } from './approvals-drawer.tsx'
import { countWaiting } from './count-waiting.ts'
import { WAITING } from './queries.ts'

const POLL_MS = 60_000
/** URL parameter that opens the drawer, used by links such as the home page's: `1`, or `decided` for what was decided. */
const PARAM = 'approvals'
const DECIDED = 'decided'

/**
 * Draws a button that opens the drawer, with the number of requests that wait for the reader and of those that wait for others;
 * nothing while no request waits.
 */
export function ApprovalsButton() {
  const { t } = useWords()
  const mayRead = useMay('platform.approval:read')
  const [search, setSearch] = useTabQuery()
  const { data } = useList(approval, WAITING, { enabled: mayRead })
  useLiveRefresh(mayRead ? [approval.name] : [], [approval.name])
  const invalidate = useInvalidate()
  usePolling(async () => {
    if (mayRead) await invalidate(approval.name)
  }, POLL_MS)
  const asked = search.get(PARAM)
  const isOpen = asked === '1' || asked === DECIDED
  const open = (on: boolean): void =>
    setSearch(before => withParams(before, { [PARAM]: on ? '1' : null }), { replace: true })
  if (!mayRead) return null
  const { mine, others } = countWaiting(data?.list ?? [], data?.total ?? 0)
  const parts = [
    ...(mine > 0 ? [t('platform.approvals.open', { count: mine })] : []),
    ...(others > 0 ? [t('platform.approvals.openOthers', { count: others })] : []),
  ]
  return (
    <>
      {parts.length > 0 && (
        <Button icon={<AuditOutlined />} onClick={() => open(true)}>
          {parts.join(' · ')}
        </Button>
      )}
      {isOpen && <ApprovalsDrawer first={asked === DECIDED ? 'decided' : 'waiting'} onClose={() => open(false)} />}
    </>
  )
}
