import { type CellSlotProps, Decimal, NO_VALUE, useWords } from '@wattyard/console-kit'
import './order-cells.css'

/** Returns whether an order is running: it has `soFar`, which is null while unknown; a billed order has none. */
const isUnderWay = (record: CellSlotProps['record']): boolean => record.soFar !== undefined

function soFarOf(record: CellSlotProps['record'], key: string): unknown {
  const { soFar } = record
  return soFar !== null && typeof soFar === 'object' ? Object.entries(soFar).find(([name]) => name === key)?.[1] : null
}

interface SoFarProps {
  kind: 'energy' | 'money'
  value: unknown
  /** Key of the words that explain a missing value. */
  why: string
  inColumn: boolean
}

/** Draws a figure that still grows, marked as such, or the reason why there is none. */
function SoFar({ kind, value, why, inColumn }: SoFarProps) {
  const { t } = useWords()
  const isThere = typeof value === 'string'
  const hint = t(isThere ? 'finance.orders.soFar' : why)
  return (
    <span className={isThere ? 'fo-so-far' : 'w-quiet'} title={hint}>
      {isThere ? <Decimal kind={kind} value={value} unit={!inColumn} /> : NO_VALUE}
      <span className="w-sr"> {hint}</span>
    </span>
  )
}

/** Draws the billed energy, or the energy that the pile has reported so far. */
export function EnergyCell({ value, record, inColumn = false }: CellSlotProps) {
  if (!isUnderWay(record) || typeof value === 'string') return <Decimal kind="energy" value={value} unit={!inColumn} />
  return <SoFar kind="energy" value={record.liveEnergy} why="finance.orders.noReading" inColumn={inColumn} />
}

/** Creates the cell of a billed amount, or of the cost of the energy so far. */
const amountCell = (key: 'electricity' | 'service' | 'total') =>
  function AmountCell({ value, record, inColumn = false }: CellSlotProps) {
    if (!isUnderWay(record)) return <Decimal kind="money" value={value} unit={!inColumn} />
    const why = typeof record.liveEnergy === 'string' ? 'finance.orders.notRated' : 'finance.orders.noReading'
    return <SoFar kind="money" value={soFarOf(record, key)} why={why} inColumn={inColumn} />
  }

export const ElectricityCell = amountCell('electricity')
export const ServiceCell = amountCell('service')
export const TotalCell = amountCell('total')
