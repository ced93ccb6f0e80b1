import { type CellSlotProps, linkToRecord, useMay, useRecord } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { bankAccount } from '../contract/bank-account.ts'

/** Draws an account of a company by its bank and what may be seen of its number: there may be several at one bank. */
export function AccountCell({ value, labels }: CellSlotProps) {
  const id = typeof value === 'string' ? value : null
  const mayRead = useMay(`${bankAccount.name}:read`)
  const { data } = useRecord(bankAccount, mayRead ? id : null)
  if (id === null) return '--'
  const bank = labels[bankAccount.name]?.[id] ?? ''
  const name = data ? `${data.bank} ${data.number}` : bank
  const to = linkToRecord(bankAccount.name, id)
  return to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>
}
