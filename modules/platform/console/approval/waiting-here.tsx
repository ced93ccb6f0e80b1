import { Decimal, useList, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { approval } from '../../contract/approval.ts'
import { ApprovalsDrawer } from './approvals-drawer.tsx'
import './approval.css'

/** Commands of one record that wait for a second person, where the record is shown. */
export function WaitingHere({ record }: { record: string }) {
  const { t } = useWords()
  const mayRead = useMay('platform.approval:read')
  const [isOpen, setOpen] = useState(false)
  const query = { page: 1, pageSize: 5, 'filter.state': 'waiting', 'filter.record': record }
  const { data } = useList(approval, query, { enabled: mayRead })
  // The list of another record stays while this one's comes.
  const own = data?.list.filter(one => one.record === record) ?? []
  if (own.length === 0) return null
  return (
    <div className="pf-here">
      {own.map(one => (
        <span key={one.id}>
          {t('platform.approvals.waitsHere', { command: t(`${one.resource}.${one.command}`), name: one.askedBy })}{' '}
          <Decimal kind="money" value={one.amount} unit />
        </span>
      ))}
      <Button size="small" onClick={() => setOpen(true)}>
        {t('platform.approvals.look')}
      </Button>
      {isOpen && <ApprovalsDrawer onClose={() => setOpen(false)} />}
    </div>
  )
}
