import { useMutation, useQuery } from '@tanstack/react-query'
import {
  api,
  AsOf,
  Decimal,
  Count,
  DayInput,
  Dialog,
  ErrorState,
  Fact,
  Facts,
  Skeleton,
  toast,
  useCommand,
  useDirty,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { closeDays, type GateAnswer, type GateItem, openItems, verifyBooksNow } from '../../contract/index.ts'
import { billQueries } from './bill-api.ts'
import { GateList } from './gate-list.tsx'
import { TrialBalance } from './trial-balance.tsx'
import './bill.css'

interface CloseDialogProps {
  /** The next day to close. */
  first: string
  /** The last past day: all days up to it can be closed together. */
  last: string
  onDone: () => void
}

/** Draws the checks of the gate, then the figures and the trial balance of the day, then the closing. */
export function CloseDialog({ first, last, onDone }: CloseDialogProps) {
  const { t } = useWords()
  const [day, setDay] = useState(first)
  const gate = useQuery(billQueries.gate(day))
  const [carried, setCarried] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const close = useCommand(closeDays, { also: ['finance.dailyBill', 'finance.home'] })
  useDirty(note !== '' && !close.isSuccess)
  const { data, error } = gate
  const open = data ? openItems(data.gate, carried) : []
  // Earlier days are explained by their dates; other carried items need a note.
  const isNoted = note.trim() !== ''
  const needsNote = carried.some(check => check !== 'previous') && !isNoted
  const run = (): void => {
    close
      .mutateAsync({ input: { day, carry: [...carried], ...(note.trim() === '' ? {} : { note: note.trim() }) } })
      .then(({ state }) => {
        toast.good(t(`finance.bill.close.${state === 'proposed' ? 'proposed' : 'closed'}`, { day }))
        onDone()
      })
      // The API client has shown the reason; the gate is read again to show what has changed.
      .catch(() => void gate.refetch())
  }
  return (
    <Dialog
      open
      width={640}
      title={t('finance.bill.close.title', { day })}
      onClose={onDone}
      foot={
        <>
          {/* A button that cannot be pressed says why. */}
          <span className="w-grow fb-hint" aria-live="polite">
            {open.length > 0
              ? t('finance.bill.close.openCount', { count: open.length })
              : t(needsNote ? 'finance.bill.close.noteNeeded' : 'finance.bill.close.hint')}
          </span>
          <Button onClick={onDone}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            loading={close.isPending}
            disabled={!data || open.length > 0 || needsNote || gate.isFetching}
            onClick={run}
          >
            {t(data?.fourEyes ? 'finance.bill.close.propose' : 'finance.bill.close.run', { day })}
          </Button>
        </>
      }
    >
      {first < last && (
        <div className="fb-until">
          <span>{t('finance.bill.close.until')}</span>
          <DayInput
            label={t('finance.bill.close.until')}
            min={first}
            max={last}
            value={day}
            onChange={value => {
              if (value < first || value > last) return
              setDay(value)
              setCarried([])
            }}
          />
          {day !== last && (
            <button type="button" className="w-link-button" onClick={() => setDay(last)}>
              {t('finance.bill.close.untilLast', { day: last })}
            </button>
          )}
        </div>
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void gate.refetch()} />}
      {!data && !error && <Skeleton lines={8} height={18} />}
      {data && (
        <div className="fb-close">
          <section>
            <h3>
              {t('finance.bill.close.checks')} <Verdict open={open.length} carried={carriedIn(data.gate, carried)} />
              <AsOf at={data.asOf} />
            </h3>
            <GateList
              items={data.gate}
              after={item => (
                <Remedy item={item} carried={carried} onCarry={setCarried} onVerified={() => void gate.refetch()} />
              )}
            />
          </section>
          {(data.gate.some(item => item.state === 'carry') || note !== '') && (
            <label className="fb-note">
              {t('finance.bill.close.note')}
              <Input.TextArea
                rows={2}
                maxLength={500}
                value={note}
                placeholder={t('finance.bill.close.notePlaceholder')}
                onChange={event => setNote(event.target.value)}
              />
              {!isNoted && data.gate.some(needsReason) && <small>{t('finance.bill.close.noteNeeded')}</small>}
            </label>
          )}
          <DayFigures data={data} />
          <section>
            <h3>{t('finance.bill.close.trial')}</h3>
            <TrialBalance day={day} rows={data.trialBalance} />
          </section>
        </div>
      )}
    </Dialog>
  )
}

/** Returns whether an open item needs a note when it is carried. */
const needsReason = ({ check, state }: GateItem): boolean => state === 'carry' && check !== 'previous'

/** Returns how many open items are carried into the closing. */
const carriedIn = (gate: readonly GateItem[], carried: readonly string[]): number =>
  gate.filter(({ check, state }) => state === 'carry' && carried.includes(check)).length

/** Draws what the checks come to: items are open, some are carried as known, or all have passed. */
function Verdict({ open, carried }: { open: number; carried: number }) {
  const { t } = useWords()
  const isGood = open === 0 && carried === 0
  return (
    <span className="fb-verdict" data-tone={isGood ? 'good' : 'wait'}>
      {isGood
        ? t('finance.bill.close.allPassed')
        : t(`finance.bill.close.${open > 0 ? 'openCount' : 'carriedCount'}`, { count: open > 0 ? open : carried })}
    </span>
  )
}

function DayFigures({ data: { totals, stations } }: { data: GateAnswer }) {
  const { t } = useWords()
  const money = ['total', 'paidPrincipal', 'paidGift', 'receivable', 'refunded', 'reversed'] as const
  return (
    <section>
      <h3>{t('finance.bill.close.figures')}</h3>
      <Facts>
        <Fact label={t('finance.dailyBill.orders')}>
          <Count value={totals.orders} /> · {t('finance.bill.stationsCount', { count: stations })}
        </Fact>
        <Fact label={t('finance.dailyBill.energy')}>
          <Decimal kind="energy" value={totals.energy} unit />
        </Fact>
        {money.map(key => (
          <Fact key={key} label={t(`finance.dailyBill.${key}`)}>
            <Decimal kind="money" value={totals[key]} unit />
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

interface RemedyProps {
  item: GateItem
  carried: readonly string[]
  onCarry: (carried: readonly string[]) => void
  onVerified: () => void
}

/** Draws the remedy of an open item: mark it as known, or verify the ledger. */
function Remedy({ item: { check, state }, carried, onCarry, onVerified }: RemedyProps) {
  const { t } = useWords()
  const mayVerify = useMay('finance.books:verify')
  const verify = useMutation({
    mutationFn: () => api.call(verifyBooksNow, {}),
    onSuccess: ({ ok }) => {
      if (ok) toast.good(t('finance.bill.close.verified'))
      else toast.bad(t('finance.bill.close.notVerified'))
      onVerified()
    },
  })
  if (state === 'carry')
    return (
      <label className="fb-carry">
        <input
          type="checkbox"
          checked={carried.includes(check)}
          onChange={event => onCarry(event.target.checked ? [...carried, check] : carried.filter(one => one !== check))}
        />
        {t('finance.bill.close.carry')}
      </label>
    )
  if (check !== 'verifier' || state === 'ok' || !mayVerify) return null
  return (
    <Button size="small" loading={verify.isPending} onClick={() => verify.mutate()}>
      {t('finance.bill.close.verifyNow')}
    </Button>
  )
}
