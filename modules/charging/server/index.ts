export { powerNow } from './read/power-now.ts'
export { chargingForMembers } from './for-members.ts'
export { pilesWithHistory, runningSessions } from './read/count-sessions.ts'
export { createStartDecider } from './start/decide-starts.ts'
export { firstOrdersAt, ordersSeenBy, ordersSince } from './read/orders-since.ts'
export { readFacts, type StoredFact } from './facts/facts-store.ts'
export { createFactHandler } from './facts/handle-facts.ts'
export { listOrders, type OrderView } from './read/list-orders.ts'
export { readOrders } from './order/order-row.ts'
export { followReversals } from './order/follow-reversals.ts'
export { StartBook } from './start/start-book.ts'
export { type OrderFigures, orderFigures } from './read/order-figures.ts'
export {
  type DayOrderKey,
  type SettledLine,
  type SettledOrder,
  settledOrders,
  wholeOrders,
} from './read/read-day-orders.ts'
export {
  abnormalByDay,
  type DayRange,
  type DaySum,
  daySums,
  firstBookedDay,
  givenAndReversed,
  placesOfOrders,
  rangeOf,
  undoneOrders,
} from './read/read-day-sums.ts'
export { type OrderEvidence, orderEvidence } from './read/read-order-evidence.ts'
export {
  loadProfileOf,
  type DayFigures,
  figuresOfDay,
  type OpenCases,
  openCasesByRule,
  type QuarterFigures,
  runningNow,
} from './read/read-today.ts'
export { chargingModule } from './charging-module.ts'
export { gatewayPiles } from './start/gateway-piles.ts'
export {
  importSessions,
  type ImportAsk,
  MAX_IMPORT_BYTES,
  textOfFile,
} from './import/import-sessions.ts'
export { SESSION_FORMATS } from './import/session-formats.ts'
export { pastSessions } from './read/past-sessions.ts'
export { someOrders } from './read/some-orders.ts'
export type { ChargingPorts, ConnectorReport, PileAsk, PilePort, StopAsk } from './ports.ts'
export { casesOf, type OrderCase, type OrderFile, orderFile, type OrderRefund, refundsOf } from './read/read-order.ts'
export {
  type BookedDay,
  bookedByStation,
  bookedPerDay,
  type BookedStation,
  chargingTimes,
  type OpenOrders,
  openOrdersAt,
  refundsAsked,
  runningAt,
  type Span,
} from './read/read-days.ts'
export { registersByPile } from './facts/registers-by-pile.ts'
export { MAX_TOTALLED, type OrderTotals, orderTotals } from './read/order-totals.ts'
