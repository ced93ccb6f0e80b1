import { bankAccount } from '@wattyard/companies/contract'
import { type CellSlotProps, linkToRecord, useMay, useRecord } from '@wattyard/console-kit'
import { Link } from 'react-router'

/** Draws the account of a payment by its bank and what may be seen of its number: a company has several at one bank. */
export function AccountCell({ value, labels }: CellSlotProps) {
  const id = typeof value === 'string' ? value : null
  const mayRead = useMay(`${bankAccount.name}:read`)
  const { data } = useRecord(bankAccount, mayRead ? id : null)
  if (id === null) return null
  const bank = labels[bankAccount.name]?.[id] ?? ''
  const name = data ? `${data.bank} ${data.number}` : bank
  const to = linkToRecord(bankAccount.name, id)
  return to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>
}
