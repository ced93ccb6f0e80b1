import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type Socket, connect } from 'node:net'
import { declareSetting, settingOf } from '@wattyard/platform/server'
import type { Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import { isNetwork, type Networks, networksOf, plainAddress } from '../connection/network.ts'
import { ReadProblem } from './read-problem.ts'

/**
 * Networks in which this operator's devices are, as CIDR. The gateway speaks to an address only when both this list and
 * the installation's have it (docs/decisions/0160-reading-devices.md); both are empty at first.
 */
export const pointNetworks = declareSetting({
  key: 'gateway.pointNetworks',
  schema: z.array(z.string().max(50).refine(isNetwork, { error: 'badFormat' })).max(100),
  initial: [],
})

/**
 * Never meant by a wide network such as 0.0.0.0/0: this host, its links (cloud metadata stands there), groups. Only a
 * list of the installation that names a network inside one of these opens it.
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

/** Networks that the installation lets the gateway speak to. @throws RangeError naming a text that is none */
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

/** Where the gateway may speak to devices of a tenant. */
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

/**
 * A connection to a device. The name is resolved once, and the address that was judged is the one that is spoken to: an
 * answer of the name server that changes in between leads nowhere else.
 *
 * @throws ReadProblem `unknown-host`, `not-allowed`, `no-connection` or `stopped`
 */
export async function connectGuarded(place: Place, networks: Networks, limits: SocketLimits): Promise<Socket> {
  const found = isIP(place.host)
    ? [place.host]
    : await lookup(place.host, { all: true }).then(
        all => all.map(one => one.address),
        () => {
          throw new ReadProblem('unknown-host')
        },
      )
  const address = found.find(one => networks.has(one))
  if (address === undefined) throw new ReadProblem('not-allowed')
  return new Promise((resolve, reject) => {
    if (limits.signal?.aborted) {
      reject(new ReadProblem('stopped'))
      return
    }
    const socket = connect({ host: address, port: place.port, noDelay: true })
    const fail = (word: 'no-connection' | 'stopped') => {
      clearTimeout(timer)
      limits.signal?.removeEventListener('abort', stop)
      socket.destroy()
      reject(new ReadProblem(word))
    }
    const stop = () => fail('stopped')
    const timer = setTimeout(() => fail('no-connection'), limits.connect_ms)
    limits.signal?.addEventListener('abort', stop, { once: true })
    socket.once('error', () => fail('no-connection'))
    socket.once('connect', () => {
      clearTimeout(timer)
      limits.signal?.removeEventListener('abort', stop)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}
