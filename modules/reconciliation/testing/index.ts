export { bankStatement, type StatementEntry } from './bank-statement.ts'
export { atMinute, paidRow } from './bill-rows.ts'
export { aPaidCode } from './paid-code.ts'
export { type NaiveOptions, type NaiveOutcome, naiveOutcomes } from './naive-oracle.ts'
export { runItems, type RunAnswer } from './run-items.ts'
export {
  itemOfTrueRow,
  type Movement,
  type Planted,
  PLANTED_KINDS,
  PLANTED_RATE,
  type PlantedDayOptions,
  plantedDay,
  type PlantedKind,
} from './planted-day.ts'
