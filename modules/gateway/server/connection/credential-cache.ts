import { type PileProtocol, PILE_PROTOCOLS } from '@wattyard/assets/contract'
import { pileIdentities } from '@wattyard/assets/server'
import type { ConnectorState, DeviceIdentity, ReadingMend } from '@wattyard/ocpp-frame'
import { type Database, type Tx, col } from '@wattyard/server-kit'
import { CREDENTIAL_TTL_MS, MAX_CACHED_CREDENTIALS, UNKNOWN_IDENTITY_TTL_MS } from '../limits.ts'
import { type PileInfo, pilesToAdmit } from '../piles.ts'
import { type MapChange, mapsOfPiles, NO_READINGS, writeMapChanges } from '../points/pile-maps.ts'
import { statesOfShared } from '../state/read-states.ts'
import { type Networks, networksOf } from './network.ts'

/** How one pile may connect, with what is known of it before its first message. */
export interface Credential extends PileInfo {
  keyHash: string | null
  /** Hash of a key that is being sent to the pile: the pile may use either key until it answers. */
  nextKeyHash: string | null
  profile: 'plain' | 'tls'
  /** Empty means every version the gateway supports. */
  protocols: readonly PileProtocol[]
  /** Null means any network. */
  networks: Networks | null
  enabled: boolean
  skew_ms: number | null
  device: DeviceIdentity | null
  /** Corrections that its model's point map makes to readings; the same list object as long as the map is the same. */
  readings: readonly ReadingMend[]
  /** Last reported connector states; empty when no EVSE of the pile has several connectors. */
  connectorStates: ReadonlyMap<number, ConnectorState>
}

interface Entry {
  credentials: readonly Credential[]
  expires: number
}

/**
 * Credentials by identity, looked up for all waiting handshakes in one query, because in a reconnect storm thousands of piles
 * connect at the same moment. One identity may exist in several tenants; the key tells them apart.
 */
export interface CredentialCache {
  /** From memory; undefined when a look-up is needed. */
  known(identity: string): readonly Credential[] | undefined
  /** Whether this identity existed at its last look-up, however long ago that was. */
  exists(identity: string): boolean
  /** Loads all identities before piles may connect, so that no pile counts as unknown because of a restart. */
  fill(): Promise<void>
  find(identity: string): Promise<readonly Credential[]>
  invalidate(identity: string): void
  clear(): void
}

export function createCredentialCache(db: Database, now: () => number): CredentialCache {
  const entries = new Map<string, Entry>()
  const existing = new Set<string>()
  let waiting = new Map<string, Promise<readonly Credential[]>>()
  let gathering: Promise<Map<string, Credential[]>> | null = null
  let running: Promise<unknown> = Promise.resolve()
  /** Counts invalidations, so that a look-up that began before one is not kept. */
  let epoch = 0

  function known(identity: string): readonly Credential[] | undefined {
    const entry = entries.get(identity)
    return entry !== undefined && entry.expires > now() ? entry.credentials : undefined
  }

  async function lookUp(): Promise<Map<string, Credential[]>> {
    // Every request made while the previous look-up is running joins this one.
    await running
    const identities = [...waiting.keys()]
    waiting = new Map()
    gathering = null
    const look = db
      .platform(tx => readCredentials(tx, identities, now()), { readOnly: true })
      .then(found => withNewMaps(db, found))
    running = look.catch(() => undefined)
    return look
  }

  async function find(identity: string): Promise<readonly Credential[]> {
    const cached = known(identity)
    if (cached !== undefined) return cached
    const pending = waiting.get(identity)
    if (pending !== undefined) return pending
    const asked = epoch
    gathering ??= lookUp()
    const gathered = gathering
    const answer = gathered.then(found => {
      const credentials = found.get(identity) ?? []
      const ttl = credentials.length === 0 ? UNKNOWN_IDENTITY_TTL_MS : CREDENTIAL_TTL_MS
      if (asked === epoch) keep(identity, { credentials, expires: now() + ttl })
      return credentials
    })
    waiting.set(identity, answer)
    return answer
  }

  function keep(identity: string, entry: Entry): void {
    entries.delete(identity)
    entries.set(identity, entry)
    if (entry.credentials.length === 0) existing.delete(identity)
    else if (existing.size < MAX_CACHED_CREDENTIALS) existing.add(identity)
    if (entries.size <= MAX_CACHED_CREDENTIALS) return
    const oldest = entries.keys().next().value
    if (oldest !== undefined) entries.delete(oldest)
  }

  return {
    known,
    exists: identity => existing.has(identity),
    async fill() {
      const identities = await db.platform(tx => pileIdentities(tx, MAX_CACHED_CREDENTIALS), { readOnly: true })
      for (const identity of identities) existing.add(identity)
    },
    find,
    invalidate(identity) {
      epoch++
      entries.delete(identity)
      // A key was made for it, if it was not there before.
      existing.add(identity)
    },
    clear() {
      epoch++
      entries.clear()
    },
  }
}

