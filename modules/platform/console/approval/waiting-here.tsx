import { Ago, can, Decimal, useList, useLiveRefresh, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { approval } from '../../contract/approval.ts'
import { ApprovalQuestion } from './approval-question.tsx'
import { ApprovalsDrawer } from './approvals-drawer.tsx'
import type { AskedApproval } from './asked-inputs.ts'
import './approval.css'

interface WaitingHereProps {
  /** Id of the record. */
  readonly record: string
  /** Consequence of a change of the record for the request. */
  readonly note?: string
  /** Live topic of the record: an approved command changes it, and the request has then been decided. */
  readonly topic?: string
  /** Draws what else stands there, such as the commands of the moment; `waits` says whether a command waits already. */
  readonly children?: (waits: (command: string) => boolean) => ReactNode
}

/** Draws the commands of one record that wait for approval, on the record's page; the requester can withdraw them. */
export function WaitingHere({ children, ...shown }: WaitingHereProps) {
  const own = useWaiting(shown)
  return (
    <>
      <Waiting own={own} {...shown} />
      {children?.(command => own.some(one => one.command === command))}
    </>
  )
}

/** Returns the requests about a record that wait. */
function useWaiting({ record, topic }: Pick<WaitingHereProps, 'record' | 'topic'>): readonly AskedApproval[] {
  const mayRead = useMay('platform.approval:read')
  useLiveRefresh(mayRead ? [approval.name, ...(topic === undefined ? [] : [topic])] : [], [approval.name])
  const query = { page: 1, pageSize: 5, 'filter.state': 'waiting', 'filter.record': record }
  const { data } = useList(approval, query, { enabled: mayRead })
  // The list of the previous record stays while this one's is being read.
  return data?.list.filter(one => one.record === record) ?? []
}

interface WaitingProps extends Pick<WaitingHereProps, 'record' | 'note'> {
  readonly own: readonly AskedApproval[]
}

function Waiting({ own, record, note }: WaitingProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [withdrawn, setWithdrawn] = useState<AskedApproval | null>(null)
  // The list stays open when the last request of this record has ended: others wait in it.
  const drawer = isOpen && <ApprovalsDrawer here={record} onClose={() => setOpen(false)} />
  if (own.length === 0) return drawer
  return (
    <section className="pf-here" aria-live="polite">
      {own.map((one, index) => (
        <span key={one.id} className="w-row w-wrap">
          <span>
            {t('platform.approvals.waitsHere', { command: t(`${one.resource}.${one.command}`), name: one.askedBy })}{' '}
            {one.amount !== null && <Decimal kind="money" value={one.amount} unit />}{' '}
            <small className="w-quiet">
              <Ago at={one.createdAt} />
            </small>
          </span>
          {can(one, 'withdraw') && (
            <Button size="small" onClick={() => setWithdrawn(one)}>
              {t('platform.approval.withdraw')}
            </Button>
          )}
          {/* Beside the button of the last request: on a phone they share a line. */}
          {index === own.length - 1 && (
            <Button size="small" onClick={() => setOpen(true)}>
              {t('platform.approvals.look')}
            </Button>
          )}
        </span>
      ))}
      {note && <small className="w-quiet pf-here-note">{note}</small>}
      {drawer}
      {withdrawn && <ApprovalQuestion command="withdraw" record={withdrawn} onDone={() => setWithdrawn(null)} />}
    </section>
  )
}
