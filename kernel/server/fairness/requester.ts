/**
 * On whose behalf something is done, for sharing what there is little of: connections to the database, memory for bodies,
 * open streams. `piles` is the gateway's ingest, `own` what the product does by itself, `people` every call by HTTP.
 */
export interface Requester {
  readonly kind: 'piles' | 'own' | 'people'
  /** Whose people: a tenant's id, or strangers. Empty for the others. */
  readonly group: string
  /** One session, or the address of who has shown none. */
  readonly name: string
  /** How long a turn may be waited for, where the usual time is too short or too long. */
  readonly wait_ms?: number
}

export const PILES: Requester = { kind: 'piles', group: '', name: '' }
export const OWN: Requester = { kind: 'own', group: '', name: '' }

/** Group of everybody who has not shown a session that is known to be good. */
export const STRANGERS = 'strangers'

export const strangerAt = (address: string): Requester => ({ kind: 'people', group: STRANGERS, name: address })
