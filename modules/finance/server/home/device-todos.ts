import { pilesIn, stationsByIds, type TroubledPile } from '@wattyard/assets/server'
import { type FaultNow, OFFLINE_AFTER_MS } from '@wattyard/gateway/contract'
import { faultsOfPiles } from '@wattyard/gateway/server'
import { type Caller, may, shownTo, type Tx } from '@wattyard/server-kit'
import { homeOf, type Todo } from '../../contract/index.ts'
import { personOf } from './home-figures.ts'

/** Most piles that one action of a row restarts at once, as one command takes. */
const MAX_TARGETS = 500
/** Examples named under one item; the link leads to all. */
const MAX_EXAMPLES = 3
/** Most piles with an item of their own; the others share one, as they do for people who do not repair. */
const MAX_ITEMS = 30

interface Trouble {
  readonly kind: 'fault' | 'offline'
  /** The longest first. */
  readonly piles: readonly TroubledPile[]
}

/**
 * Returns piles in fault and piles offline for long: an item of each kind, or an item for every pile where the caller's day is to
 * repair them (`Home.isByPile`).
 */
export async function deviceTodos(tx: Tx, caller: Caller, now: number): Promise<Todo[]> {
  if (!may(caller, 'assets.pile:read')) return []
  const troubles: readonly Trouble[] = [
    { kind: 'fault', piles: await pilesIn(tx, caller, { live: 'fault', before: now }) },
    { kind: 'offline', piles: await pilesIn(tx, caller, { live: 'offline', before: now - OFFLINE_AFTER_MS }) },
  ]
  const stations = await stationsByIds(
    tx,
    troubles.flatMap(({ piles }) => piles.map(one => one.stationId)),
  )
  const placeOf = ({ stationId }: TroubledPile): string => stations.get(stationId)?.name ?? ''
  const isByPile = homeOf(personOf(caller))?.isByPile ?? false
  const todos: Todo[] = []
  for (const { kind, piles } of troubles) {
    const own = isByPile ? piles.slice(0, MAX_ITEMS) : []
    const codes = kind === 'fault' ? await faultCodes(tx, own) : new Map<string, string>()
    for (const pile of own)
      todos.push(
        ofPile(kind, pile, { place: placeOf(pile), code: shownTo(caller, 'words', codes.get(pile.id) ?? null) }),
      )
    todos.push(...ofAll(kind, piles.slice(own.length), placeOf))
  }
  return todos
}

/** Returns the code of the longest fault of each pile. */
async function faultCodes(tx: Tx, piles: readonly TroubledPile[]): Promise<ReadonlyMap<string, string>> {
  const faults = await faultsOfPiles(
    tx,
    piles.map(({ id }) => id),
  )
  return new Map(faults.toReversed().map(({ pile, code }: FaultNow) => [pile.id, code]))
}

const SEVERITY = { fault: 'critical', offline: 'warning' } as const

function ofPile(
  kind: Trouble['kind'],
  { id, code, name, since }: TroubledPile,
  fault: { place: string; code: string | null },
): Todo {
  return {
    kind,
    severity: SEVERITY[kind],
    count: 1,
    since,
    subject: fault.code,
    pile: { id, code },
    examples: [`${fault.place} ${name}`.trim()],
    targets: [id],
    link: { path: '/device/devicePole', query: { open: id } },
  }
}

function ofAll(kind: Trouble['kind'], piles: readonly TroubledPile[], placeOf: (pile: TroubledPile) => string): Todo[] {
  if (piles.length === 0) return []
  return [
    {
      kind,
      severity: SEVERITY[kind],
      count: piles.length,
      since: piles[0]?.since ?? null,
      subject: null,
      examples: piles.slice(0, MAX_EXAMPLES).map(pile => `${placeOf(pile)} ${pile.name}`.trim()),
      targets: piles.slice(0, MAX_TARGETS).map(({ id }) => id),
      link: { path: '/device/deviceView', query: { state: kind } },
    },
  ]
}
