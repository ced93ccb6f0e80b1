import type { FastifyRequest } from 'fastify'

interface ProxyLog {
  warn(detail: object, message: string): void
}

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip']

/**
 * Says once, each, what is wrong between us and a proxy: somebody forwards who is not trusted to, so that all people have one
 * address; or who is trusted to does not say whether people came by TLS, so that cookies go without `Secure`.
 */
export function warnOfProxy(log: ProxyLog): (request: FastifyRequest) => void {
  const said = new Set<string>()
  const once = (word: string, peer: string, message: string) => {
    if (said.has(word)) return
    said.add(word)
    log.warn({ peer }, message)
  }
  return request => {
    const forwards = FORWARDING.some(name => request.headers[name] !== undefined)
    if (!forwards) return
    const peer = request.socket.remoteAddress ?? ''
    // Behind a trusted peer the chain names it and whoever it spoke for.
    if ((request.ips?.length ?? 0) > 1) {
      if (request.headers['x-forwarded-proto'] === undefined)
        once('proto', peer, 'the proxy does not say X-Forwarded-Proto: people are taken to come without TLS')
      return
    }
    once('peer', peer, 'forwarding headers of a peer that WATTYARD_TRUST_PROXY does not name are not believed')
  }
}
