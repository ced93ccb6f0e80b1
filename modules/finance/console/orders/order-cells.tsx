import { type CellSlotProps, NO_VALUE, useWords } from '@wattyard/console-kit'

/** Draws the connector's name: its EVSE, and its number on the EVSE when there are several. */
export function ConnectorCell({ record }: CellSlotProps) {
  return <>{typeof record.connectorName === 'string' ? record.connectorName : NO_VALUE}</>
}

/** Draws in words how the energy was determined. */
export function MethodCell({ value }: CellSlotProps) {
  const { t, has } = useWords()
  if (typeof value !== 'string') return <span className="w-quiet">{NO_VALUE}</span>
  const rule = `charging.energyRule.${value}`
  return <>{has(rule) ? t(rule) : value === 'by-hand' ? t('charging.order.byHand') : value}</>
}

/** Draws the findings of the rule book in words. */
export function FlagsCell({ value }: CellSlotProps) {
  const { t, has } = useWords()
  const flags = Array.isArray(value) ? value.map(String) : []
  if (flags.length === 0) return <span className="w-quiet">{NO_VALUE}</span>
  return (
    <>{flags.map(flag => (has(`charging.energyRule.${flag}`) ? t(`charging.energyRule.${flag}`) : flag)).join(' · ')}</>
  )
}

/** Draws the start of a fingerprint, enough to compare; the title has all of it. */
export function HashCell({ value }: CellSlotProps) {
  if (typeof value !== 'string') return <span className="w-quiet">{NO_VALUE}</span>
  return (
    <span className="w-mono" title={value}>
      {value.slice(0, 12)}…
    </span>
  )
}
