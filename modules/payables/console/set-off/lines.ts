import { formatFen, parseFen } from '@wattyard/money'

/** A document as the screen shows it; amounts in yuan. */
export interface ShownItem {
  readonly id: string
  readonly open: string
}

/** An amount that two documents are about to settle, in yuan. */
export interface Line {
  readonly debit: string
  readonly credit: string
  readonly amount: string
}

/** Returns the fen of an amount that somebody typed; null for none. */
export function fenOf(typed: string): bigint | null {
  try {
    const amount = parseFen(typed.trim())
    return amount > 0n ? amount : null
  } catch {
    return null
  }
}

/** Returns what is left of a document after the lines, in fen. */
export function restOf({ id, open }: ShownItem, lines: readonly Line[]): bigint {
  return lines
    .filter(({ debit, credit }) => debit === id || credit === id)
    .reduce((rest, { amount }) => rest - (fenOf(amount) ?? 0n), parseFen(open) as bigint)
}

/** Returns the sum of lines, in yuan. */
export const sumOf = (lines: readonly Line[]): string => {
  const sum = lines.reduce((all, { amount }) => all + (fenOf(amount) ?? 0n), 0n)
  // Fen are a branded bigint; this is a sum of them.
  return formatFen(sum as ReturnType<typeof parseFen>)
}

/** Adds an amount of two documents to the lines; those of the same two become one. */
export function addLine(lines: readonly Line[], { debit, credit, amount }: Line): Line[] {
  const isSame = (line: Line): boolean => line.debit === debit && line.credit === credit
  const before = lines.find(isSame)
  const whole = sumOf(before ? [before, { debit, credit, amount }] : [{ debit, credit, amount }])
  return [...lines.filter(line => !isSame(line)), { debit, credit, amount: whole }]
}
