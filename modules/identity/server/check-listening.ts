import { isIP } from 'node:net'

/** Whether an address is reached from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}

/**
 * Refuses to serve people over plain HTTP in the production profile (trust W1): passwords would be
 * as good as in the clear. Behind a TLS-terminating proxy on the same machine, listen on 127.0.0.1.
 *
 * @throws Error with a message for the person who starts the server
 */
export function checkListening(options: { profile: 'demo' | 'production'; host: string; tls: boolean }): void {
  if (options.profile !== 'production' || options.tls || isLoopback(options.host)) return
  throw new Error(
    `the production profile does not serve plain HTTP on ${options.host}: listen on 127.0.0.1 behind a TLS proxy on this machine, or give a certificate`,
  )
}
