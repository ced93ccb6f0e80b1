import { useMutation, useQuery } from '@tanstack/react-query'
import {
  api,
  Dialog,
  EmptyState,
  ErrorState,
  MainButton,
  newIdempotencyKey,
  showMoney,
  Skeleton,
  toast,
  useInvalidate,
  useWords,
  waitsForApproval,
} from '@wattyard/console-kit'
import { formatFen, type parseFen } from '@wattyard/money'
import { commandCall } from '@wattyard/resource'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { allocateLines, readOpenItems } from '../../contract/calls/allocate.ts'
import { document } from '../../contract/document.ts'
import { type DocumentKind, isPayment } from '../../contract/document-kind.ts'
import { addLine, fenOf, type Line, restOf, sumOf } from './lines.ts'
import type { SetOffProps } from './set-off-button.tsx'
import './set-off.css'

interface Item {
  readonly id: string
  readonly number: string
  readonly kind: DocumentKind
  readonly subject: string | null
  readonly theirNumber: string | null
  readonly due: string
  readonly open: string
  readonly disputed: boolean
}

const yuan = (fen: bigint): string => formatFen(fen as ReturnType<typeof parseFen>) // an amount of the lines, in fen

/**
 * Draws the open documents of a company on two sides, the amounts that are about to be set off, and the proposal to settle the oldest
 * first. All are set off at once, or none.
 */
