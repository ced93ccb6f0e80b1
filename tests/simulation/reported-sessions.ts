import type { Evidence } from './evidence.ts'
import type { PhysicalSession } from './physical-session.ts'
import type { VirtualPile } from './virtual-pile.ts'
import type { World } from './world.ts'

export interface Told {
  pile: VirtualPile
  session: PhysicalSession
  /** Sessions of ours in which this session's start or stop is. */
  orderIds: string[]
  /** Sessions of ours that its repetitions with another clock have become. */
  retoldIds: string[]
}

/** Finds our sessions of a physical one by the device times of its start and stop, which no other message carries. */
export function reportedSessions({ piles }: World, { facts }: Pick<Evidence, 'facts'>): Told[] {
  const byStamp = new Map<string, Set<string>>()
  for (const [sessionId, list] of facts)
    for (const fact of list) {
      if (fact.kind !== 'session-started' && fact.kind !== 'session-stopped') continue
      const key = `${fact.pileId} ${fact.kind} ${fact.deviceAt}`
      byStamp.set(key, (byStamp.get(key) ?? new Set()).add(sessionId))
    }
  return piles.flatMap(pile =>
    pile.sessions.map(session => {
      const { pileId } = pile.traits
      const started = byStamp.get(`${pileId} session-started ${Date.parse(session.startStamp)}`) ?? []
      const stopped =
        session.stopStamp === null
          ? []
          : (byStamp.get(`${pileId} session-stopped ${Date.parse(session.stopStamp)}`) ?? [])
      const retold = new Set(
        session.retoldAs.flatMap(stamp => [...(byStamp.get(`${pileId} session-started ${Date.parse(stamp)}`) ?? [])]),
      ).difference(new Set(started))
      // A repetition's stop is of the same time as the stop itself. Where it finds no start it is an order of its own, and a
      // case; the stop itself has to be with its start.
      const own = new Set(started)
      const isWhole = [...stopped].some(id => own.has(id))
      if (session.retoldAs.length > 0)
        for (const id of stopped)
          if (isWhole && !own.has(id) && !facts.get(id)?.some(fact => fact.kind === 'session-started')) retold.add(id)
      const orderIds = [...new Set([...started, ...stopped])].filter(id => !retold.has(id))
      return { pile, session, orderIds, retoldIds: [...retold] }
    }),
  )
}
