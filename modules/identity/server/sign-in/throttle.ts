/** Fails before the first lock (trust R-04). */
export const FREE_FAILS = 5
/** Locks of the fifth fail, the sixth and so on; the last one repeats. */
export const LOCK_MINUTES = [1, 2, 4, 8, 15] as const
/** Fails older than this are forgotten. */
export const FORGET_AFTER_MS = 24 * 3_600_000
/** Most failed sign-ins of one address per minute. */
export const IP_FAILS_PER_MINUTE = 20
/** Most addresses remembered; the oldest are dropped first. */
const MAX_ADDRESSES = 50_000
const MINUTE_MS = 60_000

export interface Attempts {
  fails: number
  lastFailAt: number
  lockedUntil: number | null
}

export function isLocked(attempts: Attempts | null, now: number): boolean {
  return attempts !== null && attempts.lockedUntil !== null && attempts.lockedUntil > now
}

/** Returns the account's record after one more failed sign-in at `now` (epoch ms), which was not locked. */
export function afterFail(attempts: Attempts | null, now: number): Attempts {
  const known = attempts && now - attempts.lastFailAt < FORGET_AFTER_MS ? attempts.fails : 0
  const fails = known + 1
  const step = Math.min(fails - FREE_FAILS, LOCK_MINUTES.length - 1)
  const minutes = step >= 0 ? LOCK_MINUTES[step] : undefined
  return { fails, lastFailAt: now, lockedUntil: minutes === undefined ? null : now + minutes * MINUTE_MS }
}

/** Returns the network of an address: the /64 of IPv6, since a host owns one; IPv4 unchanged, also when written as IPv6. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map(part => part.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * Failed sign-ins by address in the last minute. Every attempt takes a place at its start and returns it on success, so that a
 * burst cannot pass before its own failures count.
 */
export class AddressThrottle {
  readonly #perMinute: number
  readonly #taken = new Map<string, number[]>()

  constructor(perMinute: number = IP_FAILS_PER_MINUTE) {
    this.#perMinute = perMinute
  }

  /** Seconds to wait, or 0 when the attempt may go on. @param now epoch ms */
  take(ip: string, now: number): number {
    const network = networkOf(ip)
    const recent = (this.#taken.get(network) ?? []).filter(at => at > now - MINUTE_MS && at <= now)
    const oldest = recent[0]
    if (recent.length >= this.#perMinute && oldest !== undefined)
      return Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000))
    recent.push(now)
    this.#taken.delete(network) // last written comes last, so the first key is the oldest
    this.#taken.set(network, recent)
    if (this.#taken.size > MAX_ADDRESSES) {
      const first = this.#taken.keys().next().value
      if (first !== undefined) this.#taken.delete(first)
    }
    return 0
  }

  giveBack(ip: string, at: number): void {
    const recent = this.#taken.get(networkOf(ip))
    const index = recent?.lastIndexOf(at) ?? -1
    if (recent && index >= 0) recent.splice(index, 1)
  }
}

/** Failures of an address in the last minutes; each process counts its own. */
export class RecentFails {
  readonly #span_ms: number
  readonly #fails = new Map<string, number[]>()

  constructor(span_ms: number) {
    this.#span_ms = span_ms
  }

  count(ip: string, now: number): number {
    return (this.#fails.get(networkOf(ip)) ?? []).filter(at => at > now - this.#span_ms && at <= now).length
  }

  note(ip: string, now: number): void {
    const network = networkOf(ip)
    const recent = (this.#fails.get(network) ?? []).filter(at => at > now - this.#span_ms).slice(-IP_FAILS_PER_MINUTE)
    this.#fails.delete(network) // last written comes last, so the first key is the oldest
    this.#fails.set(network, [...recent, now])
    if (this.#fails.size > MAX_ADDRESSES) {
      const first = this.#fails.keys().next().value
      if (first !== undefined) this.#fails.delete(first)
    }
  }
}
