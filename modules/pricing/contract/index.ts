export { assignPrices, endPrices } from './calls/assignment.ts'
export {
  ASSIGNMENT_LEVELS,
  ASSIGNMENT_VARIANTS,
  assignment,
  type AssignmentLevel,
  type AssignmentTarget,
  type AssignmentVariant,
  MAX_TARGETS,
} from './assignment.ts'
export {
  assignPreview,
  type EffectiveAnswer,
  type EffectivePlace,
  type EffectivePrice,
  effectivePrices,
  type PriceChange,
  type WirePrice,
  dayPrices,
  type DayPrices,
  type DayStretch,
} from './calls/place.ts'
export {
  createVersionDraft,
  priceWhatIf,
  type PublishPreview,
  publishPreview,
  saveVersionDraft,
  type Shift,
  type VersionBrief,
  type VersionDetail,
  versionDetail,
  type WhatIfAnswer,
} from './calls/version.ts'
export {
  checkPlan,
  checkTariff,
  MAX_DATES_PER_PLAN,
  MAX_DAY_PLANS,
  MAX_KEY_LENGTH,
  type TariffProblem,
  type TariffProblemCode,
} from './check-tariff.ts'
export {
  badDays,
  checkDraft,
  type DraftCondition,
  type DraftInterval,
  type DraftPlan,
  type DraftProblem,
  draftOf,
  isPriceText,
  PRICE_BOUNDS,
  priceFault,
  type PriceFault,
  planOf,
  tariffOfDraft,
} from './draft-plan.ts'
export {
  compileForFourRatePile,
  PILE_RATES,
  PILE_SLOTS,
  type PileModel,
  type PileModelAnswer,
  type PileRate,
} from './four-rate-pile.ts'
export { type PriceNow, priceNow } from './next-change.ts'
export { priceRange } from './price-range.ts'
export {
  daysFromTemplate,
  intervalsFromSlots,
  type PeriodPrices,
  periodsOf,
  planFromTemplate,
  TEMPLATE_SLOTS,
} from './plan-from-template.ts'
export { dialText, partsOf, type ViewSize, type ViewSlot, viewOf } from './plan-views.ts'
export { policy } from './policy.ts'
export {
  decodeSnapshot,
  encodeSnapshot,
  hashSnapshot,
  MAX_SNAPSHOT_LENGTH,
  type PriceSnapshot,
  SNAPSHOT_ENCODING,
} from './price-snapshot.ts'
export { PricingError, type PricingErrorCode } from './pricing-error.ts'
export {
  PROVINCE_TEMPLATES,
  type ProvinceTemplate,
  TEMPLATES_AS_OF,
  type TemplateDoubt,
  type TemplateDoubtCode,
  type TemplateMark,
  type TemplateSeason,
} from './province-templates.ts'
export {
  type Bill,
  type BillLine,
  DEFAULT_POLICY,
  type PeriodSum,
  type RatingInput,
  type RatingPolicy,
  type RoundingRule,
  rateSession,
} from './rate-session.ts'
export {
  type AssignmentFact,
  nextAssignmentAt,
  type PricePlace,
  type Resolved,
  resolveAssignment,
  speedOf,
} from './resolve-assignment.ts'
export { MAX_POINTS, type MeterPoint } from './split-energy.ts'
export { MAX_SESSION_DAYS, type Stretch, stretchesOf } from './stretches.ts'
export {
  conditionHolds,
  type DayCondition,
  type DayPlan,
  intervalAt,
  type PricedPeriod,
  planFor,
  type Slot,
  slotAt,
  type Tariff,
  type TariffInterval,
} from './tariff.ts'
export { DRAFT_SOURCES, version } from './version.ts'
export {
  MAX_WHAT_IF_SESSIONS,
  type MoneySplit,
  type PastSession,
  type SessionDifference,
  sumPeriods,
  type WhatIf,
  whatIf,
} from './what-if.ts'
