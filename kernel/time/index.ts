export { type Clock, type SettableClock, settableClock, systemClock } from './clock.ts'
export {
  addDays,
  type BusinessDay,
  businessDay,
  businessDayOf,
  dayRange,
  daysBetween,
  eachDay,
  instantAt,
  isBusinessDay,
  localDayOf,
  MAX_CUTOFF_MINUTES,
  MAX_DAYS,
  monthOf,
  todayIn,
  weekdayOf,
} from './day.ts'
export { formatInstant, NO_INSTANT, type ParsedInstant, parseLocalInstant } from './instant-text.ts'
export { type LocalInstant, localMinuteOf } from './local.ts'
export { ALL_DAY, parseOpenHours } from './open-hours.ts'
export { isPeriodKind, PERIOD_KINDS, PERIOD_PRECEDENCE, type PeriodKind, strongerPeriod } from './period.ts'
export {
  MAX_QUARTER_PIECES,
  nextQuarterBoundary,
  QUARTERS_PER_DAY,
  type QuarterPiece,
  quarterOf,
  splitAtQuarters,
} from './quarter.ts'
export {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  QUARTER_MS,
  SECOND_MS,
  TimeError,
  type TimeErrorCode,
} from './time-error.ts'
export { isZone, type OffsetSpan, offsetMsAt, offsetSpanAt } from './zone.ts'
