export { pricesOfStations } from './place/prices-of-stations.ts'
export { type DemoPrices, prepareDemoPrices } from './prepare-demo-prices.ts'
export { pricingModule } from './module.ts'
export type { PastOrder, PastOrders, PastSessionFilter, PricingPorts } from './ports.ts'
export {
  type SessionStart,
  type StartTariff,
  tariffsForStarts,
  tariffsForStations,
  versionSnapshots,
} from './tariffs-for-starts.ts'
export { waitingDrafts } from './waiting-drafts.ts'
