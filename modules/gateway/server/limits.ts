/** All limits of the gateway. `Settings` lists those an installation may change. */

/** Longest frame in bytes; `ws` alone would allow 100 MiB. */
export const MAX_FRAME_BYTES = 64 * 1024
/** Most handshakes that are not yet authenticated, over all addresses (trust R-43). */
export const MAX_OPEN_HANDSHAKES = 500
export const HANDSHAKE_DEADLINE_MS = 5_000
/** Most frames of one pile that wait while the previous one is being answered. */
export const MAX_WAITING_FRAMES = 128
/** Largest connector number; a frame that names a larger one is refused. */
export const MAX_CONNECTOR = 65_535
/** Connectors beyond its record that are logged per pile, so that a pile with random numbers does not fill the log. */
export const MAX_LOGGED_CONNECTORS = 16
/** Numbers that piles repeat to us fit a signed 32-bit integer. */
export const MAX_REQUEST_NUMBER = 2_147_483_647
/** Unreadable frames in a row that close a connection; a good frame resets the count. */
export const MAX_BAD_FRAMES = 20
/** Message ids remembered per connection (trust I-23). A pile has one open call, so a few are enough. */
export const REMEMBERED_MESSAGES = 16
/** Open transactions of one pile kept in memory; others are looked up. */
export const REMEMBERED_TRANSACTIONS = 64
/** How long the old socket has to answer the ping of the duplicate rule (trust W17). */
export const DUPLICATE_PING_MS = 2_000
/** Most replacements of a live connection from its own network, per window (trust W17). */
export const MAX_REPLACEMENTS = 3
export const REPLACEMENT_WINDOW_MS = 10 * 60_000
/** How long a pile that restarts at our request may reconnect without limit. */
export const RESTART_WINDOW_MS = 10 * 60_000
/** How long to wait for a restart that the pile postponed until it is idle. */
export const SCHEDULED_RESTART_MS = 86_400_000
/** Seconds after which a pile whose second connection is held sends its boot again. */
export const HELD_BOOT_RETRY_S = 30
/** Most commands waiting for one pile. */
export const MAX_WAITING_COMMANDS = 50
/** A command to more piles than this is spread over time. */
export const SPREAD_ABOVE_PILES = 20
/** Average interval between two piles of a spread command; each gets a random moment within the whole span. */
export const SPREAD_PER_PILE_MS = 500
/** Time within which a start counts as the result of a remote start. */
export const REMOTE_START_WINDOW_MS = 5 * 60_000
/** Most events waiting to be written; further ones are counted and dropped without blocking. */
export const MAX_WAITING_EVENTS = 10_000
/** Repetitions of an event of one identity and address within this window are counted instead of repeated. */
export const EVENT_WINDOW_MS = 60_000
/** Unknown stations remembered per tenant. */
export const MAX_PENDING_PILES = 1_000
/** Most credentials kept in memory. */
export const MAX_CACHED_CREDENTIALS = 100_000
export const CREDENTIAL_TTL_MS = 60_000
export const UNKNOWN_IDENTITY_TTL_MS = 5_000

export interface Settings {
  /** Networks (CIDR) from which security profile 1 (no TLS) is accepted. */
  plainNetworks: readonly string[]
  /** Proxies (CIDR) whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  trustedProxies: readonly string[]
  /** Name of this process's stream of frames; two running processes must not share one. */
  stream: string
  /** Heartbeat interval given to piles, seconds. */
  heartbeat_s: number
  /** A connection that was silent for two of these intervals is closed; it is pinged before. */
  ping_ms: number
  /**
   * Messages per second a pile may send continuously, and in a burst (trust R-45). Beyond that its frames wait; when
   * `MAX_WAITING_FRAMES` wait, it is cut off.
   */
  rate: { sustained: number; burst: number }
  /** A batch is committed after this time or at this size. */
  batch: { wait_ms: number; frames: number }
  /** The consumer takes everything waiting, at most this much, at most this often. */
  consume: { every_ms: number; facts: number }
  /** Facts that may wait for the consumer before ingest slows down. */
  maxLag_facts: number
  /** How long a pile has to answer a command. */
  commandTimeout_ms: number
  /** Whether piles of 2.0.1 that measure nothing are configured to measure when they boot. */
  ensureMeasurands: boolean
  /** How often connections, last-seen times and events are written. */
  flush_ms: number
  lastSeen_ms: number
  /** How often the keys of open connections are checked. */
  keyCheck_ms: number
  /** Tenant whose list shows unknown stations; null keeps no such list. */
  unknownStationsTenant: string | null
}

export const DEFAULT_SETTINGS: Settings = {
  plainNetworks: ['127.0.0.0/8', '::1/128'],
  trustedProxies: [],
  stream: 'gateway-1',
  heartbeat_s: 300,
  ping_ms: 60_000,
  rate: { sustained: 20, burst: 100 },
  batch: { wait_ms: 10, frames: 500 },
  consume: { every_ms: 100, facts: 5_000 },
  maxLag_facts: 50_000,
  commandTimeout_ms: 30_000,
  ensureMeasurands: true,
  flush_ms: 500,
  lastSeen_ms: 60_000,
  keyCheck_ms: 5_000,
  unknownStationsTenant: null,
}
