import { argon2 as nodeArgon2, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@wattyard/server-kit'

/** Cost of a password hash (RFC 9106). OWASP's minimum is 19 MiB with two passes. */
export interface HashCost {
  memory_kib: number
  passes: number
  lanes: number
}

/** Default cost: 64 MiB, three passes, about 50 ms of one core. */
export const HASH_COST: HashCost = { memory_kib: 65_536, passes: 3, lanes: 1 }
/** OWASP's minimum, about 15 ms: for machines where many people sign in and memory is short. */
export const LEAST_HASH_COST: HashCost = { memory_kib: 19_456, passes: 2, lanes: 1 }
/** Most hashes at a time; others wait. It bounds the memory to this times `memory_kib`. */
export const MAX_HASHING = 2
/** Most sign-ins waiting for a hash; further ones are refused with a request to retry. */
export const MAX_WAITING = 64

export interface PasswordHasher {
  /** PHC string (`$argon2id$v=19$m=…`). @throws Refusal `identity.tooManySignIns` when the queue is full */
  hash(password: string): Promise<string>
  /** Costs the same whether or not there is a hash to compare with. @throws as `hash` */
  verify(stored: string | null, password: string): Promise<boolean>
  /**
   * Whether a stored hash was made with another cost than the present one: with less it is weak, and with more it takes longer than
   * the look at an account that is not there, which tells who has one.
   */
  isOutdated(stored: string): boolean
}

type Native = typeof import('@node-rs/argon2')
const ARGON2ID = 2
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Returns the normal form of a password, so that the same characters typed on another keyboard match. */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC')
}

/** Runs at most `width` tasks at once and lets at most `depth` wait. */
export function limited(width: number, depth: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async task => {
    if (running >= width) {
      if (waiting.length >= depth) throw new Refusal('identity.tooManySignIns', { status: 429, params: { seconds: 2 } })
      await new Promise<void>(resolve => waiting.push(resolve)) // woken with the place handed over
    } else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

interface Phc extends HashCost {
  salt: Buffer
  tag: Buffer
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export function readPhc(text: string): Phc | null {
  const parts = PHC.exec(text)
  if (!parts) return null
  const [, m, t, p, salt = '', tag = ''] = parts
  return {
    memory_kib: Number(m),
    passes: Number(t),
    lanes: Number(p),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/**
 * Returns the same check with Node's own argon2, three times slower: a missing native package must not lock people out.
 */
export async function verifyWithNode(stored: string, password: string): Promise<boolean> {
  const phc = readPhc(stored)
  if (!phc) return false
  const { memory_kib: memory, passes, lanes: parallelism, salt: nonce, tag } = phc
  const made = await new Promise<Buffer>((resolve, reject) => {
    nodeArgon2(
      'argon2id',
      { message: password, nonce, memory, passes, parallelism, tagLength: tag.length },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
  })
  return timingSafeEqual(made, tag)
}

async function loadNative(): Promise<Native | null> {
  try {
    return await import('@node-rs/argon2')
  } catch {
    return null
  }
}

export function passwordHasher(cost: HashCost = HASH_COST): PasswordHasher {
  const take = limited(MAX_HASHING, MAX_WAITING)
  const native = loadNative()
  const options = {
    memoryCost: cost.memory_kib,
    timeCost: cost.passes,
    parallelism: cost.lanes,
    algorithm: ARGON2ID,
    outputLen: TAG_BYTES,
  }
  /** Hash to compare with when there is no account, so that a miss costs as much as a hit. */
  const dummy = `$argon2id$v=19$m=${cost.memory_kib},t=${cost.passes},p=${cost.lanes}$${unpadded(Buffer.alloc(SALT_BYTES, 7))}$${unpadded(Buffer.alloc(TAG_BYTES, 7))}`

  async function check(stored: string, password: string): Promise<boolean> {
    const library = await native
    return library ? library.verify(stored, password) : verifyWithNode(stored, password)
  }

  return {
    async hash(password) {
      const library = await native
      if (!library) throw new Error('passwords cannot be set: @node-rs/argon2 is missing on this machine')
      return take(() => library.hash(normalisePassword(password), options))
    },
    verify: (stored, password) =>
      take(async () => {
        const real = stored !== null && readPhc(stored) !== null
        const matches = await check(real ? stored : dummy, normalisePassword(password))
        return real && matches
      }),
    isOutdated(stored) {
      const phc = readPhc(stored)
      return !phc || phc.memory_kib !== cost.memory_kib || phc.passes !== cost.passes
    },
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
