import { type CellSlotProps, linkToRecord, useRecord } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { bankAccount } from '../contract/bank-account.ts'

/** Draws the account that another one replaces by its bank and what may be seen of its number: both are often at one bank. */
export function ReplacedAccount({ value, labels }: CellSlotProps) {
  const id = typeof value === 'string' ? value : null
  const { data } = useRecord(bankAccount, id)
  if (id === null) return null
  const name = data ? `${data.bank} ${data.number}` : (labels[bankAccount.name]?.[id] ?? '')
  const to = linkToRecord(bankAccount.name, id)
  return to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>
}
