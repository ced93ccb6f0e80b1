import { isIP } from 'node:net'

/** Returns whether an address is reached from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}

export interface Listening {
  profile: 'demo' | 'production'
  host: string
  tls: boolean
  /** Whether the proxies in front, or their absence, are configured. */
  saysProxy: boolean
}

/**
 * Refuses to serve people over plain HTTP in the production profile (trust W1), because passwords would be readable. Behind a
 * TLS-terminating proxy on the same machine, listen on 127.0.0.1 and configure the proxy: otherwise all people would have its
 * address, cookies would lack `Secure`, and every pile would seem to come from this machine.
 *
 * @throws Error with a message for the person who starts the server
 */
export function checkListening(options: Listening): void {
  if (options.profile !== 'production' || options.tls) return
  if (isLoopback(options.host)) {
    if (options.saysProxy) return
    throw new Error(
      'the production profile without a certificate has to know who stands in front of it: name the TLS proxy in WATTYARD_TRUST_PROXY (such as 127.0.0.1), or say WATTYARD_TRUST_PROXY=none when there is none',
    )
  }
  throw new Error(
    `the production profile does not serve plain HTTP on ${options.host}: listen on 127.0.0.1 behind a TLS proxy on this machine, or give a certificate`,
  )
}
