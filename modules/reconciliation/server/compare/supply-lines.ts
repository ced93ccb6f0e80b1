import type { BusinessDay } from '@wattyard/time'
import { type AccountLine, linesOfDays, linesOfJournals, linesOfSources } from '@wattyard/ledger/server'
import type { Tx } from '@wattyard/server-kit'
import { type Item, itemOfLine, outcome } from '../../contract/index.ts'
import {
  MOVEMENT_SOURCES,
  movementsBehind,
  type MovementTerms,
  type OurMovement,
  ourMovements,
} from './our-movements.ts'

/** Our movements that were read, by their ids: a day has a million of them, so no more is kept than their postings ask for. */
export interface KnownMovements {
  /** Keeps movements; returns those of their items that the comparison needs. */
  take(page: readonly OurMovement[]): Item[]
  /** Keeps movements of days that are not compared, so that their postings are called by their numbers. */
  learn(page: readonly OurMovement[]): void
  has(id: string): boolean
  /** What postings of a movement are called; null where their source tells, and for one that is not known. */
  causeOf(id: string): OurMovement['cause']
  /** By source, the ids of those that were taken and have postings that no day of the window has. */
  readonly bookedOutside: ReadonlyMap<string, readonly string[]>
}

interface Window {
  readonly from: BusinessDay
  readonly to: BusinessDay
}

export interface LinesOptions extends MovementTerms {
  readonly accountIds: readonly string[]
  readonly isShared: boolean
  readonly window: Window
}

const isOutside = (day: BusinessDay | null, { from, to }: Window) => day !== null && (day < from || day > to)

export function createKnownMovements(window: Window, isWanted: (item: Item) => boolean): KnownMovements {
  const causes = new Map<string, OurMovement['cause']>()
  const bookedOutside = new Map<string, string[]>(MOVEMENT_SOURCES.map(source => [source, []]))
  const learn = (page: readonly OurMovement[]) => {
    for (const { item, cause } of page) causes.set(item.id, cause)
  }
  return {
    learn,
    has: id => causes.has(id),
    causeOf: id => causes.get(id) ?? null,
    bookedOutside,
    take(page) {
      learn(page)
      for (const { item, source, booked } of page)
        if (booked.some(day => isOutside(day, window))) bookedOutside.get(source)?.push(item.id)
      return page.map(({ item }) => item).filter(isWanted)
    },
  }
}

/**
 * Yields the postings of an account as items: those of the days, those that are wanted, and those of movements of these days that were
 * booked on others. What caused a posting is known whenever it was; it is compared with its own day, so a posting without it is told.
 */
export async function* supplyLines(
  tx: Tx,
  of: LinesOptions,
  known: KnownMovements,
  isWanted: (item: Item) => boolean,
  wanted: ReadonlySet<string>,
): AsyncGenerator<Item[]> {
  const { tenantId, accountIds, window } = of
  async function* withCauses(lines: readonly AccountLine[]): AsyncGenerator<Item[]> {
    const ids = movementsBehind(lines).filter(id => !known.has(id))
    if (ids.length > 0) for await (const page of ourMovements(tx, of, { ids })) known.learn(page)
    yield itemsOfLines(lines, of, known).filter(isWanted)
  }
  for await (const page of linesOfDays(tx, tenantId, accountIds, window)) yield* withCauses(page)
  const journals = [...new Set([...wanted].map(id => id.split('/')[0] ?? ''))]
  const seen = new Set(journals)
  if (journals.length > 0) {
    const ids = new Set(wanted)
    const lines = await linesOfJournals(tx, tenantId, accountIds, journals)
    yield* withCauses(lines.filter(({ journalId, line }) => ids.has(`${journalId}/${line}`)))
  }
  for (const [source, ids] of known.bookedOutside) {
    if (ids.length === 0) continue
    const lines = await linesOfSources(tx, tenantId, accountIds, source, ids)
    const others = lines.filter(({ bookedOn, journalId }) => isOutside(bookedOn, window) && !seen.has(journalId))
    yield itemsOfLines(others, of, known).filter(isWanted)
  }
}

/**
 * Returns postings as items. Where the account is shared with other channels, only those that movements of this one caused are its own;
 * what a posting moves within the account is nothing.
 */
function itemsOfLines(
  lines: readonly AccountLine[],
  { isShared, currency }: LinesOptions,
  known: Pick<KnownMovements, 'has' | 'causeOf'>,
): Item[] {
  const inside = new Map<string, number>()
  for (const { journalId, line } of lines)
    inside.set(`${journalId}/${line}`, (inside.get(`${journalId}/${line}`) ?? 0) + 1)
  return lines
    .filter(({ journalId, line, source }) => {
      const isOwn = known.has(source.id) || (source.type === outcome.name && !isShared)
      return inside.get(`${journalId}/${line}`) === 1 && (!isShared || isOwn)
    })
    .map(line => itemOfLine({ ...line, currency }, known.causeOf(line.source.id)))
}
