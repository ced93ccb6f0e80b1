import type { CurrentType } from '@wattyard/assets/contract'
import { connectorKey, pilesByIds } from '@wattyard/assets/server'
import type { Tx } from '@wattyard/server-kit'
import { type AssignmentLevel, type PriceSnapshot, type RatingPolicy, speedOf, type Tariff } from '../contract/index.ts'
import { factsAt, lookUp, openBooks, snapshotsByHash } from './price-book.ts'

/** A session that starts. */
export interface SessionStart {
  tenantId: string
  stationId: string
  pileId: string
  /** Number of the connector within the pile from 1; null when the pile did not send it. */
  connector: number | null
  /** Epoch ms. */
  at: number
  /** Current type of the pile, if the caller knows it. Otherwise it is read where a fast or slow variant depends on it. */
  currentType?: CurrentType
}

/** Price of a session, fixed at its start. */
export interface StartTariff {
  versionId: string
  /** SHA-256 of the snapshot; `versionSnapshots` gives its text. */
  hash: string
  tariff: Tariff
  /** Rounding and decimals. */
  policy: RatingPolicy
  policyId: string
  versionNumber: number
  /** Level of the assignment. */
  level: AssignmentLevel
}

/**
 * Returns the tariff of each start, in order. Null when no policy is assigned or the policy has no version in force; charging
 * then reports an unpriced session.
 *
 * The whole batch takes one indexed read while nothing changes; assignments and decoded tariffs are cached per revision of the
 * tenant.
 */
export async function tariffsForStarts(tx: Tx, starts: readonly SessionStart[]): Promise<(StartTariff | null)[]> {
  if (starts.length === 0) return []
  const books = await openBooks(tx, starts)
  const types = await currentTypes(tx, starts, start => {
    const book = books.get(start.tenantId)
    return book !== undefined && factsAt(book, start).some(fact => fact.variant !== 'all')
  })
  const answers = starts.map(start => {
    const book = books.get(start.tenantId)
    if (!book) return null
    const place = {
      station: start.stationId,
      pile: start.pileId,
      connector: start.connector === null ? undefined : connectorKey(start.pileId, start.connector),
      speed: speedOf(start.currentType ?? types.get(start.pileId)),
    }
    return lookUp(book, factsAt(book, start), place, start.at)
  })
  const snapshots = await snapshotsByHash(
    tx,
    answers.flatMap(answer => answer?.version?.hash ?? []),
  )
  return answers.map(answer => {
    const version = answer?.version
    const snapshot = version ? snapshots.get(version.hash) : undefined
    if (!answer || !version || !snapshot) return null
    const { tariff, policy } = snapshot
    return {
      versionId: version.id,
      hash: version.hash,
      tariff,
      policy,
      policyId: answer.policyId,
      versionNumber: version.number,
      level: answer.level,
    }
  })
}

/**
 * Returns the tariff of stations at an instant, in order: that of their fast piles, where fast and slow ones differ. Piles with a
 * price of their own do not count. Null as above.
 */
export async function tariffsForStations(
  tx: Tx,
  { tenantId, stationIds, at }: { tenantId: string; stationIds: readonly string[]; at: number },
): Promise<(Pick<StartTariff, 'hash' | 'tariff'> | null)[]> {
  if (stationIds.length === 0) return []
  const places = stationIds.map(stationId => ({ tenantId, stationId }))
  const book = (await openBooks(tx, places)).get(tenantId)
  if (!book) return stationIds.map(() => null)
  const hashes = places.map(
    place => lookUp(book, factsAt(book, place), { station: place.stationId, speed: 'fast' }, at)?.version?.hash ?? '',
  )
  const snapshots = await snapshotsByHash(tx, hashes.filter(Boolean))
  return hashes.map(hash => {
    const snapshot = snapshots.get(hash)
    return snapshot ? { hash, tariff: snapshot.tariff } : null
  })
}

async function currentTypes(
  tx: Tx,
  starts: readonly SessionStart[],
  matters: (start: SessionStart) => boolean,
): Promise<ReadonlyMap<string, CurrentType>> {
  const unknown = starts.filter(start => start.currentType === undefined && matters(start))
  if (unknown.length === 0) return new Map()
  const piles = await pilesByIds(
    tx,
    unknown.map(start => start.pileId),
  )
  return new Map([...piles].map(([id, pile]) => [id, pile.currentType]))
}

/** Returns the decoded price snapshots of orders by hash; unknown hashes are missing. */
export function versionSnapshots(tx: Tx, hashes: readonly string[]): Promise<ReadonlyMap<string, PriceSnapshot>> {
  return snapshotsByHash(tx, hashes)
}