export function SetOffDialog({ company, name, onDone, onClose }: SetOffProps & { readonly onClose: () => void }) {
  const { t, language } = useWords()
  const open = useQuery({
    queryKey: ['payables.document', 'open', company],
    queryFn: ({ signal }) => api.call(readOpenItems, { company }, { signal, quiet: true }),
  })
  // The proposal, until somebody changes it.
  const [own, setLines] = useState<readonly Line[] | null>(null)
  const lines: readonly Line[] = own ?? open.data?.proposed ?? []
  const [chosen, setChosen] = useState<{ debit: string | null; credit: string | null }>({ debit: null, credit: null })
  const [typed, setTyped] = useState('')
  const [key] = useState(newIdempotencyKey)
  const invalidate = useInvalidate()
  const keys = useRef(new Map<string, string>())
  const isNetted = ({ debit, credit }: Line): boolean => {
    const kinds = [...(open.data?.debits ?? []), ...(open.data?.credits ?? [])]
    return [debit, credit].every(id => kinds.some(one => one.id === id && !isPayment(one.kind)))
  }
  const send = useMutation({
    async mutationFn() {
      const paid = lines.filter(line => !isNetted(line))
      if (paid.length > 0) await api.call(allocateLines, { company, lines: paid }, { key })
      // What was set off is not sent again where netting fails.
      setLines(lines.filter(isNetted))
      let waits = 0
      for (const line of lines.filter(isNetted)) {
        const { debit, credit, amount } = line
        // The same key however often the same amount is sent.
        const own = [debit, credit, amount].join(' ')
        const itsKey = keys.current.get(own) ?? newIdempotencyKey()
        keys.current.set(own, itsKey)
        const answer = await api.call(
          commandCall({ resource: document, command: 'allocate' }),
          { id: debit, against: credit, amount },
          { key: itsKey },
        )
        if (waitsForApproval(answer)) waits++
        setLines(before => (before ?? []).filter(one => one.debit !== line.debit || one.credit !== line.credit))
      }
      if (waits > 0) await invalidate('platform.approval')
      return { waits, isDone: lines.length > waits }
    },
    onSuccess({ waits, isDone }) {
      if (isDone) toast.good(t('payables.setOff.done'))
      if (waits > 0) toast.info(t('payables.setOff.waits', { count: waits }))
      onDone()
      onClose()
    },
    onError() {
      onDone()
      void open.refetch()
    },
  })
  const debits: readonly Item[] = open.data?.debits ?? []
  const credits: readonly Item[] = open.data?.credits ?? []
  const find = (list: readonly Item[], id: string | null) => list.find(one => one.id === id)
  const [debit, credit] = [find(debits, chosen.debit), find(credits, chosen.credit)]
  const most =
    debit && credit ? [restOf(debit, lines), restOf(credit, lines)].toSorted((a, b) => (a < b ? -1 : 1))[0] : undefined
  const choose = (side: 'debit' | 'credit', id: string): void => {
    const next = { ...chosen, [side]: chosen[side] === id ? null : id }
    setChosen(next)
    const [left, right] = [find(debits, next.debit), find(credits, next.credit)]
    if (!left || !right) return
    const [rest = 0n] = [restOf(left, lines), restOf(right, lines)].toSorted((a, b) => (a < b ? -1 : 1))
    setTyped(rest > 0n ? yuan(rest) : '')
  }
  const amount = fenOf(typed)
  const isTooMuch = amount !== null && most !== undefined && amount > most
  const add = (): void => {
    if (!debit || !credit || amount === null || isTooMuch) return
    setLines(addLine(lines, { debit: debit.id, credit: credit.id, amount: yuan(amount) }))
    setChosen({ debit: null, credit: null })
    setTyped('')
  }
  const numberOf = (id: string): string => [...debits, ...credits].find(one => one.id === id)?.number ?? ''
  const total = sumOf(lines)
  const isEmpty = open.data && (debits.length === 0 || credits.length === 0)
  return (
    <Dialog
      open
      kind="drawer"
      width={960}
      title={t('payables.setOff.title', { name })}
      onClose={onClose}
      foot={
        <MainButton
          loading={send.isPending}
          why={lines.length === 0 ? t(isEmpty ? 'payables.setOff.nothing' : 'payables.setOff.choose') : null}
          onClick={() => send.mutate()}
        >
          {t('payables.setOff.submit', { amount: showMoney(total, language) })}
        </MainButton>
      }
    >
      {open.error && !open.data && <ErrorState error={open.error} onRetry={() => void open.refetch()} />}
      {!open.data && !open.error && <Skeleton lines={8} />}
      {isEmpty && <EmptyState title={t('payables.setOff.nothing')} />}
      {open.data && !isEmpty && (
        <div className="pay-set-off">
          <div className="w-row">
            <Button onClick={() => setLines(open.data.proposed)}>{t('payables.setOff.propose')}</Button>
            <Button onClick={() => setLines([])}>{t('payables.setOff.clear')}</Button>
            <span className="w-quiet">{t(open.data.hasMore ? 'payables.setOff.more' : 'payables.setOff.choose')}</span>
          </div>
          <div className="pay-set-off-sides">
            <Side
              title={t('payables.setOff.debits')}
              items={debits}
              lines={lines}
              chosen={chosen.debit}
              onChoose={id => choose('debit', id)}
            />
            <Side
              title={t('payables.setOff.credits')}
              items={credits}
              lines={lines}
              chosen={chosen.credit}
              onChoose={id => choose('credit', id)}
            />
          </div>
          {debit && credit && (
            <div className="w-row">
              <label className="w-row">
                <span>
                  {debit.number} ↔ {credit.number}
                </span>
                <Input
                  aria-label={t('shared.amount')}
                  inputMode="decimal"
                  prefix="¥"
                  value={typed}
                  {...(isTooMuch ? { status: 'error' as const } : {})}
                  onChange={event => setTyped(event.target.value)}
                  onPressEnter={add}
                />
              </label>
              <Button onClick={add} disabled={amount === null || isTooMuch}>
                {t('payables.setOff.add')}
              </Button>
              {isTooMuch && <span role="alert">{t('payables.setOff.tooMuch')}</span>}
            </div>
          )}
          <section aria-label={t('payables.setOff.lines')}>
            <h3>{t('payables.setOff.lines')}</h3>
            <ul className="pay-set-off-lines">
              {lines.map(line => (
                <li key={`${line.debit} ${line.credit}`} className="w-row">
                  <span>
                    {numberOf(line.debit)} ↔ {numberOf(line.credit)}
                  </span>
                  <span className="w-num">{showMoney(line.amount, language)}</span>
                  {isNetted(line) && <span className="w-quiet">{t('payables.setOff.netted')}</span>}
                  <Button size="small" onClick={() => setLines(lines.filter(one => one !== line))}>
                    {t('payables.setOff.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </Dialog>
  )
}

interface SideProps {
  readonly title: string
  readonly items: readonly Item[]
  readonly lines: readonly Line[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

function Side({ title, items, lines, chosen, onChoose }: SideProps) {
  const { t, language } = useWords()
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="pay-set-off-items">
        {items.map(item => (
          <li key={item.id}>
            <button type="button" aria-pressed={chosen === item.id} onClick={() => onChoose(item.id)}>
              <span>
                <strong>{item.number}</strong> {t(`payables.document.kindValue.${item.kind}`)}
                {item.disputed && (
                  <span className="w-tag" data-tone="wait">
                    {t('payables.setOff.disputed')}
                  </span>
                )}
              </span>
              <span className="w-num">
                {t('payables.setOff.rest', { open: showMoney(yuan(restOf(item, lines)), language) })}
              </span>
              <span className="w-quiet">
                {[item.theirNumber, item.subject, t('payables.page.due', { day: item.due })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
