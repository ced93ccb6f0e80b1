import {
  HeadCommands,
  lazyPart,
  linkToRecord,
  type SectionProps,
  showMoney,
  StatusTag,
  useSecond,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { CODE_STATES, type CodeState } from '../../contract/code-payment.ts'
import { toldWord } from '../../contract/told-codes.ts'
import './payment-code.css'

/** Few look at a code, and all look at top-ups. */
const CodePicture = lazyPart(async () => (await import('./code-picture.tsx')).CodePicture)

const SECOND_MS = 1_000
const MINUTE_S = 60

/** Draws the state of a payment by code, its member and its channel, and lets it be cancelled. */
export function CodeHead({ record, labels }: SectionProps) {
  const member = String(record.member)
  const name = labels['members.member']?.[member] ?? ''
  const to = linkToRecord('members.member', member)
  return (
    <>
      <StatusTag of="payments.codePayment.state" value={typeof record.state === 'string' ? record.state : null} />
      {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>}
      <span>{labels['payments.channel']?.[String(record.channel)]}</span>
      <HeadCommands record={record} names={['cancel']} />
    </>
  )
}

function TimeLeft({ until }: { until: number }) {
  const { t } = useWords()
  const seconds = Math.max(0, Math.ceil((until - useSecond()) / SECOND_MS))
  const time = `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
  return <span className="w-num">{t('payments.code.left', { time })}</span>
}

/** What a state says to whoever stands beside the payer. */
const SAYS: Readonly<Record<CodeState, 'asking' | 'unclear' | 'scan' | 'refused' | 'closed' | 'paid'>> = {
  created: 'asking',
  unclear: 'unclear',
  open: 'scan',
  refused: 'refused',
  closed: 'closed',
  paid: 'paid',
}

/** Says what of the money paid a debt, so that nobody looks for it in the wallet. */
function PaidDebt({ record: { paidDebt, toWallet } }: Pick<SectionProps, 'record'>) {
  const { t, language } = useWords()
  if (typeof paidDebt !== 'string' || paidDebt === '0.00') return null
  const shown = (value: unknown): string => showMoney(String(value), language)
  return <p>{t('payments.code.paidDebt', { debt: shown(paidDebt), wallet: shown(toWallet) })}</p>
}

/** Draws the code for the payer, how long it can be paid, and what became of it; the page reads it again when the channel has told. */
export function PaymentCode({ record }: SectionProps) {
  const { t } = useWords()
  const state = CODE_STATES.find(one => one === record.state) ?? 'created'
  const isOpen = state === 'open' && typeof record.code === 'string'
  const isRefused = state === 'refused' && typeof record.answer === 'string'
  const word = toldWord(record.answer)
  return (
    <div className="pay-code">
      {isOpen && (
        <figure className="pay-code-picture" aria-label={t('payments.code.alt', { amount: String(record.amount) })}>
          <CodePicture code={String(record.code)} />
        </figure>
      )}
      <div>
        <p className="pay-code-amount w-num">¥{String(record.amount)}</p>
        <output className="pay-code-said">
          {isRefused
            ? t('payments.code.refusedWith', { answer: word === null ? String(record.answer) : t(word) })
            : t(`payments.code.${SAYS[state]}`)}
        </output>
        <PaidDebt record={record} />
        {isOpen && typeof record.expiresAt === 'number' && <TimeLeft until={record.expiresAt} />}
        {record.finding === 'paidOtherwise' && <p role="alert">{t('payments.code.look')}</p>}
      </div>
    </div>
  )
}
