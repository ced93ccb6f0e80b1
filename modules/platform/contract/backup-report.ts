/** What a verification found of a backup that is good. */
export interface GoodBackup {
  /** When the backup was made, epoch ms. */
  readonly madeAt: number
  readonly rows: number
  readonly tables: number
  /** Of all companies together. */
  readonly journals: number
  readonly closedDays: number
  readonly orders: number
}

const MADE = /^made (\S+) by release /
const RESTORED = /^(\d+) rows of (\d+) tables restored and equal$/
const PROVED = /^\S.*: (\d+) journals, \d+ postings, (\d+) closed days.*, (\d+) orders proved: everything adds up$/
const GOOD = /^good, in [\d.]+ s$/

/**
 * Reads the report of the command that verifies backups: its lines are a log, which screens say in words.
 *
 * @returns a report for each backup; null where one of them is not good, or the text is something else
 */
export function goodBackups(text: string): GoodBackup[] | null {
  const reports = text.split(/\n(?=made )/).map(goodBackup)
  const good = reports.filter(report => report !== null)
  return good.length === reports.length ? good : null
}

function goodBackup(text: string): GoodBackup | null {
  const lines = text.trim().split('\n')
  const madeAt = Date.parse(firstMatch(lines, MADE)?.[1] ?? '')
  const [, rows, tables] = firstMatch(lines, RESTORED) ?? []
  if (Number.isNaN(madeAt) || rows === undefined || !GOOD.test(lines.at(-1) ?? '')) return null
  const proved = lines.map(line => PROVED.exec(line)).filter(match => match !== null)
  const sum = (group: number): number => proved.reduce((total, match) => total + Number(match[group]), 0)
  return {
    madeAt,
    rows: Number(rows),
    tables: Number(tables),
    journals: sum(1),
    closedDays: sum(2),
    orders: sum(3),
  }
}

/** Returns whether a backup could be restored, but its books, days or orders do not add up. */
export const doesNotAddUp = (text: string): boolean => /^WRONG: it restores, /m.test(text)

const firstMatch = (lines: readonly string[], wanted: RegExp): RegExpExecArray | undefined =>
  lines.map(line => wanted.exec(line)).find(match => match !== null) ?? undefined

/** What the command that makes a backup says of it. */
export interface MadeBackup {
  readonly rows: number
  /** Size of the file in KiB. */
  readonly size: number
  /** Encrypted, with the installation's keys. */
  readonly isSealed: boolean
  /** Older ones that the retention rule let go. */
  readonly removed: number
}

const WRITTEN = /^(\d+) rows in ([\d.]+) MiB, [\d.]+ s, (encrypted|without)/m

/** Reads what the command that makes a backup said; null where the text is something else. */
export function madeBackup(text: string): MadeBackup | null {
  const [, rows, mebibytes, sealed] = WRITTEN.exec(text) ?? []
  if (rows === undefined) return null
  return {
    rows: Number(rows),
    size: Math.round(Number(mebibytes) * 1024),
    isSealed: sealed === 'encrypted',
    removed: text.split('\n').filter(line => line.startsWith('removed ')).length,
  }
}