const ROW = {
  pile_id: col.uuid,
  key_hash: col.text.orNull,
  next_key_hash: col.text.orNull,
  profile: col.oneOf(['plain', 'tls']),
  protocols: col.textsOf(PILE_PROTOCOLS),
  networks: col.texts,
  enabled: col.boolean,
  skew_ms: col.bigint.orNull,
  vendor: col.text.orNull,
  model: col.text.orNull,
  firmware: col.text.orNull,
}

const NO_STATES: ReadonlyMap<number, ConnectorState> = new Map()

interface Found {
  credentials: Map<string, Credential[]>
  /** Piles whose model now has another map than the one they last ran. */
  changed: readonly MapChange[]
}

/** A change of map is written down before the first frame that is read by it. */
async function withNewMaps(db: Database, { credentials, changed }: Found): Promise<Map<string, Credential[]>> {
  if (changed.length > 0) await db.platform(tx => writeMapChanges(tx, changed))
  return credentials
}

async function readCredentials(tx: Tx, identities: readonly string[], now: number): Promise<Found> {
  const piles = await pilesToAdmit(tx, identities)
  const maps = await mapsOfPiles(tx, [...piles.values()], now)
  const rows = await tx.query(
    ROW,
    `select c.pile_id, c.key_hash, c.next_key_hash, c.profile, c.protocols, c.networks, c.enabled, s.skew_ms, s.vendor, s.model, s.firmware
     from unnest($1::uuid[], $2::uuid[]) as p(tenant_id, pile_id)
     join gateway_credential c on c.tenant_id = p.tenant_id and c.pile_id = p.pile_id
     left join gateway_pile_state s on s.tenant_id = c.tenant_id and s.pile_id = c.pile_id`,
    [[...piles.values()].map(pile => pile.tenantId), [...piles.keys()]],
  )
  const states = await statesOfShared(tx, [...piles.values()])
  const found = new Map<string, Credential[]>()
  for (const row of rows) {
    const pile = piles.get(row.pile_id)
    if (pile === undefined) continue
    const { skew_ms, vendor } = row
    const credential: Credential = {
      ...pile,
      keyHash: row.key_hash,
      nextKeyHash: row.next_key_hash,
      profile: row.profile,
      protocols: row.protocols,
      networks: row.networks.length === 0 ? null : networksOf(row.networks),
      enabled: row.enabled,
      skew_ms: skew_ms === null ? null : Number(skew_ms),
      device: vendor === null ? null : { vendor, model: row.model ?? '', firmware: row.firmware },
      readings: maps.readings.get(row.pile_id) ?? NO_READINGS,
      connectorStates: states.get(row.pile_id) ?? NO_STATES,
    }
    found.set(pile.identity, [...(found.get(pile.identity) ?? []), credential])
  }
  return { credentials: found, changed: maps.changed }
}
