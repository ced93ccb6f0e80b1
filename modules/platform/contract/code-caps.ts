/** Setting of a tenant: most codes for a forgotten password that one person gets in 24 hours, from 1. */
export const CODES_PER_PERSON = 'platform.resetCodesPerPerson'
/** Largest number of codes. Each can be guessed five times, out of a hundred million. */
export const MOST_CODES = 50
/** Setting of the installation: most codes that one network address can request in 24 hours, from 1. */
export const ASKS_PER_ADDRESS = 'platform.resetCodesPerAddress'
/** Largest number of requests, for a company of thousands behind one address. */
export const MOST_ASKS = 10_000
