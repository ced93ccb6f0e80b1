import { ImportSessionsButton } from '@wattyard/charging/console'
import { order } from '@wattyard/charging/contract'
import { ResourcePage, type ResourceSlots, SharesButton } from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { ElectricityCell, EnergyCell, ServiceCell, TotalCell } from './orders/live-cells.tsx'
import { ConnectorCell, FlagsCell, HashCell, MethodCell } from './orders/order-cells.tsx'
import { OrderTotals } from './orders/order-totals.tsx'
import { OrderTrace } from './trace/order-trace.tsx'

/** Draws approvals, share links, and the import of another system's past sessions. */
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
  // These widths keep an order's main facts visible beside the menu in a 1440 px window; fees and payer follow.
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

/** Draws `/cwdata2/orderDeatil`: orders; the detail traces every fen from the pile's frames to the postings. */
export function Page() {
  return <ResourcePage resource={order} slots={slots} topics={['charging.order']} />
}
