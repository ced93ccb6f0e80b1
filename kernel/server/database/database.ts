import { AsyncLocalStorage } from 'node:async_hooks'
import { isId } from '../new-id.ts'
import { type Requester, OWN } from '../fairness/requester.ts'
import { createTurns, TURN_WAIT_MS } from '../fairness/turns.ts'
import type { DatabaseLine } from './database-line.ts'
import { type TransactionLine, transactionLine } from './transaction-line.ts'
import { type BulkConnection, type Connection, Tx } from './tx.ts'

/** A pool of connections. */
export interface Pool {
  /** Connections at most. */
  readonly size: number
  /** Where a server is behind it that may be away. */
  readonly line?: DatabaseLine
  acquire(): Promise<{ connection: Connection; release(broken?: boolean): void }>
  /** For backup and restore alone: roles, transactions and patience are the caller's business. */
  bulk(): Promise<{ connection: BulkConnection; release(): Promise<void> }>
  close(): Promise<void>
}

export interface TransactionOptions {
  /** Refuses every write in the database itself; guests and reports use it. */
  readOnly?: boolean
  /** One snapshot for several reads, for totals that must agree with each other. */
  snapshot?: boolean
}

export interface Database {
  /** A transaction inside one tenant: row-level security admits nothing else. */
  tenant<T>(tenantId: string, run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** A transaction of the platform itself, over every tenant: gateway, jobs, migrations of data. */
  platform<T>(run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * One transaction for a request: `find` looks the caller up as the platform, then the transaction
   * becomes the caller's tenant (read-only when the caller may only read). Without a caller it stays
   * the platform's; only public routes get that far.
   */
  request<C extends { tenantId: string; readOnly: boolean }, T>(
    find: (tx: Tx) => Promise<C | null>,
    run: (tx: Tx, caller: C | null) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>
  /** The same database for somebody: whose turn it is at the pool is settled between those who ask. */
  as(asker: Requester): Database
  /** Resolves when the server can be reached, for loops that have met a `DatabaseAway` and would only ask again. */
  whenHere(): Promise<void>
  close(): Promise<void>
}

const inside = new AsyncLocalStorage<true>()

/** Thrown when a handler asks for a second transaction while it holds one: with a small pool that is a deadlock. */
export class NestedTransaction extends Error {
  constructor() {
    super('a transaction was opened inside another; pass the tx down instead')
    this.name = 'NestedTransaction'
  }
}

/** The statements that open a transaction as the least privileged role that can do the work. */
function opening(tenantId: string | null, options: TransactionOptions): string[] {
  const mode = `${options.snapshot ? ' isolation level repeatable read' : ''}${options.readOnly ? ' read only' : ''}`
  return [`begin${mode}`, ...(tenantId === null ? ['set local role wattyard_platform'] : becomeTenant(tenantId))]
}

function becomeTenant(tenantId: string): string[] {
  if (!isId(tenantId)) throw new Error('tenant id is not a uuid')
  return ['set local role wattyard_tenant', `set local wattyard.tenant_id = '${tenantId}'`]
}

type Work<T> = (tx: Tx, line: TransactionLine) => Promise<{ result: T; last: Tx }>

/** @param wait_ms how long a call of a person waits for its turn */
export function databaseOn(pool: Pool, { wait_ms = TURN_WAIT_MS }: { wait_ms?: number } = {}): Database {
  const turns = createTurns(pool.size, wait_ms)

  async function transaction<T>(
    asker: Requester,
    open: readonly string[],
    work: Work<T>,
    tenantId: string | null,
  ): Promise<T> {
    if (inside.getStore()) throw new NestedTransaction()
    const endTurn = await turns.take(asker)
    try {
      return await within(open, work, tenantId)
    } finally {
      endTurn()
    }
  }

  async function within<T>(open: readonly string[], work: Work<T>, tenantId: string | null): Promise<T> {
    const { connection, release } = await pool.acquire()
    const line = transactionLine(connection, open)
    // A transaction that no statement needed was never opened.
    const endBy = async (how: 'commit' | 'rollback'): Promise<void> => {
      line.end()
      if (line.isOpen) await connection.script(how)
    }
    let broken = false
    try {
      const { result, last } = await inside.run(true, () => work(new Tx(line, tenantId, true), line))
      await endBy('commit')
      last.committed()
      return result
    } catch (error) {
      await endBy('rollback').catch(() => {
        broken = true
      })
      throw error
    } finally {
      release(broken)
    }
  }

  function viewOf(asker: Requester): Database {
    const run = <T>(tenantId: string | null, work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> =>
      transaction(asker, opening(tenantId, options), async tx => ({ result: await work(tx), last: tx }), tenantId)
    return {
      request: (find, work, options = {}) =>
        transaction(
          asker,
          // Read-only begins after `find`: looking a session up may note that it was seen.
          opening(null, { ...options, readOnly: false }),
          (tx, line) => asCaller(tx, line, find, work, options),
          null,
        ),
      tenant: (tenantId, work, options = {}) => run(tenantId, work, options),
      platform: (work, options = {}) => run(null, work, options),
      as: viewOf,
      whenHere: () => pool.line?.whenHere() ?? Promise.resolve(),
      close: () => pool.close(),
    }
  }
  return viewOf(OWN)
}

/** Finds the caller as the platform, becomes the caller's tenant, and runs the work there. */
async function asCaller<C extends { tenantId: string; readOnly: boolean }, T>(
  tx: Tx,
  line: TransactionLine,
  find: (tx: Tx) => Promise<C | null>,
  work: (tx: Tx, caller: C | null) => Promise<T>,
  options: TransactionOptions,
): Promise<{ result: T; last: Tx }> {
  const caller = await find(tx)
  if (options.readOnly || caller?.readOnly) line.first(['set transaction read only'])
  if (!caller) return { result: await work(tx, null), last: tx }
  line.first(becomeTenant(caller.tenantId))
  // What a person asks is planned for its values: one plan for all of them reads a rare kind of a long log from end to end.
  const inner = new Tx(line, caller.tenantId)
  return { result: await work(inner, caller), last: inner }
}

/** Leaves the current transaction's context, for work that outlives it (timers, after-commit wake-ups). */
export function outsideTransaction<T>(run: () => T): T {
  return inside.exit(run)
}
