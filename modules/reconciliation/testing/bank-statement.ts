/** What a statement of a bank says of one movement. */
export interface StatementEntry {
  /** Minor units of CNY; negative for what went out. */
  readonly amount: bigint
  /** Whom it came from, or went to; absent where the bank does not say it. */
  readonly party?: string
  readonly text?: string
  /** The bank's own number; at most 16 signs. */
  readonly reference?: string
}

const OPENING = 1_000_000n

const money = (minor: bigint): string => {
  const text = `${minor < 0n ? -minor : minor}`.padStart(3, '0')
  return `${text.slice(0, -2)},${text.slice(-2)}`
}

/** Returns a statement of one day in MT940. */
export function bankStatement(day: string, entries: readonly StatementEntry[]): Buffer {
  const date = day.slice(2).replaceAll('-', '')
  const closing = entries.reduce((sum, one) => sum + one.amount, OPENING)
  const lines = entries.flatMap(({ amount, party, text, reference }, i) => [
    `:61:${date}${date.slice(2)}${amount < 0n ? 'D' : 'C'}${money(amount)}NTRFNONREF//${reference ?? `B${date}${i}`}`,
    `:86:166?00TRANSFER?20${text ?? ''}${party === undefined ? '' : `?32${party}`}`,
  ])
  const all = [
    `:20:S${date}`,
    ':25:6222000011112222',
    `:28C:${date.slice(2)}/1`,
    `:60F:C${date}CNY${money(OPENING)}`,
    ...lines,
    `:62F:C${date}CNY${money(closing)}`,
    '-',
    '',
  ]
  return Buffer.from(all.join('\r\n'))
}
