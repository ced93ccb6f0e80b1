import { type Energy, formatEnergy, formatNano, type Nano, sumEnergy, sumNano } from '@wattyard/money'
import type { ImportReport, ImportTotals, PreviewRow } from '../../contract/index.ts'
import type { ImportedSession, ReadSessions, RefusedRow } from './read-rows.ts'

/** Most refused rows that the report lists; the counts cover all. */
export const MAX_REPORTED = 2_000
/** Rows that a dry run shows as they would be stored. */
const PREVIEWED = 12

/** Summary of a file by itself, independent of stored sessions. */
export interface FileSummary
  extends Pick<
    ImportReport,
    | 'rows'
    | 'accepted'
    | 'doubted'
    | 'doubts'
    | 'notes'
    | 'refused'
    | 'refusals'
    | 'preview'
    | 'refusedRows'
    | 'doubtedRows'
  > {
  totals: Omit<ImportReport['totals'], 'added'>
  /** Sum over all rows with readable energy. */
  energy: Energy
}

/** Sums collected exactly and formatted once. */
export interface Sums {
  rows: number
  energy: Energy[]
  /** By currency. */
  prices: Map<string, Nano[]>
}

export const noSums = (): Sums => ({ rows: 0, energy: [], prices: new Map() })

export function addSession(sums: Sums, { energy, price }: ImportedSession): void {
  sums.rows++
  sums.energy.push(energy)
  if (price) addPrice(sums, price.nano, price.currency)
}

function addRefused(sums: Sums, { energy, price, currency }: RefusedRow): void {
  sums.rows++
  if (energy !== null) sums.energy.push(energy)
  if (price !== null && currency !== null) addPrice(sums, price, currency)
}

function addPrice({ prices }: Sums, price: Nano, currency: string): void {
  const list = prices.get(currency)
  if (list) list.push(price)
  else prices.set(currency, [price])
}

export function totalsOf({ rows, energy, prices }: Sums): ImportTotals {
  return {
    rows,
    energy_kwh: formatEnergy(sumEnergy(energy)),
    prices: Object.fromEntries([...prices].map(([currency, list]) => [currency, formatNano(sumNano(list))])),
  }
}

/** Returns counts, sums and first rows of a file. It takes seconds for a large file and therefore runs on the parsing thread. */
export function summariseFile({ sessions, refused, rows, notes }: ReadSessions): FileSummary {
  const doubted = sessions.filter(session => session.doubts.length > 0)
  const [all, accepted, left] = [noSums(), noSums(), noSums()]
  for (const session of sessions) for (const sums of [all, accepted]) addSession(sums, session)
  for (const row of refused) for (const sums of [all, left]) addRefused(sums, row)
  return {
    rows,
    accepted: sessions.length,
    doubted: doubted.length,
    doubts: countWords(doubted, session => session.doubts),
    notes,
    refused: refused.length,
    refusals: countWords(refused, row => row.reasons),
    totals: { all: totalsOf(all), accepted: totalsOf(accepted), refused: totalsOf(left) },
    energy: sumEnergy(all.energy),
    preview: previewOf(sessions, refused),
    refusedRows: refused.slice(0, MAX_REPORTED).map(({ line, reasons, text }) => ({ line, reasons, text })),
    doubtedRows: doubted.slice(0, MAX_REPORTED).map(session => ({
      line: session.line,
      doubts: session.doubts,
      station: session.station,
      startedAt: session.startedAt,
      energy_kwh: formatEnergy(session.energy),
    })),
  }
}

/** The first rows of the file, as they would be stored or why they would not. */
function previewOf(sessions: readonly ImportedSession[], refused: readonly RefusedRow[]): PreviewRow[] {
  const taken = sessions.slice(0, PREVIEWED).map(
    (one): PreviewRow => ({
      line: one.line,
      problems: [],
      doubts: one.doubts,
      session: {
        key: one.sourceKey,
        station: one.station,
        connector: one.connector,
        site: one.site,
        startedAt: one.startedAt,
        endedAt: one.endedAt,
        energy_kwh: formatEnergy(one.energy),
        price: one.price && `${formatNano(one.price.nano)} ${one.price.currency}`,
      },
      text: '',
    }),
  )
  const left = refused
    .slice(0, PREVIEWED)
    .map(({ line, reasons, text }): PreviewRow => ({ line, problems: reasons, doubts: [], session: null, text }))
  return [...taken, ...left].toSorted((a, b) => a.line - b.line).slice(0, PREVIEWED)
}

function countWords<T>(list: readonly T[], wordsOf: (one: T) => readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of list) for (const word of wordsOf(one)) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
