import {
  Dialog,
  EmptyState,
  ErrorState,
  type Labels,
  Skeleton,
  useList,
  useModuleWords,
  useWords,
} from '@wattyard/console-kit'
import { useState } from 'react'
import { approval } from '../../contract/approval.ts'
import { ApprovalCard } from './approval-card.tsx'
import { ApprovalQuestion } from './approval-question.tsx'
import type { AskedApproval } from './asked-inputs.ts'
import { DECIDED, WAITING } from './queries.ts'
import { WaitingList } from './waiting-list.tsx'
import './approval.css'

const PARTS = ['waiting', 'decided'] as const
type Part = (typeof PARTS)[number]

interface DrawerProps {
  /** Part that is shown first. */
  readonly first?: Part
  /** Id of the record whose page opened it: its requests come first. */
  readonly here?: string
  readonly onClose: () => void
}

/** Draws the drawer of requests for approval, with their decisions. */
export function ApprovalsDrawer({ first = 'waiting', here, onClose }: DrawerProps) {
  const { t } = useWords()
  const [part, setPart] = useState<Part>(first)
  const [asked, setAsked] = useState<{ command: string; record: AskedApproval } | null>(null)
  const { data, error, refetch } = useList(approval, part === 'waiting' ? WAITING : DECIDED)
  // The words of a command belong to its module, on every page.
  const isSaid = useModuleWords(data?.list.map(({ resource }) => resource.split('.')[0] ?? '') ?? [])
  // What is shown stays while the words of a request that has just arrived are on their way. At first nothing is shown: the button
  // has read the requests already, and their words are not there.
  const [shown, setShown] = useState<typeof data>(undefined)
  if (isSaid && shown !== data) setShown(data)
  return (
    <Dialog open kind="drawer" width={560} title={t('platform.approvals.title')} onClose={onClose}>
      <div className="pf-approvals">
        <fieldset className="pf-parts" aria-label={t('platform.approval.state')}>
          {PARTS.map(one => (
            <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
              {t(`platform.approvals.${one}`)}
            </button>
          ))}
        </fieldset>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!shown && (data || !error) && <Skeleton lines={6} height={18} />}
        {shown && part === 'waiting' && (
          <WaitingList
            records={shown.list}
            labels={shown.labels}
            here={here}
            onAsk={(command, record) => setAsked({ command, record })}
          />
        )}
        {shown && part === 'decided' && <Decided records={shown.list} labels={shown.labels} />}
      </div>
      {asked && <ApprovalQuestion {...asked} onDone={() => setAsked(null)} />}
    </Dialog>
  )
}

function Decided({ records, labels }: { records: readonly AskedApproval[]; labels: Labels }) {
  const { t } = useWords()
  if (records.length === 0) return <EmptyState title={t('platform.approvals.noneDecided')} />
  return records.map(record => <ApprovalCard key={record.id} record={record} labels={labels} />)
}
