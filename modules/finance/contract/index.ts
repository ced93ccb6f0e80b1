export {
  addBills,
  anEmptyBill,
  BILL_STATES,
  type BillState,
  type BillSums,
  dailyBill,
  energyOfBill,
  MAX_BILL_DAYS,
} from './daily-bill.ts'
export {
  type BillFilter,
  billQuery,
  type BillsAnswer,
  type DayOfBills,
  type OperatorOfBills,
  getDailyBill,
  listDailyBills,
  totalsOfOrders,
} from './calls/daily-bill.ts'
export {
  type OrderTraceAnswer,
  type TracedFrame,
  type TracedJournal,
  type TracedLine,
  type TracedProof,
  traceOfOrder,
} from './calls/trace.ts'
export {
  closeDays,
  type GateAnswer,
  dayCloseGate,
  type Sums,
  type TrialRow,
  verifyBooksNow,
  verifyDays,
  type VerifyAnswer,
} from './calls/day-close.ts'
export {
  type DayLoadProfile,
  type Figure,
  type HomeLoadProfile,
  homeLoadProfile,
  homeFigures,
  homeStations,
  homeTodo,
  type RankedStation,
  type RowsLink,
  type Todo,
} from './calls/home.ts'
export {
  type Home,
  type HomeCard,
  type HomeDayKind,
  type HomeFigure,
  homeOf,
  type HomePerson,
  maySeeCard,
  maySeeFigure,
  maySeePrices,
} from './home-day.ts'
export {
  closeMonth,
  MAX_VOUCHER_DAYS,
  monthCloseGate,
  type MonthGateAnswer,
  VOUCHER_SIDES,
  voucherQuery,
} from './calls/month-close.ts'
export { MONTH_CLOSE_STATES, monthClose } from './month-close.ts'
export {
  CARRIABLE_OF_MONTH,
  daysOfMonth,
  isMonth,
  judgeMonth,
  MONTH_CHECKS,
  type MonthCheck,
  type MonthFacts,
  type MonthItem,
  nextMonthOf,
  openMonthItems,
  RESTING_ACCOUNTS,
} from './month-gate.ts'
export { DAY_CLOSE_KINDS, DAY_CLOSE_STATES, dayClose, type DayCloseState } from './day-close.ts'
export {
  CARRIABLE,
  GATE_CHECKS,
  type GateCheck,
  type GateFacts,
  type GateItem,
  judgeGate,
  MAX_DAYS_AT_ONCE,
  openItems,
} from './gate.ts'
export {
  PAYING_ACCOUNTS,
  PROOF_CHECKS,
  type ProofCheck,
  type ProofCheckName,
  type ProofInput,
  proveOrder,
} from './prove-order.ts'
export type { TraceHold, TraceLine, TraceOrder } from './trace.ts'
