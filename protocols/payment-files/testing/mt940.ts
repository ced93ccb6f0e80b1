import { formatScaled } from '@wattyard/money'
import { localDayOf } from '@wattyard/time'

/** What a statement of a bank says. Amounts in minor units of EUR. */
export interface TrueEntry {
  readonly at: number
  readonly amount: bigint
  readonly ownNo: string | null
  readonly bankNo: string
  readonly counterparty: string | null
  readonly text: string | null
}

export interface TrueStatement {
  readonly account: string
  readonly number: string
  readonly opening: bigint
  readonly entries: readonly TrueEntry[]
}

export const BANK_ZONE = 'Europe/Madrid'

const comma = (minor: bigint) => formatScaled(minor < 0n ? -minor : minor, 2).replace('.', ',')
const sign = (minor: bigint) => (minor < 0n ? 'D' : 'C')
const six = (day: string) => day.slice(2).replaceAll('-', '')

/** Yields the lines of statements in MT940 with the subfields of German banks. */
export function* mt940Lines(statements: readonly TrueStatement[], day: string): Generator<string> {
  for (const { account, number, opening, entries } of statements) {
    yield `:20:STARTUMSE\r\n:25:${account}\r\n:28C:${number}\r\n`
    yield `:60F:${sign(opening)}${six(day)}EUR${comma(opening)}\r\n`
    let balance = opening
    for (const entry of entries) {
      balance += entry.amount
      const date = six(localDayOf(entry.at, BANK_ZONE))
      const head = `${date}${date.slice(2)}${sign(entry.amount)}${comma(entry.amount)}`
      yield `:61:${head}NTRF${entry.ownNo ?? 'NONREF'}//${entry.bankNo}\r\n`
      yield* information(entry)
    }
    yield `:62F:${sign(balance)}${six(day)}EUR${comma(balance)}\r\n-\r\n`
  }
}

/** Subfields of 27 signs, two on a line. */
function* information({ text, counterparty }: TrueEntry): Generator<string> {
  const pieces = (text ?? '').match(/.{1,27}/gs) ?? []
  const fields = ['?00GUTSCHRIFT', ...pieces.slice(0, 10).map((piece, i) => `?2${i}${piece}`)]
  if (counterparty !== null) fields.push(`?32${counterparty.slice(0, 27)}`)
  yield `:86:166${fields[0] ?? ''}${fields[1] ?? ''}\r\n`
  for (let i = 2; i < fields.length; i += 2) yield `${fields.slice(i, i + 2).join('')}\r\n`
}
