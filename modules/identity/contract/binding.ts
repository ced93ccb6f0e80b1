/**
 * `off`: nobody is offered a second factor · `optional`: people can set one up · `required`: the account is unusable without one.
 */
export const FACTOR_POLICIES = ['off', 'optional', 'required'] as const
export type FactorPolicy = (typeof FACTOR_POLICIES)[number]

/** Shortest validity of a verification in seconds, so that people are not asked too often. */
export const SHORTEST_VERIFY_EVERY_S = 900
