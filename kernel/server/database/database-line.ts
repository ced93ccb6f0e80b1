import { setTimeout as sleep } from 'node:timers/promises'

/** Pauses between two questions whether a server that was lost is back; the last serves for all further ones. */
const ASK_MS = [0, 50, 100, 250]

/** SQLSTATE of a server that ends, is about to or has only just begun (PostgreSQL, appendix A). */
const STATES = /^(08...|57P0[123])$/
const SYSTEM_ERRORS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])
/** What the driver says without a code. */
const WORDS = /Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool/

/**
 * The database cannot be reached. Of what was under way nobody knows whether it happened: a commit may have come through
 * unheard. Its code is that of SQL's own "connection failure".
 */
export class DatabaseAway extends Error {
  readonly code = '08006'
  constructor(cause?: unknown) {
    super('the database cannot be reached', { cause })
    this.name = 'DatabaseAway'
  }
}

/** Returns whether an error says that the line to the server is gone, and nothing of what was asked. */
export function isLineFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect' // no socket is there
  return SYSTEM_ERRORS.has(code) || STATES.test(code) || (code === '' && WORDS.test(error.message))
}

/** Told once when the server is lost and once when it is back, whatever its callers ask meanwhile. */
export interface LineNews {
  away(cause: unknown): void
  back(away_ms: number): void
}

/**
 * Whether the server can be reached. The first caller that finds it gone makes one asker look for it; the others are
 * refused at once until it is back, instead of each of them waiting at a door that is closed.
 */
export interface DatabaseLine {
  readonly isAway: boolean
  /** Resolves when the server can be reached: at once when nobody has found it gone. */
  whenHere(): Promise<void>
  /** Somebody met a line fault; gives what that person is to be told. */
  broken(cause: unknown): DatabaseAway
  /** Nobody gets an answer any more: who comes now is refused at once. */
  lost(cause: unknown): void
  close(): void
}

export function createLine(ask: () => Promise<unknown>, news: LineNews | null): DatabaseLine {
  let looking: Promise<void> | null = null
  let isAway = false
  let isClosed = false

  function goAway(cause: unknown): void {
    if (!isAway) news?.away(cause)
    isAway = true
  }

  async function look(cause: unknown): Promise<void> {
    const since = performance.now()
    for (let attempt = 0; !isClosed; attempt++) {
      await sleep(ASK_MS[Math.min(attempt, ASK_MS.length - 1)])
      try {
        await ask()
        break
      } catch {
        // One connection may end alone; only who cannot get another is cut off.
        goAway(cause)
      }
    }
    if (isAway && !isClosed) news?.back(performance.now() - since)
    isAway = false
  }

  function startLooking(cause: unknown): void {
    looking ??= look(cause).finally(() => {
      looking = null
    })
  }

  return {
    get isAway() {
      return isAway
    },
    whenHere: () => looking ?? Promise.resolve(),
    broken(cause) {
      startLooking(cause)
      return new DatabaseAway(cause)
    },
    lost(cause) {
      goAway(cause)
      startLooking(cause)
    },
    close() {
      isClosed = true
    },
  }
}
