import {
  anyResource,
  type AnyRecord,
  CommandDialog,
  Decimal,
  Fact,
  Facts,
  type SectionProps,
  StatusTag,
  useInvalidate,
  useMay,
  useWords,
  When,
} from '@wattyard/console-kit'
import { command } from '@wattyard/gateway/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { abnormal } from '../../contract/abnormal/abnormal.ts'
import type { Remedy } from '../../contract/abnormal/abnormal-rule.ts'
import { REMEDY_ACTIONS } from '../../contract/abnormal/remedy-actions.ts'
import { OrderActions } from '../order/order-actions.tsx'
import { OrderLink } from '../order/order-link.tsx'

const pileCommands = anyResource(command)
const cases = anyResource(abnormal)
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
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

/** Draws the remedies of a case: those that the product can run as buttons, the others as advice. */
export function CaseDecision({ record, labels }: SectionProps) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const remedies = texts(record.remedies)
  // The server sends only remedies of this catalogue; an unknown one has no action.
  const actionOf = (remedy: string) => REMEDY_ACTIONS[remedy as Remedy]
  const advice = remedies.filter(remedy => actionOf(remedy) === undefined)
  return (
    <div className="ch-decision">
      <Facts>
        <Fact label={t('charging.abnormal.order')}>
          <OrderLink id={String(record.order)}>{text(record.orderNo) ?? '--'}</OrderLink>
        </Fact>
        <Fact label={t('charging.order.state')}>
          <StatusTag of="charging.order.state" value={text(record.orderState)} />
        </Fact>
        <Fact label={t('charging.order.pile')}>
          {labels['assets.pile']?.[String(record.pile)] ?? '--'} · {text(record.connectorName) ?? '--'}
        </Fact>
        <Fact label={t('charging.order.startedAt')}>
          <When at={number(record.startedAt)} />
        </Fact>
        <Fact label={t('charging.order.energy')}>
          <Decimal kind="energy" value={record.energy} unit />
        </Fact>
        <Fact label={t(record.orderState === 'settled' ? 'charging.order.total' : 'charging.order.estimate')}>
          <Decimal kind="money" value={record.orderState === 'settled' ? record.total : record.orderEstimate} unit />
        </Fact>
      </Facts>
      <OrderActions record={orderOf(record)} onDone={() => void invalidate('charging.abnormal')} />
      <PileActions record={record} remedies={remedies} />
      <CaseEnd record={record} />
      {advice.length > 0 && (
        <p className="ch-advice">
          <span className="w-quiet">{t('charging.errPage.advice')}</span>
          {advice.map(remedy => (
            <span key={remedy}>{t(`charging.remedy.${remedy}`)}</span>
          ))}
        </p>
      )}
    </div>
  )
}

const ENDS = ['handle', 'dismiss', 'assign'] as const

/** Draws the commands of a case. One that keeps its order from being settled ends with a decision about the order instead. */
function CaseEnd({ record }: { record: AnyRecord }) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const [asking, setAsking] = useState<string | null>(null)
  const isHeld = record.blocks === true && record.orderState === 'abnormal'
  const own = ENDS.filter(name => record.can.includes(name) && (!isHeld || name === 'assign'))
  if (own.length === 0) return null
  return (
    <div className="ch-actions">
      {isHeld && <p className="w-quiet">{t('charging.errPage.decideFirst')}</p>}
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
function PileActions({ record, remedies }: { record: AnyRecord; remedies: readonly string[] }) {
  const { t } = useWords()
  const mayCommand = useMay('gateway.command:reset')
  const [asking, setAsking] = useState<string | null>(null)
  const own = [
    ...new Map(
      remedies.flatMap(remedy => {
        const action = REMEDY_ACTIONS[remedy as Remedy] // as above
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
      <Link to={`/device/deviceView?pile=${String(record.pile)}`}>{t('charging.errPage.toPile')}</Link>
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
