import {
  Count,
  Decimal,
  Duration,
  NO_VALUE,
  Power,
  Share,
  useRefOptions,
  useWords,
  valueWord,
  When,
} from '@wattyard/console-kit'
import { Fragment, type ReactNode } from 'react'
import { evidenceRows, faceOf, periodsIn, rulesIn } from './evidence-faces.ts'
import { OrderLink } from './order-link.tsx'

/** Draws evidence as named values, as the rule recorded them. */
export function EvidenceTable({ evidence }: { evidence: Readonly<Record<string, string>> }) {
  const { t, has } = useWords()
  const rows = evidenceRows(evidence)
  if (rows.length === 0) return <p className="w-quiet">{t('charging.page.noEvidence')}</p>
  return (
    <table className="ch-plain ch-evidence">
      <tbody>
        {rows.map(([key, value]) => (
          <tr key={key}>
            <th scope="row">{has(`charging.evidence.${key}`) ? t(`charging.evidence.${key}`) : key}</th>
            <td className="ch-figure">
              <EvidenceFigure name={key} value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const MS_PER_S = 1_000
const PERMILLE_PER_PERCENT = 10

/** Returns elements with a separator between them. */
const listed = (parts: readonly ReactNode[], separator: string): ReactNode =>
  // A recorded list never changes, so the index identifies its parts.
  parts.map((part, index) => (
    <Fragment key={`part${index}`}>
      {index > 0 && separator}
      {part}
    </Fragment>
  ))

/** Draws a recorded value in the usual format: units, the language's decimals, words for codes. */
export function EvidenceFigure({ name, value }: { name: string; value: string }) {
  const words = useWords()
  if (value === '') return <span className="w-quiet">{NO_VALUE}</span>
  if (ISO_INSTANT.test(value)) return <When at={Date.parse(value)} />
  switch (faceOf(name)) {
    case 'energy':
      return listed(
        value.split(' ').map(one => <Decimal key={one} kind="energy" value={one} unit />),
        ' · ',
      )
    case 'money':
      return <Decimal kind="money" value={value} unit />
    case 'watts':
      return <Power watts={Number(value)} />
    case 'permille':
      return <Share percent={Number(value) / PERMILLE_PER_PERCENT} unit />
    case 'seconds':
      return <Duration seconds={Number(value)} />
    case 'milliseconds':
      return (
        <>
          <Count value={Number(value) / MS_PER_S} decimals={3} /> s
        </>
      )
    case 'count':
      return <Count value={Number(value)} />
    case 'rules':
      return <Rules text={value} />
    case 'periods':
      return <Periods text={value} />
    case 'error':
      return <span title={value}>{valueWord(words, 'gateway.connector.error', value)}</span>
    case 'answer':
      return <span title={value}>{valueWord(words, 'gateway.command.state', value)}</span>
    case 'sign':
      return <span title={value}>{valueWord(words, 'charging.order.closeReasonValue', value)}</span>
    case 'orders':
      return <Orders ids={value.split(' ')} />
    case 'hash':
      return (
        <span className="w-mono" title={value}>
          {value.slice(0, 12)}…
        </span>
      )
    case 'text':
      return value
  }
}

/** Draws rules in words, with their numbers. */
function Rules({ text }: { text: string }) {
  const { t, has } = useWords()
  const said = rulesIn(text).map(({ id, code }) => {
    const word = [`charging.energyRule.${code}`, `charging.abnormalRule.${code}`].find(has)
    return [id, word ? t(word) : code].filter(Boolean).join(' ')
  })
  return <>{said.join(', ')}</>
}

function Periods({ text }: { text: string }) {
  const { t } = useWords()
  return listed(
    periodsIn(text).map(({ period, ours, theirs }) => (
      <span key={period}>
        {t(`charging.page.periodValue.${period}`)} <Decimal kind="energy" value={ours} unit /> /{' '}
        <Decimal kind="energy" value={theirs} unit />
      </span>
    )),
    ', ',
  )
}

/** Draws other orders by number, each as a link. */
function Orders({ ids }: { ids: readonly string[] }) {
  const { options } = useRefOptions('charging.order', '', ids, { enabled: false })
  return listed(
    ids.map(id => (
      <OrderLink key={id} id={id}>
        {options.find(option => option.id === id)?.label ?? id}
      </OrderLink>
    )),
    ', ',
  )
}
