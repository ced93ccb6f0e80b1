import { BlockList, isIP } from 'node:net'

/** Networks that are no place on the internet: RFC 6890 and what its registry has got since. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Of IPv6 only what is handed out to the world (2000::/3) is taken, less these. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function blockList(): BlockList {
  const list = new BlockList()
  for (const [nets, family] of [
    [NOT_PUBLIC, 'ipv4'],
    [NOT_PUBLIC_6, 'ipv6'],
  ] as const)
    for (const net of nets) {
      const [address = '', bits] = net.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  return list
}

const blocked = blockList()
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an address is one of the internet: neither this machine nor a network that is somebody's own. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blocked.check(address, 'ipv4')
  // An IPv4 address in IPv6 clothes (::ffff:10.0.0.1) lies outside 2000::/3.
  return family === 6 && global.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
