import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from '@wattyard/server-kit'

/** Longest address of a service. */
export const MAX_ADDRESS = 300

/** Where machines of a cloud are told their own secrets; not even a service of the same network lives there. */
const LINK_LOCAL = new BlockList()
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4')
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6')
LINK_LOCAL.addSubnet('::ffff:169.254.0.0', 112, 'ipv6')

/** Whether a service may be reached at an address (trust R-48). */
export function mayConnect(address: string, isLocal: boolean): boolean {
  if (!isLocal) return isPublicAddress(address)
  const kind = isIP(address)
  return kind !== 0 && !LINK_LOCAL.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

/** Whether whoever runs the installation has named this very host and port as one of their own. */
export function isLocalService(url: URL, localHosts: ReadonlySet<string>): boolean {
  return localHosts.has(`${url.hostname}:${portOf(url)}`)
}

/** The host without the brackets of an address of the newer protocol. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The base address of a service, or what is wrong with it: https, no account in it, no query; a bare address has to be
 * public. Hosts of `localHosts` (`host:port`) may be anything but link-local, and speak http.
 */
export function serviceAddress(text: string, localHosts: ReadonlySet<string>): URL | 'notAnAddress' | 'notPublic' {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || text.length > MAX_ADDRESS || url.username || url.password || url.search || url.hash) return 'notAnAddress'
  const isLocal = isLocalService(url, localHosts)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return 'notAnAddress'
  const host = hostOf(url)
  return isIP(host) !== 0 && !mayConnect(host, isLocal) ? 'notPublic' : url
}
