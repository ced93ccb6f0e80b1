import { BlockList, isIP, type Socket } from 'node:net'
import { declareSetting, settingOf } from '@wattyard/platform/server'
import { connectOut, OutboundRefused, OutboundUnreached, type Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import { isNetwork, type Networks, networksOf, plainAddress } from '../connection/network.ts'
import { ReadProblem } from './read-problem.ts'

/**
 * Networks of this operator's devices, as CIDR. The gateway connects to an address only when both this list and the
 * installation's contain it (docs/decisions/0160-reading-devices.md); both are empty at first.
 */
export const pointNetworks = declareSetting({
  key: 'gateway.pointNetworks',
  schema: z.array(z.string().max(50).refine(isNetwork, { error: 'notANetwork' })).max(100),
  initial: [],
})

/**
 * Addresses not covered by a wide network such as 0.0.0.0/0: this host, link-local addresses (cloud metadata), multicast. They
 * are allowed only by an entry of the installation's list that lies inside one of these ranges.
 */
const PECULIAR: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['::ffff:0:0', 96, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

/** Networks that the installation lets the gateway connect to. @throws RangeError naming a text that is not a network */
export function installationNetworks(texts: readonly string[]): Networks {
  const all = networksOf(texts)
  const opened = PECULIAR.map(([address, bits, family]) => {
    const list = new BlockList()
    list.addSubnet(address, bits, family)
    const inside = texts.filter(text => {
      const [own = '', ownBits] = text.trim().split('/')
      const whole = isIP(own) === 6 ? 128 : 32
      return isIP(own) === Number(family.at(-1)) && Number(ownBits ?? whole) >= bits && list.check(own, family)
    })
    return { list, family, networks: networksOf(inside) }
  })
  return {
    has(address) {
      const plain = plainAddress(address)
      const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
      if (isIP(plain) === 0 || !all.has(plain)) return false
      return opened.every(one => one.family !== family || !one.list.check(plain, family) || one.networks.has(plain))
    },
  }
}

/** Networks in which the gateway may connect to devices of a tenant. */
export async function allowedNetworks(tx: Tx, installation: Networks, tenantId: string): Promise<Networks> {
  const own = networksOf(await settingOf(tx, pointNetworks, tenantId))
  return { has: address => installation.has(address) && own.has(address) }
}

export interface Place {
  host: string
  port: number
}

export interface SocketLimits {
  connect_ms: number
  signal?: AbortSignal
}

/** Errors of a name that leads nowhere (getaddrinfo). */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'ENODATA'])

function asProblem(error: unknown): ReadProblem {
  if (error instanceof OutboundRefused) return new ReadProblem('not-allowed')
  if (!(error instanceof OutboundUnreached)) return new ReadProblem('stopped')
  return new ReadProblem(NO_SUCH_NAME.has(error.code) ? 'unknown-host' : 'no-connection')
}

/**
 * Connects to a device through the guard for outgoing connections. Readings are not written into the log of outgoing calls: how a
 * device answers is shown as its health.
 *
 * @throws ReadProblem `unknown-host`, `not-allowed`, `no-connection` or `stopped`
 */
export function connectGuarded(place: Place, networks: Networks, limits: SocketLimits): Promise<Socket> {
  const reach = { allows: (address: string) => networks.has(address), allowsPlain: () => true }
  return connectOut(place, reach, limits).catch((error: unknown) => {
    throw asProblem(error)
  })
}
