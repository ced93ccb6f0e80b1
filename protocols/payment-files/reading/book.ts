import { createHash } from 'node:crypto'
import { isZone, TimeError } from '@wattyard/time'
import { FINDING_LEVELS, type Finding, type FindingCode, MAX_FINDINGS_PER_CODE, MAX_VALUE_LENGTH } from './findings.ts'
import {
  type FileFacts,
  type FileFormat,
  type FileItem,
  MAX_SEEN,
  type PaymentRow,
  type ReaderOptions,
  type StatementFacts,
  type TotalName,
} from './result.ts'
import { createSeenKeys } from './seen-keys.ts'

/** What every reader writes into: items to hand out, totals, digests, what was seen. */
export interface Book {
  hash(bytes: Uint8Array): void
  finding(line: number, column: string | null, code: FindingCode, value: string): void
  row(row: PaymentRow): void
  /** A line that should have been a row; the finding that says why is separate. */
  unread(): void
  /** Notes the key of a row and reports it when an earlier row had it. */
  key(key: string, line: number, column: string): void
  merchant(name: string): void
  /**
   * A merchant or account, checked against the expected one. Rows of a service provider name two.
   * @param spellings other ways to write it that count as the same; absent: none
   */
  checkMerchant(line: number, column: string, names: readonly string[], spellings?: readonly string[]): void
  day(line: number, column: string, day: string): void
  count(name: TotalName, value: bigint): void
  declare(name: TotalName, value: bigint): void
  statement(facts: StatementFacts): void
  rows(): number
  take(): FileItem[]
  close(lines: number): { readonly items: FileItem[]; readonly facts: FileFacts }
}

/** @throws TimeError `time.unknown-zone` for a zone this machine does not know: a mistake of the caller, not of the file */
export function createBook(format: FileFormat, parserVersion: number, { zone, expected = {} }: ReaderOptions): Book {
  if (!isZone(zone)) throw new TimeError('time.unknown-zone', JSON.stringify(zone.slice(0, 64)))
  const sha1 = createHash('sha1')
  const sha256 = createHash('sha256')
  const seen = createSeenKeys()
  const counted = new Map<TotalName, bigint>()
  const declared = new Map<TotalName, bigint>()
  const counts = new Map<FindingCode, number>()
  const merchants = new Set<string>()
  const days = new Set<string>()
  const statements: StatementFacts[] = []
  let items: FileItem[] = []
  let bytes = 0
  let rows = 0
  let unreadRows = 0
  let isOpen = true

  function finding(line: number, column: string | null, code: FindingCode, value: string): void {
    const before = counts.get(code) ?? 0
    counts.set(code, before + 1)
    if (before >= MAX_FINDINGS_PER_CODE) return
    items.push({ type: 'finding', line, column, code, value: value.slice(0, MAX_VALUE_LENGTH) } satisfies Finding)
  }

  function compareTotals(): FileFacts['agreement'] {
    let agrees = unreadRows === 0 && statements.every(one => one.agrees)
    for (const [name, value] of declared) {
      const own = counted.get(name) ?? 0n
      if (own === value) continue
      agrees = false
      finding(0, name, 'totals-differ', `${value} ≠ ${own}`)
    }
    if (!agrees) return 'differ'
    return declared.size === 0 && statements.length === 0 ? 'undeclared' : 'agree'
  }

  const take = () => {
    const taken = items
    items = []
    return taken
  }

  return {
    hash(piece) {
      if (!isOpen) return
      sha1.update(piece)
      sha256.update(piece)
      bytes += piece.length
    },
    finding,
    row(row) {
      rows += 1
      items.push(row)
    },
    unread() {
      unreadRows += 1
    },
    key(key, line, column) {
      const first = seen.lineOf(key, line)
      if (first > 0) finding(line, column, 'row-twice', `${key} = ${first}`)
      if (first < 0 && !counts.has('rows-uncounted')) finding(line, column, 'rows-uncounted', key)
    },
    merchant(name) {
      if (merchants.size < MAX_SEEN) merchants.add(name)
    },
    checkMerchant(line, column, names, spellings = names) {
      for (const name of names) if (name !== '' && merchants.size < MAX_SEEN) merchants.add(name)
      if (expected.merchant === undefined || spellings.includes(expected.merchant)) return
      finding(line, column, names.every(name => name === '') ? 'merchant-missing' : 'merchant-other', names.join(' / '))
    },
    day(line, column, day) {
      if (days.size < MAX_SEEN) days.add(day)
      if (expected.days === undefined || (day >= expected.days.from && day <= expected.days.to)) return
      finding(line, column, 'day-other', day)
    },
    count: (name, value) => void counted.set(name, (counted.get(name) ?? 0n) + value),
    declare: (name, value) => void declared.set(name, (declared.get(name) ?? 0n) + value),
    statement: facts => void statements.push(facts),
    rows: () => rows,
    take,
    close(lines) {
      isOpen = false
      if (bytes === 0) finding(0, null, 'file-empty', '')
      const agreement = compareTotals()
      const names = [...new Set([...declared.keys(), ...counted.keys()])]
      return {
        items: take(),
        facts: {
          format,
          parserVersion,
          bytes,
          lines,
          rows,
          unreadRows,
          merchants: [...merchants],
          days: [...days].toSorted(),
          totals: names.map(name => ({
            name,
            declared: declared.get(name) ?? null,
            counted: counted.get(name) ?? 0n,
          })),
          statements,
          agreement,
          findings: Object.fromEntries(counts),
          isSound: [...counts.keys()].every(code => FINDING_LEVELS[code] === 'notice'),
          sha1: sha1.digest('hex'),
          sha256: sha256.digest('hex'),
        },
      }
    },
  }
}
