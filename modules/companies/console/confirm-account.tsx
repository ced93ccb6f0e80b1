import {
  anyResource,
  can,
  CommandDialog,
  type CommandFootProps,
  type CommandSlotProps,
  Fact,
  Facts,
  RevealButton,
  type Revealed,
  useRecord,
  useWords,
} from '@wattyard/console-kit'
import { useEffect, useState } from 'react'
import { bankAccount } from '../contract/bank-account.ts'
import { company } from '../contract/company.ts'

const ACCOUNT = anyResource(bankAccount)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
/** What a mask leaves of a number has this sign. */
const MASK = '*'

/** Shows to whom and where money would go: nobody confirms a number that they have not read. */
function WhereMoneyGoes({ records: [record], onFlaws }: CommandFootProps) {
  const { t } = useWords()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [hasRead, setRead] = useState(false)
  const owner = useRecord(company, text(record?.company))
  // Who may not see whole numbers confirms what a colleague reads out.
  const isUnread = can(record, 'reveal') && !hasRead && text(record?.number).includes(MASK)
  const unread = isUnread ? t('companies.page.readNumber') : null
  useEffect(() => onFlaws(unread === null ? {} : { number: unread }), [unread, onFlaws])
  if (!record) return null
  const [name, holder] = [owner.data?.name ?? '', text(record.holder)]
  const number = revealed?.values.number ?? text(record.number)
  return (
    <>
      {holder !== '' && name !== '' && holder !== name && (
        <p role="alert" className="w-banner" data-tone="bad">
          {t('companies.page.otherHolder', { holder, name })}
        </p>
      )}
      <Facts>
        <Fact label={t('companies.bankAccount.company')}>{name}</Fact>
        <Fact label={t('companies.bankAccount.holder')}>{holder === '' ? name : holder}</Fact>
        <Fact label={t('companies.bankAccount.bank')}>{[text(record.bank), text(record.branch)].join(' ')}</Fact>
        <Fact label={t('companies.bankAccount.number')}>
          <strong className="w-num">{number}</strong>
        </Fact>
        <Fact label={t('companies.bankAccount.enteredBy')}>{text(record.enteredBy)}</Fact>
      </Facts>
      {text(record.number).includes(MASK) && (
        <p className="w-row w-wrap">
          <RevealButton
            resource={bankAccount.name}
            id={record.id}
            revealed={revealed}
            onRevealed={next => {
              setRevealed(next)
              setRead(true)
            }}
          />
        </p>
      )}
    </>
  )
}

/** Draws the question before an account is confirmed, with company, holder and number. */
export const ConfirmAccount = (props: CommandSlotProps) => (
  <CommandDialog resource={ACCOUNT} command="confirm" foot={WhereMoneyGoes} {...props} />
)
