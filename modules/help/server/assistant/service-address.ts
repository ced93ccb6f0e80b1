import { isIP } from 'node:net'
import { plainHost, type Reach } from '@wattyard/server-kit'
import { MAX_ADDRESS } from '../../contract/assistant.ts'

/**
 * Returns the base address of a service, or its error. It must be https without account, query and fragment; an IP address has to
 * be allowed. The installation's own hosts may use http.
 */
export function serviceAddress(text: string, reach: Reach): URL | 'notAnAddress' | 'notPublic' {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || text.length > MAX_ADDRESS || url.username || url.password || url.search || url.hash) return 'notAnAddress'
  const host = plainHost(url.hostname)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && reach.allowsPlain(host, port))) return 'notAnAddress'
  return isIP(host) !== 0 && !reach.allows(host, host, port) ? 'notPublic' : url
}
