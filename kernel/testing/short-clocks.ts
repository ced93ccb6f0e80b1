import type { ConnectionClocks } from '@wattyard/server-kit'

/** The clocks of connections, shortened: what takes seconds in the product is over within one. */
export const SHORT_CLOCKS: ConnectionClocks = {
  request_ms: 900,
  headers_ms: 600,
  handshake_ms: 500,
  keepAlive_ms: 300,
  check_ms: 50,
  stalled_ms: 600,
  connections: 50,
}
