import { type CellSlotProps, Decimal, NO_VALUE, useWords } from '@wattyard/console-kit'

/** Draws the connector's name: its EVSE, and its number on the EVSE when there are several. */
export function ConnectorCell({ record }: CellSlotProps) {
  return <>{typeof record.connectorName === 'string' ? record.connectorName : NO_VALUE}</>
}

/** Draws what was owed at the settlement, and what has become of it: a later top-up pays debts first. */
export function ReceivableCell({ value, record, inColumn = false }: CellSlotProps) {
  const { t } = useWords()
  const was = <Decimal kind="money" value={value} unit={!inColumn} />
  if (inColumn || !(Number(value) > 0) || record.settledAt === null) return was
  return (
    <>
      {was}{' '}
      <small className="w-quiet">
        {Number(record.openDebt) > 0 ? (
          <>
            {t('finance.orders.openDebt')} <Decimal kind="money" value={record.openDebt} unit />
          </>
        ) : (
          t('finance.orders.paidSince')
        )}
      </small>
    </>
  )
}
