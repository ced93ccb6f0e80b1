import { order } from '@wattyard/charging/contract'
import { EmbeddedList, type ResourceSlots, type SectionProps, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { EnergyCell, TotalCell } from './live-cells.tsx'
import { ConnectorCell } from './order-cells.tsx'

const SLOTS: ResourceSlots = {
  cells: { energy: EnergyCell, total: TotalCell, connectorNumber: ConnectorCell },
  widths: { orderNo: 172, state: 112, pile: 84, connectorNumber: 76, startedAt: 156, energy: 104, total: 90 },
}
const OF_STATION = ['orderNo', 'state', 'pile', 'startedAt', 'energy', 'total']
const OF_PILE = ['orderNo', 'state', 'connectorNumber', 'startedAt', 'energy', 'total']

/** Draws the orders of a station with their sums. */
export function OrdersOfStation({ record }: SectionProps) {
  return <Orders by="station" columns={OF_STATION} record={record} />
}

/** Draws the orders of a pile with their sums. */
export function OrdersOfPile({ record }: SectionProps) {
  return <Orders by="pile" columns={OF_PILE} record={record} />
}

function Orders({ by, columns, record }: { by: string; columns: readonly string[]; record: SectionProps['record'] }) {
  const { t } = useWords()
  return (
    <>
      <EmbeddedList
        resource={order}
        by={by}
        record={record}
        columns={columns}
        slots={SLOTS}
        topics={['charging.order']}
        empty={t('finance.orders.noneOfPlace')}
      />
      <p className="w-no-print">
        <Link className="w-inline-link" to={`/cwdata2/orderDeatil?f.${by}=${record.id}`}>
          {t('finance.orders.allOfPlace')}
        </Link>
      </p>
    </>
  )
}
