import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Count, Decimal, isOpenable, useWords, When } from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { GateItem, MonthItem } from '../../contract/index.ts'

/** A check of a day or of a month. */
type Item = GateItem | MonthItem

const ICONS = {
  ok: <CheckCircleFilled aria-hidden="true" />,
  carry: <ExclamationCircleFilled aria-hidden="true" />,
  blocked: <CloseCircleFilled aria-hidden="true" />,
}
const STATE_WORD = { ok: 'ok', carry: 'carryState', blocked: 'blocked' } as const
/** Checks whose name is the thing that must not exist. */
const COUNTED: ReadonlySet<Item['check']> = new Set([
  'frames',
  'deadLetters',
  'unsettled',
  'abnormal',
  'differences',
  'channelFiles',
])
const ROWS: Readonly<Record<string, string>> = {
  abnormal: '/cwdata2/errOrderDetail?f.state=open&f.severity=warning,critical',
  unsettled: '/cwdata2/orderDeatil?f.state=ended',
  differences: '/cwdata4/TradeNBill?part=results&f.standing=difference',
  channelFiles: '/cwdata4/TradeNBill?part=files',
}

/** Draws the results of the gate in order; `after` draws the remedy of an item. */
export function GateList<I extends Item>({ items, after }: { items: readonly I[]; after?: (item: I) => ReactNode }) {
  const { t } = useWords()
  return (
    <ul className="fb-gate">
      {items.map(item => (
        <li key={item.check} data-state={item.state}>
          <span className="fb-gate-icon" title={t(`finance.bill.close.${STATE_WORD[item.state]}`)}>
            {ICONS[item.state]}
            <span className="w-sr">{t(`finance.bill.close.${STATE_WORD[item.state]}`)}</span>
          </span>
          <div className="fb-gate-what">
            <span>
              {t(`finance.gate.check.${item.check}`)} <Behind item={item} />
            </span>
            <Why item={item} />
            {after?.(item)}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Behind({ item: { check, count, state } }: { item: Item }) {
  if (state === 'ok') return COUNTED.has(check) ? <span className="w-quiet">0</span> : null
  if (count === 0) return null
  const rows = ROWS[check]
  const figure = (
    <b>
      <Count value={count} />
    </b>
  )
  return rows !== undefined && isOpenable(rows) ? <Link to={rows}>{figure}</Link> : figure
}

function Why({ item: { check, why, detail } }: { item: Item }) {
  const { t } = useWords()
  const at = check === 'verifier' && detail?.at ? Number(detail.at) : null
  const differences = check === 'bills' ? Object.entries(detail ?? {}) : []
  const rests = check === 'monthRests' ? Object.entries(detail ?? {}) : []
  if (!why && at === null && differences.length === 0 && rests.length === 0) return null
  return (
    <small>
      {why && t(`finance.gate.why.${why}`, { ...detail })} {at !== null && <When at={at} />}
      {rests.map(([code, amount]) => (
        <span key={code}>
          {t(`ledger.account.codeValue.${code}`)} <Decimal kind="money" value={amount} unit />
        </span>
      ))}
      {differences.map(([name, text]) => (
        <span key={name} className="w-num">
          {t(name === 'otherJournals' ? 'finance.gate.otherJournals' : `finance.dailyBill.${name}`)} {text}
        </span>
      ))}
    </small>
  )
}
