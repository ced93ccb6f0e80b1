import { type Fen, fen, subFen, ZERO_FEN } from '@wattyard/money'
import { type AccountCode, type AccountTitle } from '@wattyard/ledger/contract'
import type { TurnoverRow } from '@wattyard/ledger/server'
import type { VOUCHER_SIDES } from '../../contract/index.ts'

/** A line of a voucher: one account of the company's books on one day, on one side. */
export interface VoucherLine {
  readonly day: string
  /** Number within the month: the day, so that it stays whatever days have movements. */
  readonly voucher: number
  readonly number: string
  /** Codes whose accounts stand under the number. */
  readonly codes: readonly AccountCode[]
  readonly debit_fen: Fen
  readonly credit_fen: Fen
}

/**
 * Returns the lines of the vouchers of some days, one voucher a day: debits before credits, each in the order of the numbers. Each day's
 * debits equal its credits. Pure function.
 */
export function voucherLines(
  moves: readonly TurnoverRow[],
  titles: Readonly<Record<AccountCode, AccountTitle>>,
  sides: (typeof VOUCHER_SIDES)[number],
): VoucherLine[] {
  const days = [...new Set(moves.map(move => move.day))].toSorted()
  return days.flatMap(day => {
    const accounts = accountsOf(
      moves.filter(move => move.day === day),
      titles,
    )
    const lines = accounts.flatMap(account => linesOf(day, account, sides))
    return [...lines.filter(line => line.debit_fen > 0n), ...lines.filter(line => line.debit_fen === 0n)]
  })
}

interface DayOfAccount {
  readonly number: string
  readonly codes: readonly AccountCode[]
  readonly debits_fen: Fen
  readonly credits_fen: Fen
}

function accountsOf(
  moves: readonly TurnoverRow[],
  titles: Readonly<Record<AccountCode, AccountTitle>>,
): readonly DayOfAccount[] {
  const found = new Map<string, DayOfAccount>()
  for (const move of moves) {
    const { number } = titles[move.code]
    const before = found.get(number) ?? { number, codes: [], debits_fen: ZERO_FEN, credits_fen: ZERO_FEN }
    found.set(number, {
      number,
      codes: [...before.codes, move.code],
      debits_fen: fen(before.debits_fen + move.debits_fen),
      credits_fen: fen(before.credits_fen + move.credits_fen),
    })
  }
  return [...found.values()].toSorted((a, b) => (a.number < b.number ? -1 : 1))
}

function linesOf(day: string, account: DayOfAccount, sides: (typeof VOUCHER_SIDES)[number]): VoucherLine[] {
  const { debits_fen, credits_fen, number, codes } = account
  const line = (debit_fen: Fen, credit_fen: Fen): VoucherLine => ({
    day,
    voucher: Number(day.slice(8)),
    number,
    codes,
    debit_fen,
    credit_fen,
  })
  if (sides === 'net') {
    if (debits_fen === credits_fen) return []
    return debits_fen > credits_fen
      ? [line(subFen(debits_fen, credits_fen), ZERO_FEN)]
      : [line(ZERO_FEN, subFen(credits_fen, debits_fen))]
  }
  return [
    ...(debits_fen > 0n ? [line(debits_fen, ZERO_FEN)] : []),
    ...(credits_fen > 0n ? [line(ZERO_FEN, credits_fen)] : []),
  ]
}
