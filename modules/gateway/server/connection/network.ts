import { BlockList, isIP } from 'node:net'

/** A list of networks that can be checked for an address. */
export interface Networks {
  has(address: string): boolean
}

/**
 * Networks from CIDR texts (`10.0.0.0/8`, `2001:db8::/32`, a single address).
 * @throws RangeError naming the text that is not a network
 */
export function networksOf(texts: readonly string[]): Networks {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.trim().split('/')
    const version = isIP(address)
    const prefix = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits)
    if (version === 0 || !/^\d{1,3}$/.test(bits ?? '0') || prefix > (version === 6 ? 128 : 32))
      throw new RangeError(`${text} is no network`)
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    has(address) {
      const plain = plainAddress(address)
      const version = isIP(plain)
      return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

export function isNetwork(text: string): boolean {
  try {
    networksOf([text])
    return true
  } catch {
    return false
  }
}

/** Strips the prefix of an IPv4-mapped address: `::ffff:10.0.0.1` is 10.0.0.1 seen through a dual-stack socket. */
export function plainAddress(address: string): string {
  return /^::ffff:\d/i.test(address) ? address.slice(7) : address
}

/**
 * Returns the network an address belongs to as far as "the same network" goes for the duplicate rule: the /24 of an
 * IPv4 address, the /64 of an IPv6 one. Mobile routers change the last part on reconnect; another operator's network is
 * another prefix. Our decision, trust W17 leaves the size open.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) === 4) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
