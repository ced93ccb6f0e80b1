import { retiredOrRenamed } from '@wattyard/assets/server'
import { type Database, outsideTransaction, textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import { takeNextKey } from './add-credential.ts'
import type { Connections } from './connections.ts'
import type { Credential, CredentialCache } from './credential-cache.ts'
import { CLOSE, type PileConnection } from './pile-connection.ts'

export interface KeyWatchOptions {
  db: Database
  cache: Pick<CredentialCache, 'invalidate'>
  connections: Connections
  every_ms: number
  failing(error: unknown): void
}

/**
 * Closes connections whose key is no longer valid. Changes made by this process take effect at once; changes made by other
 * processes are found by a regular check.
 */
export interface KeyWatch {
  start(): void
  stop(): Promise<void>
  /** Resolves when all started work is done. */
  idle(): Promise<void>
  /** The credentials or permissions of this identity have changed. */
  changed(identity: string): void
  /** A pile has connected; when it presented the key it was just sent, the former key becomes invalid. */
  cameIn(credential: Credential): void
}

/** Connections looked at with one question. */
const AT_ONCE = 1_000

export function createKeyWatch({ db, cache, connections, every_ms, failing }: KeyWatchOptions): KeyWatch {
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const running = new Set<Promise<void>>()

  function run(work: () => Promise<void>): void {
    if (stopped) return
    const task = outsideTransaction(work)
      .catch(failing)
      .finally(() => running.delete(task))
    running.add(task)
  }

  /** Running work may start more work, hence the loop. */
  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }

  async function check(list: readonly PileConnection[]): Promise<void> {
    for (let from = 0; from < list.length; from += AT_ONCE) {
      const some = list.slice(from, from + AT_ONCE)
      const shut = await db.platform(tx => outOfForce(tx, some), { readOnly: true })
      const gone = some.filter((_connection, i) => shut.has(i))
      for (const { runtime } of gone) cache.invalidate(runtime.identity)
      // The active connection is closed last; otherwise a held one would take its place.
      for (const connection of gone.toSorted((a, b) => Number(isActive(a)) - Number(isActive(b))))
        connection.close(CLOSE.policy, 'the key is no longer valid')
    }
  }

  const changed = (identity: string): void => {
    const own = [...connections.all()].filter(({ runtime }) => runtime.identity === identity)
    if (own.length > 0) run(() => check(own))
  }

  return {
    start() {
      timer = setInterval(() => {
        // A look that takes longer than the pause is not joined by another.
        if (running.size === 0 && connections.size > 0) run(() => check([...connections.all()]))
      }, every_ms)
      timer.unref()
    },
    async stop() {
      stopped = true
      if (timer !== null) clearInterval(timer)
      await idle()
    },
    idle,
    changed,
    cameIn(credential) {
      const { tenantId, pileId, identity, keyHash, nextKeyHash } = credential
      if (keyHash === null || keyHash !== nextKeyHash) return
      run(async () => {
        await db.platform(tx => takeNextKey(tx, { tenantId, pileId, hash: keyHash }))
        cache.invalidate(identity)
        changed(identity)
      })
    },
  }
}

const isActive = ({ standing }: PileConnection): boolean => standing === 'active'

/** Indexes of those connections whose credential is no longer valid: the key, the identity or the pile is gone. */
async function outOfForce(tx: Tx, list: readonly PileConnection[]): Promise<ReadonlySet<number>> {
  const withoutPile = await retiredOrRenamed(
    tx,
    list.map(({ runtime }) => ({ tenantId: runtime.tenantId, id: runtime.pileId, identity: runtime.identity })),
  )
  const rows = await tx.query(
    { at: col.bigint },
    `select k.at - 1 as at from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as k(tenant_id, pile_id, key_hash, at)
     left join gateway_credential c on c.tenant_id = k.tenant_id and c.pile_id = k.pile_id
     where c.pile_id is null or not c.enabled or k.key_hash not in (coalesce(c.key_hash, ''), coalesce(c.next_key_hash, ''))`,
    [
      uuidList(list.map(one => one.runtime.tenantId)),
      uuidList(list.map(one => one.runtime.pileId)),
      textList(list.map(one => one.keyHash)),
    ],
  )
  return new Set([...rows.map(row => Number(row.at)), ...withoutPile])
}
