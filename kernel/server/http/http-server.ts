import { CONNECTIONS_CHECK_MS, HANDSHAKE_TIMEOUT_MS, HEADERS_TIMEOUT_MS, KEEP_ALIVE_MS } from './limits.ts'
import { MAX_CONNECTIONS, MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS, STALLED_READER_MS } from './limits.ts'

/** What a connection may take its time for; tests shorten it. */
export interface ConnectionClocks {
  request_ms: number
  headers_ms: number
  handshake_ms: number
  keepAlive_ms: number
  check_ms: number
  connections: number
  /** A reader that takes nothing of what waits for it. */
  stalled_ms: number
}

export const CONNECTION_CLOCKS: ConnectionClocks = {
  request_ms: REQUEST_TIMEOUT_MS,
  headers_ms: HEADERS_TIMEOUT_MS,
  handshake_ms: HANDSHAKE_TIMEOUT_MS,
  keepAlive_ms: KEEP_ALIVE_MS,
  check_ms: CONNECTIONS_CHECK_MS,
  connections: MAX_CONNECTIONS,
  stalled_ms: STALLED_READER_MS,
}

export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** Fastify's options for the server below it: the same clocks with TLS and without, where it takes one or the other. */
export function serverOptions(clocks: ConnectionClocks, tls: Certificate | null) {
  const shared = {
    requestTimeout: clocks.request_ms,
    headersTimeout: clocks.headers_ms,
    keepAliveTimeout: clocks.keepAlive_ms,
    connectionsCheckingInterval: clocks.check_ms,
    maxHeaderSize: MAX_HEADER_BYTES,
  }
  return {
    // Fastify sets these two on the server after it was made, whatever the server was given.
    requestTimeout: clocks.request_ms,
    keepAliveTimeout: clocks.keepAlive_ms,
    ...(tls
      ? { https: { ...shared, ...tls, minVersion: 'TLSv1.2' as const, handshakeTimeout: clocks.handshake_ms } }
      : { http: shared }),
  }
}
