import {
  anyResource,
  type AnyRecord,
  CommandDialog,
  type SectionProps,
  StatusTag,
  useInvalidate,
  useMay,
  useWords,
  WhenAndHowLong,
} from '@wattyard/console-kit'
import { command } from '@wattyard/gateway/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { abnormal } from '../../contract/abnormal/abnormal.ts'
import { OrderActions } from '../order/order-actions.tsx'
import { OrderLink } from '../order/order-link.tsx'
import { decideWord } from './decide-word.ts'
import { actionOf, texts } from './remedies.ts'

const pileCommands = anyResource(command)
const cases = anyResource(abnormal)
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Returns the order of a case as a record for dialogs; the case carries the needed values. */
function orderOf(record: AnyRecord): AnyRecord {
  return {
    id: String(record.order),
    version: 0,
    createdAt: 0,
    updatedAt: 0,
    can: texts(record.orderCan),
    orderNo: record.orderNo,
    energy: record.energy,
    estimate: record.orderEstimate,
    total: record.total,
    refunded: record.refunded,
    startedAt: record.startedAt,
    endedAt: record.endedAt,
  }
}

/**
 * Draws what an abnormal order is about: how bad it is, its state, its place, driver and time; then what can be done: about the
 * order, at the pile, and about the findings.
 */
export function CaseHead({ record, labels }: SectionProps) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const isOpen = record.state === 'open'
  return (
    <>
      <StatusTag of="charging.abnormal.severity" value={text(record.severity)} />
      <StatusTag of="charging.abnormal.state" value={text(record.state)} />
      {isOpen && record.blocks === true && (
        <span className="w-tag" data-tone="bad">
          {t('charging.abnormal.blocks')}
        </span>
      )}
      <span className="w-row">
        <span className="w-quiet">{t('charging.abnormal.order')}</span>
        <StatusTag of="charging.order.state" value={text(record.orderState)} />
      </span>
      <Whereabouts record={record} labels={labels} />
      <span className="w-row w-wrap">
        <OrderLink id={String(record.order)}>{t('charging.errPage.toOrder')}</OrderLink>
        <Link to={`/device/deviceView?open=${String(record.pile)}`}>{t('charging.errPage.toPile')}</Link>
      </span>
      <OrderActions record={orderOf(record)} onDone={() => void invalidate('charging.abnormal')} />
      <PileActions record={record} />
      <CaseEnd record={record} />
    </>
  )
}

/** Draws where, for whom, when and for how long the order charged. */
function Whereabouts({ record, labels }: SectionProps) {
  const startedAt = number(record.startedAt)
  const endedAt = number(record.endedAt)
  const nameOf = (of: string, id: unknown): string | undefined => labels[of]?.[String(id)]
  const place = [
    nameOf('assets.station', record.station),
    nameOf('assets.pile', record.pile),
    text(record.connectorName),
    nameOf('members.member', record.member),
  ]
  return (
    <>
      <span>{place.filter(Boolean).join(' · ')}</span>
      <WhenAndHowLong from={startedAt} to={endedAt} />
    </>
  )
}

const ENDS = ['handle', 'dismiss', 'assign'] as const

/** Draws the commands of a case. One that keeps its order from being settled ends with a decision about the order instead. */
function CaseEnd({ record }: { record: AnyRecord }) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const [asking, setAsking] = useState<string | null>(null)
  const own = ENDS.filter(name => record.can.includes(name))
  const decide = decideWord(record)
  if (own.length === 0 && decide === null) return null
  return (
    <div className="ch-actions">
      {decide !== null && <p className="w-quiet">{t(decide)}</p>}
      {own.map(name => (
        <Button key={name} size="small" onClick={() => setAsking(name)}>
          {t(`charging.abnormal.${name}`)}
        </Button>
      ))}
      {asking && (
        <CommandDialog
          resource={cases}
          command={asking}
          records={[record]}
          onDone={() => {
            setAsking(null)
            void invalidate('charging.abnormal')
          }}
        />
      )}
    </div>
  )
}

/** Returns the case's pile and connector as inputs of commands to piles, and the message to request. */
function whereOf(record: AnyRecord): Readonly<Record<string, unknown>> {
  const pile = text(record.pile)
  const of = pile === null ? {} : { pile, piles: [pile] }
  return { ...of, connector: number(record.connectorNumber), message: 'meter-values' }
}

/** Draws the remedies that are commands to the pile; their forms are filled in. */
function PileActions({ record }: { record: AnyRecord }) {
  const { t } = useWords()
  const mayCommand = useMay('gateway.command:reset')
  const [asking, setAsking] = useState<string | null>(null)
  const own = [
    ...new Map(
      texts(record.remedies).flatMap(remedy => {
        const action = actionOf(remedy)
        return action?.on === 'pile' ? [[action.command, remedy] as const] : []
      }),
    ),
  ]
  if (!mayCommand || own.length === 0) return null
  return (
    <div className="ch-actions">
      {own.map(([name, remedy]) => (
        <Button key={name} size="small" onClick={() => setAsking(name)}>
          {t(`charging.remedy.${remedy}`)}
        </Button>
      ))}
      {asking && (
        <CommandDialog
          resource={pileCommands}
          command={asking}
          records={[]}
          known={whereOf(record)}
          onDone={() => setAsking(null)}
        />
      )}
    </div>
  )
}
