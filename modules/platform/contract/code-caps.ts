/** Setting of a tenant: codes for a forgotten password that one person is sent in 24 hours, from 1. */
export const CODES_PER_PERSON = 'platform.resetCodesPerPerson'
/** Each code may be guessed at five times, of a hundred million. */
export const MOST_CODES = 50
/** Setting of the installation: codes that may be asked for from one address in 24 hours, from 1. */
export const ASKS_PER_ADDRESS = 'platform.resetCodesPerAddress'
/** A company of thousands behind one address. */
export const MOST_ASKS = 10_000
