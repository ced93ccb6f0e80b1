import { useQuery } from '@tanstack/react-query'
import {
  type AnyRecord,
  anyResource,
  api,
  AsOf,
  can,
  CommandDialog,
  confirm,
  Decimal,
  Dialog,
  EmptyState,
  ErrorState,
  Fact,
  Facts,
  joinNames,
  Skeleton,
  StatusTag,
  toast,
  useCommand,
  useDirty,
  useList,
  useMay,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { closeMonth, monthClose, monthCloseGate, type MonthGateAnswer, openMonthItems } from '../../contract/index.ts'
import { GateList } from './gate-list.tsx'
import { VoucherMenu } from './voucher-menu.tsx'

const MONTH_CLOSE = anyResource(monthClose)
/** Months that are listed; older ones are found by their files. */
const LISTED = 24

/** Draws the closing of months: the checks of the next one, and those that are closed with their vouchers. */
export function MonthsDrawer({ onDone }: { readonly onDone: () => void }) {
  const { t } = useWords()
  const gate = useQuery({
    queryKey: [monthClose.name, 'gate'],
    queryFn: ({ signal }) => api.call(monthCloseGate, {}, { signal, lane: 'page', quiet: true }),
  })
  const closings = useList(monthClose, { page: 1, pageSize: LISTED, 'filter.state': 'proposed,closed', sort: '-month' })
  const [asked, setAsked] = useState<{ command: string; record: AnyRecord } | null>(null)
  const proposed = closings.data?.list.find(({ state }) => state === 'proposed')
  const closed = closings.data?.list.filter(({ state }) => state === 'closed') ?? []
  return (
    <Dialog open kind="drawer" width={640} title={t('finance.month.title')} onClose={onDone}>
      <div className="fb-close">
        {proposed && (
          <div className="fb-proposal">
            <span className="w-grow">
              {t('finance.month.proposal', { month: proposed.month, name: proposed.proposedBy ?? '--' })}
            </span>
            {(['reject', 'approve'] as const)
              .filter(command => can(proposed, command))
              .map(command => (
                <Button
                  key={command}
                  size="small"
                  type={command === 'approve' ? 'primary' : 'default'}
                  onClick={() => setAsked({ command, record: { ...proposed } })}
                >
                  {t(`finance.monthClose.${command}`)}…
                </Button>
              ))}
          </div>
        )}
        {gate.error && !gate.data && <ErrorState error={gate.error} onRetry={() => void gate.refetch()} />}
        {!gate.data && !gate.error && <Skeleton lines={8} height={18} />}
        {gate.data && !proposed && (
          <NextMonth key={gate.data.month} answer={gate.data} again={() => void gate.refetch()} />
        )}
        <section>
          <h3>{t('finance.month.closed')}</h3>
          {closings.error && !closings.data && (
            <ErrorState error={closings.error} onRetry={() => void closings.refetch()} />
          )}
          {closings.data && closed.length === 0 && <EmptyState title={t('finance.month.none')} />}
          <ul className="fb-months">
            {closed.map(one => (
              <ClosedMonth key={one.id} record={one} />
            ))}
          </ul>
        </section>
      </div>
      {asked && (
        <CommandDialog
          resource={MONTH_CLOSE}
          command={asked.command}
          records={[asked.record]}
          onDone={() => {
            setAsked(null)
            void gate.refetch()
          }}
        />
      )}
    </Dialog>
  )
}

function ClosedMonth({ record }: { readonly record: { [K in 'month' | 'state' | 'debits']: string } & ClosedParts }) {
  const { t, language } = useWords()
  const { carried } = record
  return (
    <li>
      <div className="fb-month-head">
        <b>{record.month}</b>
        <StatusTag of="finance.monthClose.state" value={record.state} />
        <span className="w-grow w-quiet">
          {record.closedBy ?? '--'} · <When at={record.closedAt} />
        </span>
        <VoucherMenu month={record.month} />
      </div>
      <Facts>
        <Fact label={t('finance.month.moved')}>
          <Decimal kind="money" value={record.debits} unit />
        </Fact>
        {carried.length > 0 && (
          <Fact label={t('finance.monthClose.carried')}>
            {joinNames(
              carried.map(check => t(`finance.monthClose.carriedValue.${check}`)),
              language,
            )}
          </Fact>
        )}
        {record.note && (
          <Fact label={t('finance.monthClose.note')} wide>
            {record.note}
          </Fact>
        )}
      </Facts>
    </li>
  )
}

interface ClosedParts {
  readonly closedBy: string | null
  readonly closedAt: number | null
  readonly carried: readonly string[]
  readonly note: string | null
}

/** Draws the checks of the month that can be closed next, and the closing. */
function NextMonth({ answer, again }: { readonly answer: MonthGateAnswer; readonly again: () => void }) {
  const { t } = useWords()
  const mayClose = useMay('finance.monthClose:close')
  const [carried, setCarried] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const close = useCommand(closeMonth, { also: ['finance.home'] })
  useDirty(note !== '' && !close.isSuccess)
  const { month } = answer
  const open = openMonthItems(answer.gate, carried)
  const needsNote = carried.length > 0 && note.trim() === ''
  const run = async (): Promise<void> => {
    const text = t('finance.month.forGood')
    const title = t(answer.fourEyes ? 'finance.month.propose' : 'finance.month.run', { month })
    if (!(await confirm({ title, text, okText: title }))) return
    close
      .mutateAsync({ input: { month, carry: [...carried], ...(note.trim() === '' ? {} : { note: note.trim() }) } })
      .then(({ state }) => {
        toast.good(t(`finance.month.${state === 'proposed' ? 'proposed' : 'done'}`, { month }))
        again()
      })
      // The API client has shown the reason; the checks are read again to show what has changed.
      .catch(again)
  }
  return (
    <section>
      <h3>
        {t('finance.month.next', { month })} <AsOf at={answer.asOf} />
      </h3>
      <GateList
        items={answer.gate}
        after={({ check, state }) =>
          state === 'carry' && (
            <label className="fb-carry">
              <input
                type="checkbox"
                checked={carried.includes(check)}
                onChange={event =>
                  setCarried(event.target.checked ? [...carried, check] : carried.filter(one => one !== check))
                }
              />
              {t('finance.bill.close.carry')}
            </label>
          )
        }
      />
      {carried.length > 0 && (
        <label className="fb-note">
          {t('finance.bill.close.note')}
          <Input.TextArea
            rows={2}
            maxLength={500}
            value={note}
            placeholder={t('finance.bill.close.notePlaceholder')}
            onChange={event => setNote(event.target.value)}
          />
        </label>
      )}
      {mayClose && (
        <p className="fb-month-foot">
          <span className="w-grow fb-hint" aria-live="polite">
            {open.length > 0
              ? t('finance.bill.close.openCount', { count: open.length })
              : t(needsNote ? 'finance.bill.close.noteNeeded' : 'finance.month.hint')}
          </span>
          <Button
            type="primary"
            loading={close.isPending}
            disabled={open.length > 0 || needsNote}
            onClick={() => void run()}
          >
            {t(answer.fourEyes ? 'finance.month.propose' : 'finance.month.run', { month })}
          </Button>
        </p>
      )}
    </section>
  )
}
