import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Where one kind of call may lead. Who connects asks it about the address that is really connected to. */
export interface Reach {
  /** Whether `host` (a name, or an address without brackets) may be connected to at `address`. */
  allows(address: string, host: string, port: number): boolean
  /** Whether words may go there unencrypted. */
  allowsPlain(host: string, port: number): boolean
}

/** Where machines of a cloud are told their own secrets; not even a host of the installation's own lives there. */
const LINK_LOCAL = new BlockList()
LINK_LOCAL.addSubnet('169.254.0.0', 16, 'ipv4')
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6')
LINK_LOCAL.addSubnet('::ffff:169.254.0.0', 112, 'ipv6')

/** A host as the guard compares it: without the brackets of a newer address, in small letters. */
export const plainHost = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase()

/** `host`, `host:port`, `[::1]:port` or a bare address, as `host` or `host port`. */
function ownHost(text: string): string {
  if (isIP(plainHost(text)) !== 0) return plainHost(text)
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(text.trim()) ?? []
  return port === undefined ? plainHost(host) : `${plainHost(host)} ${Number(port)}`
}

/**
 * Returns the internet, and hosts that whoever runs the installation has named as their own: `host` for all its ports,
 * `host:port` for one. These may lie in a private network or on this machine and speak without encryption; link-local
 * stays closed.
 */
export function internetReach(ownHosts: Iterable<string> = []): Reach {
  const own = new Set(Array.from(ownHosts, ownHost))
  const isOwn = (host: string, port: number): boolean =>
    own.has(plainHost(host)) || own.has(`${plainHost(host)} ${port}`)
  return {
    allows(address, host, port) {
      if (!isOwn(host, port)) return isPublicAddress(address)
      const kind = isIP(address)
      return kind !== 0 && !LINK_LOCAL.check(address, kind === 4 ? 'ipv4' : 'ipv6')
    },
    allowsPlain: isOwn,
  }
}
