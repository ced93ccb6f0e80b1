export { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from './finance-world.ts'
export { type DayCloseFigures, measureDayClose, measureOnEmbedded } from './measure-day-close.ts'
