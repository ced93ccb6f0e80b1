export { pilesWithHistory, runningSessions } from './count-sessions.ts'
export { createStartDecider } from './decide-starts.ts'
export { ordersSince } from './orders-since.ts'
export { readFacts, type StoredFact } from './facts-store.ts'
export { createFactHandler } from './handle-facts.ts'
export { listOrders, type OrderView } from './list-orders.ts'
export { readOrders } from './order-row.ts'
export { followReversals } from './follow-reversals.ts'
export { StartBook } from './start-book.ts'
export { type OrderFigures, orderFigures } from './order-figures.ts'
export { type DayOrderKey, type SettledLine, type SettledOrder, settledOrders, wholeOrders } from './read-day-orders.ts'
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
} from './read-day-sums.ts'
export { type OrderEvidence, orderEvidence } from './read-order-evidence.ts'
export {
  courseOf,
  type DayFigures,
  figuresOfDay,
  type OpenCases,
  openCasesByRule,
  type QuarterFigures,
  runningNow,
} from './read-today.ts'
export { chargingModule } from './charging-module.ts'
export { gatewayPiles } from './gateway-piles.ts'
export {
  importSessions,
  type ImportAsk,
  MAX_IMPORT_BYTES,
  textOfFile,
} from './import/import-sessions.ts'
export { SESSION_FORMATS } from './import/session-formats.ts'
export { type SessionMapping, sessionMapping } from './import/session-mapping.ts'
export { pastSessions } from './past-sessions.ts'
export { someOrders } from './some-orders.ts'
export type { ChargingPorts, ConnectorReport, PileAsk, PilePort, StopAsk } from './ports.ts'
export { casesOf, type OrderCase, type OrderFile, orderFile, type OrderRefund, refundsOf } from './read-order.ts'
export { registersByPile } from './registers-by-pile.ts'
export { MAX_TOTALLED, type OrderTotals, orderTotals } from './order-totals.ts'
