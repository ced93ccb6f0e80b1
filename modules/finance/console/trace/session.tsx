import { EvidenceFigure, findingsIn } from '@wattyard/charging/console'
import {
  Chart,
  Decimal,
  Fact,
  Facts,
  showClock,
  StatusTag,
  useWords,
  useZone,
  When,
  type ChartData,
} from '@wattyard/console-kit'
import { useMemo, useState } from 'react'
import type { OrderTraceAnswer } from '../../contract/index.ts'

const TONES: Readonly<Record<string, 'good' | 'idle' | 'wait' | 'bad'>> = {
  basis: 'good',
  note: 'idle',
  doubt: 'wait',
  block: 'bad',
}

/** Draws how the energy was determined: method, confidence, every finding of the rule book, and the underlying curve. */
export function Session({ session, state }: Pick<OrderTraceAnswer, 'session' | 'state'>) {
  const { t, has } = useWords()
  const { method } = session
  const methodWord = [`charging.order.energyMethodValue.${method}`, `charging.energyRule.${method}`].find(has)
  return (
    <>
      <Facts>
        <Fact label={t('finance.trace.metered')}>
          <Decimal kind="energy" value={session.energy} unit />
        </Fact>
        <Fact label={t('finance.trace.method')}>
          {methodWord === undefined ? (method ?? '--') : t(methodWord)}
          {session.confidence && ` · ${t(`charging.confidence.${session.confidence}`)}`}
        </Fact>
        <Fact label={t('finance.trace.startedAt')}>
          <When at={session.startedAt} />
        </Fact>
        <Fact label={t('finance.trace.endedAt')}>
          <When at={session.endedAt} />
        </Fact>
      </Facts>
      <ul className="finance-flags">
        {findingsIn({ state, method: session.method }, session.flags).map(flag => (
          <li key={flag.code}>
            <StatusTag of="charging.page.effect" value={flag.effect} tone={TONES[flag.effect] ?? 'idle'} /> {flag.rule}{' '}
            {t(`charging.energyRule.${flag.code}`)}
            {Object.entries(flag.evidence).map(([key, value]) => (
              <span key={key} className="w-quiet w-num">
                {' '}
                · {t(`charging.evidence.${key}`)} <EvidenceFigure name={key} value={value} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      <Curve curve={session.curve} />
    </>
  )
}

/** Draws the curve folded: the periods and journals after it are what the reader follows, and a tab of the order shows it large. */
function Curve({ curve }: { curve: OrderTraceAnswer['session']['curve'] }) {
  const { t } = useWords()
  const zone = useZone()
  const name = t('finance.trace.power')
  const data = useMemo(
    (): ChartData => ({
      kind: 'area',
      labels: curve.map(point => showClock(point.at, zone)),
      at: curve.map(point => point.at),
      left: { unit: 'kW' },
      series: [{ name, values: curve.map(point => (point.power === null ? null : point.power / 1000)) }],
    }),
    [curve, zone, name],
  )
  const [isOpen, setOpen] = useState(false)
  if (curve.length < 2) return null
  return (
    <details className="finance-curve" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen && <Chart title={name} data={data} height={170} />}
    </details>
  )
}
