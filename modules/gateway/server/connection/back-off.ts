/** Failed tries of one identity from one address before it is locked. */
export const FREE_FAILURES = 5
export const MAX_LOCK_MS = 300_000
/** Most failed handshakes one address may cause: the burst, and the rate per second. */
export const ADDRESS_BURST = 60
export const ADDRESS_PER_SECOND = 1
const MAX_ENTRIES = 20_000
/** A pair or address that was quiet for this long starts afresh. */
const FORGET_MS = 15 * 60_000

interface Pair {
  failures: number
  lockedUntil: number
  at: number
}

interface Allowance {
  left: number
  at: number
}

/**
 * Slows down clients that fail to authenticate.
 *
 * - A pair of identity and address is locked for 1, 2, 4 … seconds after its fifth failure. Failures from other addresses do not
 *   lock it, so a stranger cannot keep a genuine pile out; and the correct key of a known identity is checked before the lock, so
 *   neither can a stranger behind the pile's own address.
 * - An address that asks for too many identities that do not exist may not ask for more of them (trust R-43). Existing identities
 *   have their own locks, so other piles at that address can still connect.
 */
export interface BackOff {
  /** Milliseconds until this pair may try again; 0 when it may. */
  locked(identity: string, address: string, now: number): number
  /** False when the address has asked for too many identities that do not exist. */
  mayLookUp(address: string, now: number): boolean
  /** @param isUnknown no credential has this identity */
  failed(identity: string, address: string, now: number, isUnknown: boolean): void
  succeeded(identity: string, address: string): void
}

export function createBackOff(): BackOff {
  const pairs = new Map<string, Pair>()
  const addresses = new Map<string, Allowance>()

  function allowance(address: string, now: number): Allowance {
    const known = addresses.get(address)
    if (known === undefined) return { left: ADDRESS_BURST, at: now }
    known.left = Math.min(ADDRESS_BURST, known.left + ((now - known.at) / 1000) * ADDRESS_PER_SECOND)
    known.at = now
    return known
  }

  return {
    locked(identity, address, now) {
      const pair = pairs.get(`${identity} ${address}`)
      return pair === undefined ? 0 : Math.max(0, pair.lockedUntil - now)
    },
    mayLookUp: (address, now) => allowance(address, now).left >= 1,
    failed(identity, address, now, isUnknown) {
      const key = `${identity} ${address}`
      const known = pairs.get(key)
      const failures = (known === undefined || now - known.at > FORGET_MS ? 0 : known.failures) + 1
      const lock = failures < FREE_FAILURES ? 0 : Math.min(MAX_LOCK_MS, 1000 * 2 ** (failures - FREE_FAILURES))
      keep(pairs, key, { failures, lockedUntil: now + lock, at: now })
      if (!isUnknown) return
      const left = allowance(address, now)
      keep(addresses, address, { left: Math.max(0, left.left - 1), at: now })
    },
    succeeded(identity, address) {
      pairs.delete(`${identity} ${address}`)
    },
  }
}

/** The oldest entry makes room: an attacker with many names only pushes out other attackers' counters. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= MAX_ENTRIES) return
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}
