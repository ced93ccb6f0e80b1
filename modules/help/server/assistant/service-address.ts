import { isIP } from 'node:net'
import { plainHost, type Reach } from '@wattyard/server-kit'
import { MAX_ADDRESS } from '../../contract/assistant.ts'

/**
 * Returns the base address of a service, or what is wrong with it: https, no account in it, no query; a bare address
 * has to be within reach. The installation's own hosts speak http too.
 */
export function serviceAddress(text: string, reach: Reach): URL | 'notAnAddress' | 'notPublic' {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || text.length > MAX_ADDRESS || url.username || url.password || url.search || url.hash) return 'notAnAddress'
  const host = plainHost(url.hostname)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && reach.allowsPlain(host, port))) return 'notAnAddress'
  return isIP(host) !== 0 && !reach.allows(host, host, port) ? 'notPublic' : url
}
