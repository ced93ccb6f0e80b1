import { type Pile, pilesByIds, type Station, stationsByIds } from '@wattyard/assets/server'
import { type TenantFacts, tenantById } from '@wattyard/identity/server'
import type { Tx } from '@wattyard/server-kit'

/** Names and limits change rarely; a minute-old one is good enough for a live session. */
const KEEP_MS = 60_000
const MAX_KEPT = 50_000

/** Piles, stations and tenants by id, cached for a minute, so that a batch normally needs no query. */
export class Directory {
  readonly #piles = new Map<string, { at: number; pile: Pile }>()
  readonly #stations = new Map<string, { at: number; station: Station }>()
  readonly #tenants = new Map<string, { at: number; tenant: TenantFacts }>()

  async piles(tx: Tx, ids: readonly string[], now: number): Promise<ReadonlyMap<string, Pile>> {
    const missing = ids.filter(id => now - (this.#piles.get(id)?.at ?? 0) > KEEP_MS)
    if (missing.length) {
      if (this.#piles.size > MAX_KEPT) this.#piles.clear()
      for (const pile of (await pilesByIds(tx, missing)).values()) this.#piles.set(pile.id, { at: now, pile })
    }
    return new Map(ids.flatMap(id => (this.#piles.get(id) ? [[id, this.#piles.get(id)!.pile] as const] : []))) // looked up just before
  }

  async stations(tx: Tx, ids: readonly string[], now: number): Promise<ReadonlyMap<string, Station>> {
    const missing = ids.filter(id => now - (this.#stations.get(id)?.at ?? 0) > KEEP_MS)
    if (missing.length) {
      if (this.#stations.size > MAX_KEPT) this.#stations.clear()
      for (const station of (await stationsByIds(tx, missing)).values())
        this.#stations.set(station.id, { at: now, station })
    }
    return new Map(ids.flatMap(id => (this.#stations.get(id) ? [[id, this.#stations.get(id)!.station] as const] : []))) // as above
  }

  async tenant(tx: Tx, id: string, now: number): Promise<TenantFacts> {
    const kept = this.#tenants.get(id)
    if (kept && now - kept.at <= KEEP_MS) return kept.tenant
    const tenant = await tenantById(tx, id)
    if (!tenant) throw new Error(`no tenant ${id}`)
    this.#tenants.set(id, { at: now, tenant })
    return tenant
  }
}
