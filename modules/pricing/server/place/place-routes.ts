import { pilesByIds, stationCounters } from '@wattyard/assets/server'
import { formatPrice } from '@wattyard/money'
import { type Call, labelColumn, type Route, serveCall, col } from '@wattyard/server-kit'
import {
  assignPreview,
  type AssignmentFact,
  type AssignmentVariant,
  type EffectivePrice,
  effectivePrices,
  nextAssignmentAt,
  policy,
  type PriceChange,
  type PricedPeriod,
  priceNow,
  type PricePlace,
  type PriceSnapshot,
  slotAt,
  type WirePrice,
} from '../../contract/index.ts'
import { type Place, placesOf } from './places.ts'
import type { Wiring } from '../ports.ts'
import {
  type Book,
  type BookAnswer,
  factsAt,
  lookUp,
  nextVersionAt,
  openBooks,
  snapshotsByHash,
} from '../price-book.ts'
import { policyOf } from '../versions.ts'

export function wirePrice({ period, electricity, service }: PricedPeriod): WirePrice {
  return { period, electricity: formatPrice(electricity), service: formatPrice(service) }
}

/** A place whose price is asked, with everything that decides it. */
export interface Asking {
  book: Book
  facts: readonly AssignmentFact[]
  place: PricePlace
}

interface Change {
  at: number
  kind: PriceChange['kind']
}

/** Returns the first change by people: another assignment or version. */
export function plannedChange({ book, facts, place }: Asking, answer: BookAnswer | null, at: number): Change | null {
  const assignedAt = nextAssignmentAt(facts, place, at)
  const versionAt = answer === null ? null : nextVersionAt(book, answer.policyId, at)
  if (assignedAt !== null && (versionAt === null || assignedAt <= versionAt))
    return { at: assignedAt, kind: 'assignment' }
  return versionAt === null ? null : { at: versionAt, kind: 'version' }
}

/** The first instant at which another period, version or assignment holds. */
function nextChange(planned: Change | null, snapshot: PriceSnapshot | undefined, at: number): Change | null {
  const period = snapshot ? priceNow(snapshot.tariff, at).next?.at : undefined
  return period !== undefined && (planned === null || period < planned.at) ? { at: period, kind: 'period' } : planned
}

function priceAt(asking: Asking, snapshots: ReadonlyMap<string, PriceSnapshot>, at: number): WirePrice | null {
  const answer = lookUp(asking.book, asking.facts, asking.place, at)
  const snapshot = answer?.version ? snapshots.get(answer.version.hash) : undefined
  return snapshot ? wirePrice(slotAt(snapshot.tariff, at).interval) : null
}

/** Effective prices of places at an instant, in order; null where nothing is assigned. */
async function pricesAt(
  call: Pick<Call, 'tx' | 'caller'>,
  places: readonly PricePlace[],
  at: number,
): Promise<(EffectivePrice | null)[]> {
  const { tx } = call
  const { tenantId } = call.caller
  const bookPlaces = places.map(place => ({ tenantId, stationId: place.station, pileId: place.pile }))
  const book = (await openBooks(tx, bookPlaces)).get(tenantId)
  if (!book) return places.map(() => null)
  const askings = places.map((place, i): Asking => ({ book, place, facts: factsAt(book, bookPlaces[i]!) })) // one per place
  const answers = askings.map(({ facts, place }) => lookUp(book, facts, place, at))
  // The next price may be of another version: the versions of every policy that is near are decoded too.
  const policies = new Set(askings.flatMap(({ facts }) => facts.flatMap(fact => fact.policyId ?? [])))
  const hashes = [...policies].flatMap(policy =>
    (book.versions.get(policy) ?? []).filter(({ to }) => to === null || to > at).map(({ hash }) => hash),
  )
  const snapshots = await snapshotsByHash(tx, hashes)
  return answers.map((answer, i) => {
    const asking = askings[i]
    if (!answer || !asking) return null
    const { policyId, level, variant, since } = answer
    const planned = plannedChange(asking, answer, at)
    const next = nextChange(planned, answer.version ? snapshots.get(answer.version.hash) : undefined, at)
    const withPrice = (change: Change) => ({ ...change, price: priceAt(asking, snapshots, change.at) })
    return {
      policyId,
      level,
      variant,
      since,
      versionId: answer.version?.id ?? null,
      versionNumber: answer.version?.number ?? null,
      now: priceAt(asking, snapshots, at),
      next: next && withPrice(next),
      planned: planned && planned.at !== next?.at ? withPrice(planned) : null,
    }
  })
}

