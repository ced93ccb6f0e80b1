import type { Pool } from '@wattyard/server-kit'

/**
 * `crash` ends the process: nothing it does afterwards reaches the database. `cut` breaks the one connection: the
 * process lives and is told. `before` the statement has no effect; `after` it has, and nobody hears of it. A commit is
 * a statement like any other.
 */
export interface DatabaseFault {
  kind: 'crash' | 'cut'
  moment: 'before' | 'after'
  /** Statements from now until it strikes. */
  in: number
}

/** The machine of the process is gone. */
class PowerLoss extends Error {
  constructor() {
    super('the process is dead')
    this.name = 'PowerLoss'
  }
}

/** What a driver says when the server closed the connection (SQLSTATE 08006). */
class LineLost extends Error {
  readonly code = '08006'
  constructor() {
    super('Connection terminated unexpectedly')
    this.name = 'LineLost'
  }
}

export interface FaultyPool extends Pool {
  arm(fault: DatabaseFault): void
  /** Takes an armed fault back that has not struck. */
  disarm(): void
  readonly isDead: boolean
  /** Ends the process now. */
  kill(): void
  /** Faults that struck, for the run's story. */
  readonly struck: readonly string[]
}

type Connection = Awaited<ReturnType<Pool['acquire']>>['connection']

/**
 * One process's view of the database, with a fault at a chosen statement.
 *
 * @param strays takes statements sent on a connection whose transaction had ended: they would land in somebody else's
 */
export function faultyPool(base: Pool, { crashed, strays }: { crashed: () => void; strays: string[] }): FaultyPool {
  let armed: DatabaseFault | null = null
  let dead = false
  const struck: string[] = []

  function die(): void {
    if (dead) return
    dead = true
    crashed()
  }

  function strikes(): DatabaseFault | null {
    if (armed === null || --armed.in > 0) return null
    const fault = armed
    armed = null
    return fault
  }

  function guard(real: Connection): { connection: Connection; state: { lost: boolean; released: boolean } } {
    const state = { lost: false, released: false }
    const send = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
      if (state.released) strays.push(text.slice(0, 120))
      if (dead) throw new PowerLoss()
      if (state.lost || state.released) throw new LineLost()
      const fault = strikes()
      if (fault === null) return run()
      struck.push(`${fault.kind} ${fault.moment} ${text.replaceAll(/\s+/g, ' ').slice(0, 60)}`)
      // Marked at once: what is sent in the same turn must not reach the database either.
      state.lost = true
      if (fault.kind === 'crash') die()
      if (fault.moment === 'after') await run().catch(() => {})
      if (fault.kind === 'cut') throw new LineLost()
      throw new PowerLoss()
    }
    return {
      state,
      connection: {
        query: (text, values, isRecurring, before) => send(text, () => real.query(text, values, isRecurring, before)),
        script: text => send(text, () => real.script(text)),
      },
    }
  }

  return {
    size: base.size,
    arm(fault) {
      armed = { ...fault }
    },
    disarm() {
      armed = null
    },
    get isDead() {
      return dead
    },
    kill: die,
    struck,
    async acquire() {
      if (dead) throw new PowerLoss()
      const { connection: real, release } = await base.acquire()
      if (dead) {
        release()
        throw new PowerLoss()
      }
      const { connection, state } = guard(real)
      return {
        connection,
        release() {
          state.released = true
          // The server ends the transaction of a connection that is gone.
          if (!dead && !state.lost) return release()
          void real
            .script('rollback')
            .catch(() => {})
            .finally(() => release())
        },
      }
    },
    bulk: () => Promise.reject(new Error('whole tables are not moved in the simulation')),
    close: async () => {},
  }
}
