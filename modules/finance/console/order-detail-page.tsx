import { ImportSessionsButton } from '@wattyard/charging/console'
import { order } from '@wattyard/charging/contract'
import { ResourcePage, type ResourceSlots, SharesButton } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { ElectricityCell, EnergyCell, ServiceCell, TotalCell } from './orders/live-cells.tsx'
import { ConnectorCell, FlagsCell, HashCell, MethodCell } from './orders/order-cells.tsx'
import { OrderTotals } from './orders/order-totals.tsx'
import { OrderTrace } from './trace/order-trace.tsx'

/** What waits for a second person; past sessions of another system come in beside the orders they precede. */
function Toolbar() {
  return (
    <>
      <ApprovalsButton />
      <SharesButton resource={order} />
      <ImportSessionsButton />
    </>
  )
}

const slots: ResourceSlots = {
  toolbar: Toolbar,
  summary: OrderTotals,
  cells: {
    energy: EnergyCell,
    electricity: ElectricityCell,
    service: ServiceCell,
    total: TotalCell,
    connectorNumber: ConnectorCell,
    energyMethod: MethodCell,
    flags: FlagsCell,
    priceHash: HashCell,
  },
  // What happened to an order stands beside the menu of a 1440 px window; fees and payer follow.
  widths: {
    orderNo: 170,
    station: 158,
    pile: 96,
    connectorNumber: 88,
    energy: 110,
    total: 90,
    electricity: 116,
    service: 100,
    member: 110,
  },
  sections: [{ key: 'trace', title: 'finance.trace.title', Show: OrderTrace }],
}

/** `/cwdata2/orderDeatil`: orders; the detail tells how each fen came to be, from the pile's frames to the postings. */
export function Page() {
  return <ResourcePage resource={order} slots={slots} topics={['charging.order']} />
}