/** Names of the policies in answers, one query. */
async function policyNames(
  { tx, caller }: Pick<Call, 'tx' | 'caller'>,
  answers: readonly (EffectivePrice | null)[],
): Promise<Record<string, string>> {
  const ids = [...new Set(answers.flatMap(answer => answer?.policyId ?? []))]
  const rows = ids.length
    ? await tx.query(
        { id: col.uuid, name: col.text },
        `select id, ${labelColumn(policy, caller.language)} as name from pricing_policy where tenant_id = $1 and id = any($2::uuid[])`,
        [tx.tenantId, ids],
      )
    : []
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Returns whether the place has no current type of its own, so that its fast and slow piles are looked up as well. */
function hasBothSpeeds({ level }: Place): boolean {
  return level === 'station' || level === 'tenant'
}

/** Serves the policies of the tenant, stations, piles and connectors with their origin, present prices and next changes. */
function effective({ clock }: Wiring): Route {
  return serveCall(effectivePrices, {
    work: 'read',
    async handle(call) {
      const now = clock.now()
      const places = await placesOf(call, call.input.targets)
      const asked = places.flatMap((place): PricePlace[] =>
        hasBothSpeeds(place) ? [place, { ...place, speed: 'fast' }, { ...place, speed: 'slow' }] : [place],
      )
      const answers = await pricesAt(call, asked, now)
      let i = 0
      const list = places.map(place => {
        const price = answers[i++] ?? null
        if (!hasBothSpeeds(place)) return { level: place.level, id: place.id, price }
        const fast = answers[i++] ?? null
        const slow = answers[i++] ?? null
        const differs = (other: EffectivePrice | null) => other?.policyId !== price?.policyId
        return {
          level: place.level,
          id: place.id,
          price,
          ...(differs(fast) ? { fast } : {}),
          ...(differs(slow) ? { slow } : {}),
        }
      })
      return { list, policies: await policyNames(call, answers), asOf: now }
    },
  })
}

/** Returns the policies and prices of places, together where they are the same, those of most places first. */
async function inForceAt(call: Pick<Call, 'tx' | 'caller'>, places: readonly Place[], at: number) {
  const answers = (await pricesAt(call, places, at)).filter(answer => answer !== null)
  const names = await policyNames(call, answers)
  const same = Map.groupBy(answers, ({ policyId, now }) => `${policyId} ${JSON.stringify(now)}`)
  return [...same.values()]
    .flatMap(([first, ...others]) =>
      first ? { policy: names[first.policyId] ?? '', price: first.now, places: 1 + others.length } : [],
    )
    .toSorted((a, b) => b.places - a.places)
}

/** Serves the effect of an assignment before it is made. */
function previewOfAssignment({ clock }: Wiring): Route {
  return serveCall(assignPreview, {
    work: 'read',
    async handle(call) {
      const { tx, input } = call
      const places = await placesOf(call, input.targets)
      const stations = places.filter(place => place.level === 'station').map(place => place.station)
      const counters = [...(await stationCounters(tx, stations)).values()]
      const piles = await pilesByIds(
        tx,
        places.flatMap(place => (place.level === 'pile' && place.id ? [place.id] : [])),
      )
      const overrides = await countKept(call, places, { variant: input.variant, at: clock.now() })
      const inWholeStations = counters.reduce(
        (sum, one) =>
          sum +
          (input.variant === 'fast' ? one.dcPiles : input.variant === 'slow' ? one.piles - one.dcPiles : one.piles),
        0,
      )
      return {
        wholeTenant: places.some(place => place.level === 'tenant'),
        stations: stations.length,
        piles: inWholeStations + piles.size,
        connectors:
          [...piles.values()].reduce((sum, pile) => sum + pile.connectorCount, 0) +
          counters.reduce((sum, one) => sum + one.connectors, 0) +
          places.filter(place => place.level === 'connector').length,
        keptOverrides: overrides,
        policy: input.policy ? (await policyOf(tx, input.policy)).name : null,
        inForce: await inForceAt(call, places, clock.now()),
        asOf: clock.now(),
      }
    },
  })
}

/** Assignments that are more particular than the one to be made, below its places or for fast or slow piles, and stay. */
async function countKept(
  { tx }: Call,
  places: readonly Place[],
  { variant, at }: { variant: AssignmentVariant; at: number },
): Promise<number> {
  const idsAt = (level: Place['level']) =>
    places.flatMap(place => (place.level === level && place.id ? [place.id] : []))
  const [row] = await tx.query(
    { count: col.integer },
    `select count(*)::int as count from (
       select distinct on (target, variant) policy_id from pricing_assignment
       where tenant_id = $1 and effective_from_at <= $2
         and ((level in ('pile', 'connector') and station_id = any($3::uuid[])) or (level = 'connector' and pile_id = any($4::uuid[]))
           or ($5 = 'all' and variant <> 'all' and target = any($6::text[])))
       order by target, variant, effective_from_at desc) as current
     where policy_id is not null`,
    [tx.tenantId, new Date(at), idsAt('station'), idsAt('pile'), variant, places.map(targetOf)],
  )
  return row?.count ?? 0
}

/** The `target` column of a place's assignments. */
function targetOf({ level, id, connector }: Place): string {
  return level === 'connector' ? (connector ?? '') : (id ?? '')
}

export function placeRoutes(wiring: Wiring): Route[] {
  return [effective(wiring), previewOfAssignment(wiring)]
}
