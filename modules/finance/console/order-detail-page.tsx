import { ImportSessionsButton, ORDER_DIALOGS, OrderCurve, useImportMenu } from '@wattyard/charging/console'
import { order } from '@wattyard/charging/contract'
import {
  type MenuAction,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  SharesButton,
  useIsPhone,
  useSharesMenu,
} from '@wattyard/console-kit'
import { ApprovalsButton } from '@wattyard/platform/console'
import { ElectricityCell, EnergyCell, ServiceCell, TotalCell } from './orders/live-cells.tsx'
import { ConnectorCell, ReceivableCell } from './orders/order-cells.tsx'
import { OrderHead } from './orders/order-head.tsx'
import { OrderTotals } from './orders/order-totals.tsx'
import { OrderTrace } from './trace/order-trace.tsx'

/** Draws approvals, share links, and the import of another system's past sessions; a phone has the last two in the menu. */
function Toolbar() {
  const isPhone = useIsPhone()
  return (
    <>
      <ApprovalsButton />
      <SharesButton resource={order} inMenu={isPhone} />
      <ImportSessionsButton inMenu={isPhone} />
    </>
  )
}

/** Returns what the toolbar has no room for. */
function useOrderMenu(): readonly MenuAction[] {
  const isPhone = useIsPhone()
  const menu = [...useSharesMenu(), ...useImportMenu()]
  return isPhone ? menu : []
}

function CurveOfOrder({ record }: SectionProps) {
  return <OrderCurve id={record.id} most_W={typeof record.ratedPower === 'number' ? record.ratedPower : null} />
}

const slots: ResourceSlots = {
  toolbar: Toolbar,
  commands: ORDER_DIALOGS,
  useMenu: useOrderMenu,
  summary: OrderTotals,
  cells: {
    energy: EnergyCell,
    electricity: ElectricityCell,
    service: ServiceCell,
    total: TotalCell,
    receivable: ReceivableCell,
    connectorNumber: ConnectorCell,
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
  head: OrderHead,
  figures: [
    { field: 'energy', hint: 'finance.orders.energyHint' },
    { field: 'total', hint: 'finance.orders.totalHint' },
    { field: 'electricity' },
    { field: 'service' },
    { field: 'refunded' },
  ],
  // The head has these; the basis of the energy is the first of the findings, and the growing energy is the figure itself.
  inSections: ['state', 'station', 'pile', 'connectorNumber', 'liveEnergy', 'energyMethod'],
  factsTab: 'data',
  sections: [
    { key: 'trace', title: 'finance.trace.title', Show: OrderTrace, needs: 'finance.trace:read', tab: 'overview' },
    { key: 'curve', title: 'finance.orders.curve', Show: CurveOfOrder, tab: 'curve' },
  ],
}

/** Draws `/cwdata2/orderDeatil`: orders; the detail traces every fen from the pile's frames to the postings. */
export function Page() {
  return <ResourcePage resource={order} slots={slots} topics={['charging.order']} />
}
