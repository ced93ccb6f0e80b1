import { useQuery } from '@tanstack/react-query'
import {
  api,
  ApiError,
  type CommandFootProps,
  Decimal,
  showDecimal,
  showMoney,
  Skeleton,
  useMay,
  useSettled,
  useWords,
} from '@wattyard/console-kit'
import { useEffect } from 'react'
import { type DecisionPlan, PLANNED_COMMANDS, planDecision, type PlannedCommand } from '../../contract/calls/plan.ts'
import '../charging.css'

const isPlanned = (command: string): command is PlannedCommand =>
  (PLANNED_COMMANDS as readonly string[]).includes(command)

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/**
 * Draws what a decision about an order will do, before it is sent: bill, prices, from whose wallet, what stays owed, and whether
 * another person has to agree. The server computes it as the command will. Nothing for other commands.
 */
export function DecisionFoot({ command, records, ...form }: CommandFootProps) {
  const [record] = records
  return record && isPlanned(command) ? <Plan id={record.id} command={command} {...form} /> : null
}

const NO_FLAWS: ApiError['fields'] = {}

type PlanProps = { id: string; command: PlannedCommand } & Pick<CommandFootProps, 'values' | 'onFlaws'>

function Plan({ id, command, values, onFlaws }: PlanProps) {
  const { t } = useWords()
  const mayRead = useMay('charging.order:read')
  const settled = useSettled(values)
  const given = {
    energy: textOf(settled.energy),
    member: textOf(settled.member),
    amount: textOf(settled.amount),
  }
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const plan = useQuery({
    queryKey: ['charging.order', 'plan', id, command, asked],
    queryFn: ({ signal }) => api.call(planDecision, { id, command, ...asked }, { signal, quiet: true, fresh: true }),
    enabled: mayRead,
    retry: false,
    gcTime: 0,
  })
  // What is wrong with an input stands at its field, not down here.
  const flaws = plan.error instanceof ApiError ? plan.error.fields : NO_FLAWS
  useEffect(() => onFlaws(flaws), [flaws, onFlaws])
  if (!mayRead) return null
  if (plan.isPending) return <Skeleton lines={2} />
  if (Object.keys(flaws).length > 0) return null
  if (plan.error)
    return (
      <div className="w-banner" data-tone="bad" role="alert">
        {plan.error instanceof ApiError ? plan.error.message : t('charging.plan.failed')}
      </div>
    )
  const { waiting, second } = plan.data
  // What cannot be asked for does not wait for another person either.
  const isBarred = second.waits && waiting.some(request => request.command === command)
  return (
    <section className="ch-plan" aria-live="polite" aria-label={t('charging.plan.title')}>
      <Outcome plan={plan.data} lacksBill={command === 'assignMember' && given.member !== undefined} />
      {command === 'waive' && <Waived amount={plan.data.waived} />}
      {!isBarred && <SecondPerson second={second} />}
      {waiting.map(request => (
        <WaitingRequest key={request.command} request={request} isBarred={isBarred && request.command === command} />
      ))}
    </section>
  )
}

/** Draws the bill and its payment. `lacksBill`: everything is given, and still nothing can be billed. */
function Outcome({ plan: { bill, payer, payment, most }, lacksBill }: { plan: DecisionPlan; lacksBill: boolean }) {
  const { t, language } = useWords()
  if (!bill || !payment)
    return (
      <>
        {lacksBill && <p>{t('charging.plan.noBill')}</p>}
        {most !== null && <Most kwh={most} />}
      </>
    )
  return (
    <>
      <h4>{t('charging.plan.title')}</h4>
      <table className="ch-plain">
        <tbody>
          {bill.lines.map(line => (
            <tr key={`${line.period} ${line.price}`}>
              <th scope="row">
                {t(`charging.page.periodValue.${line.period}`)} <Decimal kind="energy" value={line.energy} unit /> ×{' '}
                <Decimal kind="price" value={line.price} unit />
              </th>
              <td className="ch-figure">
                <Decimal kind="money" value={line.amount} unit />
              </td>
            </tr>
          ))}
          <tr data-total>
            <th scope="row">{t('charging.plan.due')}</th>
            <td className="ch-figure">
              <b>{showMoney(bill.total, language)}</b>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('charging.plan.payer')}</th>
            <td>{payer ? `${payer.name} · ${payer.code}` : t('charging.plan.nobody')}</td>
          </tr>
          {payer && <Taken label={t('charging.plan.held')} parts={payment.held} isHidden />}
          {payer && <Taken label={t('charging.plan.wallet')} parts={payment.wallet} />}
          {payer && (
            <tr>
              <th scope="row">{t('charging.plan.owed')}</th>
              <td className="ch-figure">{showMoney(payment.owed, language)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {most !== null && <Most kwh={most} />}
    </>
  )
}

/** No money, as amounts are sent. */
const NOTHING = '0.00'

interface TakenProps {
  label: string
  parts: { principal: string; gift: string }
  /** Nothing is drawn when nothing is taken. */
  isHidden?: boolean
}

function Taken({ label, parts: { principal, gift }, isHidden = false }: TakenProps) {
  const { t, language } = useWords()
  const isNothing = principal === NOTHING && gift === NOTHING
  if (isHidden && isNothing) return null
  const texts = [
    t('charging.plan.principal', { amount: showMoney(principal, language) }),
    ...(gift === NOTHING ? [] : [t('charging.plan.gift', { amount: showMoney(gift, language) })]),
  ]
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="ch-figure">{texts.join(' · ')}</td>
    </tr>
  )
}

/** Draws what is not charged: the amount on which the second person rests, which orders without an estimate have as well. */
function Waived({ amount }: { amount: string | null }) {
  const { t, language } = useWords()
  return (
    <p>
      {amount === null
        ? t('charging.plan.waivedUnknown')
        : t('charging.plan.waived', { amount: showMoney(amount, language) })}
    </p>
  )
}

function Most({ kwh }: { kwh: string }) {
  const { t, language } = useWords()
  return <p className="w-quiet">{t('charging.plan.most', { max: showDecimal('energy', kwh, language) })}</p>
}

function SecondPerson({ second: { from, waits } }: Pick<DecisionPlan, 'second'>) {
  const { t, language } = useWords()
  if (waits)
    return (
      <div className="w-banner" data-tone="wait">
        {t('charging.plan.waits')}
      </div>
    )
  return from === null ? null : (
    <p className="w-quiet">{t('charging.plan.second', { amount: showMoney(from, language) })}</p>
  )
}

interface WaitingRequestProps {
  request: DecisionPlan['waiting'][number]
  /** A second request for the same command is refused. */
  isBarred: boolean
}

/** Says what becomes of a request that waits on the order: a command that runs at once ends it, with nothing done of it. */
function WaitingRequest({ request: { command, askedBy, isOwn, amount }, isBarred }: WaitingRequestProps) {
  const { t, language } = useWords()
  const named = t(`charging.order.${command}`)
  const what = amount === null ? named : `${named} ${showMoney(amount, language)}`
  const whose = isOwn ? t('charging.plan.ownRequest', { what }) : t('charging.plan.request', { what, name: askedBy })
  return (
    <div className="w-banner" data-tone={isBarred ? 'bad' : 'wait'}>
      {t(isBarred ? 'charging.plan.barred' : 'charging.plan.ends', { whose })}
    </div>
  )
}
