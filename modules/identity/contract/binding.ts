/** `off`: none is offered · `optional`: who wants one has one · `required`: nothing goes without. */
export const FACTOR_POLICIES = ['off', 'optional', 'required'] as const
export type FactorPolicy = (typeof FACTOR_POLICIES)[number]

/** Seconds that a verification lasts at least, so that nobody is asked without end. */
export const SHORTEST_VERIFY_EVERY_S = 900
