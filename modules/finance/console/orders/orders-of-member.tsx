import { order } from '@wattyard/charging/contract'
import { EmbeddedList, type ResourceSlots, type SectionProps, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { EnergyCell, TotalCell } from './live-cells.tsx'

const SLOTS: ResourceSlots = {
  cells: { energy: EnergyCell, total: TotalCell },
  widths: { orderNo: 172, state: 112, pile: 84, startedAt: 156, energy: 104, total: 90 },
}
/** A caller asks what an order cost; where it was stands in the order. */
const COLUMNS = ['orderNo', 'state', 'startedAt', 'energy', 'total', 'openDebt'] as const

/** Draws the orders of a member with their sums, and what of each is still owed. */
export function OrdersOfMember({ record }: SectionProps) {
  const { t } = useWords()
  return (
    <>
      <EmbeddedList
        resource={order}
        by="member"
        record={record}
        columns={COLUMNS}
        slots={SLOTS}
        topics={['charging.order']}
        empty={t('finance.orders.noneOfMember')}
      />
      <p className="w-no-print">
        <Link className="w-inline-link" to={`/cwdata2/orderDeatil?f.member=${record.id}`}>
          {t('finance.orders.allOfMember')}
        </Link>
      </p>
    </>
  )
}
