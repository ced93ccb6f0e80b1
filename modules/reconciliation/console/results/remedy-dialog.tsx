import {
  anyResource,
  CommandDialog,
  type CommandFootProps,
  type CommandSlotProps,
  showMoney,
  useWords,
} from '@wattyard/console-kit'
import { type Fen, formatFen, negFen, parseFen, subFen, ZERO_FEN } from '@wattyard/money'
import { useEffect } from 'react'
import { outcome } from '../../contract/records/outcome.ts'
import { accountsFor } from '../../contract/remedy-accounts.ts'
import { bookingCase } from './booking-case.ts'

const OUTCOME = anyResource(outcome)

/** Draws the question and form that end a difference, with the journal that the present values come to. */
export function RemedyDialog({ records, onDone }: CommandSlotProps) {
  return <CommandDialog resource={OUTCOME} command="remedy" records={records} foot={Booking} onDone={onDone} />
}

const fenOf = (value: unknown): Fen => (typeof value === 'string' ? parseFen(value) : ZERO_FEN)

function Booking({ records: [record], values, onFlaws }: CommandFootProps) {
  const { t, language } = useWords()
  const [told, booked] = [fenOf(record?.told), fenOf(record?.booked)]
  // What the books lack of what the channel says; negative: have too much.
  const missing = subFen(told, booked)
  const accounts = accountsFor(missing, String(record?.kind))
  const account = typeof values.account === 'string' && values.account !== '' ? values.account : null
  const flaw =
    account === null || accounts.some(one => one === account)
      ? null
      : t(`reconciliation.field.${missing === ZERO_FEN ? 'nothingToBook' : 'otherSide'}`)
  useEffect(() => onFlaws(flaw === null ? {} : { account: flaw }), [flaw, onFlaws])
  if (missing === ZERO_FEN) return <p className="w-quiet">{t('reconciliation.booking.nothing')}</p>
  const isMore = missing > ZERO_FEN
  const amount = showMoney(formatFen(isMore ? missing : negFen(missing)), language)
  const named = (code: string): string => t(`ledger.account.codeValue.${code}`)
  if (account === null || flaw !== null)
    return (
      <p className="w-quiet">
        {t(`reconciliation.booking.${bookingCase(told, booked)}`, {
          amount,
          accounts: accounts.map(named).join(' / '),
        })}
      </p>
    )
  // A bank account, or what a channel owes: the dialog need not know which.
  const place = t('reconciliation.booking.place')
  const [debit, credit] = isMore ? [place, named(account)] : [named(account), place]
  return <output className="w-banner">{t('reconciliation.booking.lines', { debit, credit, amount })}</output>
}
