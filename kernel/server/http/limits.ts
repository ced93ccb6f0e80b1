import type { Route } from './route.ts'

/** Every limit of HTTP, named. Fastify's and Node's own defaults would leave slow connections open for ever. */

/** Headers and body of a request have to be there by then. */
export const REQUEST_TIMEOUT_MS = 15_000
export const HEADERS_TIMEOUT_MS = 10_000
/** From the connection to the end of the TLS handshake. */
export const HANDSHAKE_TIMEOUT_MS = 10_000
/** A connection that has nothing to say between two requests. */
export const KEEP_ALIVE_MS = 72_000
/** How often the clocks above are looked at. */
export const CONNECTIONS_CHECK_MS = 2_000
/** Connections of people and piles together; more are closed as they come. */
export const MAX_CONNECTIONS = 20_000
export const MAX_HEADER_BYTES = 16_384

/** A body that a route says nothing of: forms with a long note, in three languages. */
export const BODY_LIMIT_BYTES = 256 * 1024
/** Bodies of people we do not know yet. */
export const PUBLIC_BODY_LIMIT_BYTES = 16 * 1024

/** Members and list entries of one body. */
export const MAX_MEMBERS = 2_000
export const PUBLIC_MAX_MEMBERS = 100
/** Where what is sent is structured freely: maps of points, notices, prices. */
export const FREE_MAX_MEMBERS = 20_000
/** A link in the deepest list of a text with form stands 25 levels deep: four for each of its four lists, nine around and inside. */
export const MAX_JSON_DEPTH = 25

/** Field errors that one answer tells; more help nobody. */
export const MAX_FIELD_ERRORS = 50

/** Calls under way at once: over all, of one tenant or all strangers, of one session or address. */
export const CALLS = { all: 2_000, group: 1_000, name: 150 }
/** The same for bodies that are larger than usual: each is held in memory until it is read. */
export const LARGE_BODIES = { all: 16, group: 8, name: 2 }
/** The same for answers that are written as they come: exports, files, and streams while they begin, all tabs of a person at once. */
export const LONG_ANSWERS = { all: 200, group: 100, name: 24 }
/** How long such a call waits for each of its turns at the database: it has begun, and cannot be told to come back. */
export const LONG_WAIT_MS = 10_000
/** An answer whose reader takes nothing for this long is cut. */
export const STALLED_READER_MS = 60_000

export const bodyLimitOf = ({ bodyLimit, access }: Route): number =>
  bodyLimit ?? (access === 'public' ? PUBLIC_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES)

export const membersOf = ({ members, access }: Route): number =>
  members ?? (access === 'public' ? PUBLIC_MAX_MEMBERS : MAX_MEMBERS)
