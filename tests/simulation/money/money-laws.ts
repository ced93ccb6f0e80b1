import type { MoneyEvidence } from './money-evidence.ts'
import type { MoneyWorld } from './money-world.ts'

type Law = (world: MoneyWorld, evidence: MoneyEvidence) => string[]

const linesOf = (list: Iterable<readonly [string, bigint]>): string[] =>
  [...list].map(([name, amount]) => `${name} ${amount}`).toSorted()
/** What stands in one of two lists and not in the other, each as often as it does. */
function differences(ours: readonly string[], theirs: readonly string[]): string[] {
  const left = [...theirs]
  const extra = ours.filter(one => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [...extra.map(one => `only ours: ${one}`), ...left.map(one => `only theirs: ${one}`)]
}
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
const balanceOf = ({ balances }: MoneyEvidence, code: string): bigint =>
  sum(balances.filter(one => one.code === code).map(one => one.fen))

/** What must be true of a run, whatever failed in it. Each returns a text for every breach. */
export const MONEY_LAWS: Readonly<Record<string, Law>> = {
  /** A payment of the channel is credited once, and nothing else is. */
  paidIsCreditedOnce: ({ wechat }, { payments, channel }) =>
    differences(
      linesOf(payments.filter(one => one.channel_id === wechat).map(one => [one.number, one.amount_fen])),
      linesOf(channel.paid.map(one => [one.number, one.amount])),
    ),
  /** What the channel paid back is a part that is done, and what is done the channel paid back. */
  refundedIsBookedOnce: ({ wechat }, { parts, channel }) =>
    differences(
      linesOf(
        parts.filter(one => one.channel_id === wechat && one.state === 'done').map(one => [one.number, one.amount_fen]),
      ),
      linesOf(channel.refunded.filter(one => one.state === 'SUCCESS').map(one => [one.number, one.amount])),
    ),
  /** What was answered with yes happened, once; what was never answered is nobody's. */
  answeredIsDoneOnce: ({ done }, { payments, refunds, documents, codes }) =>
    done.flatMap(({ what, id }) => {
      const found =
        what === 'topUp'
          ? payments.filter(one => one.receipt === id)
          : what === 'refund'
            ? refunds.filter(one => one.id === id)
            : what === 'collect'
              ? codes.filter(one => one.id === id)
              : documents.filter(
                  one => one.id === id && one.phase === (what === 'cancelled' ? 'cancelled' : 'confirmed'),
                )
      return found.length === 1 ? [] : [`${what} ${id} is there ${found.length} times`]
    }),
  /** No request left more behind than it was answered for. */
  nothingTwice: ({ done, wechat }, { payments, refunds, documents, codes }) => {
    const count = (...whats: string[]) => done.filter(one => whats.includes(one.what)).length
    const told: readonly (readonly [string, number, number])[] = [
      ['top-ups', payments.filter(one => one.channel_id !== wechat && one.receipt !== null).length, count('topUp')],
      ['refunds', refunds.length, count('refund')],
      ['documents', documents.length, count('company', 'cancelled')],
      ['codes', codes.length, count('collect')],
    ]
    return told.filter(([, ours, asked]) => ours !== asked).map(([what, ours, asked]) => `${ours} ${what} of ${asked}`)
  },
  ledgerIsGreen: (_, { ledger }) => [
    ...ledger.findings.map(one =>
      JSON.stringify(one, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ),
    ...(ledger.counted.postings > 0 ? [] : ['nothing was looked at']),
  ],
  walletsAreNotBelowZero: (_, { balances }) =>
    balances
      .filter(one => one.code.startsWith('wallet') && one.fen > 0n)
      .map(one => `${one.code} of ${one.owner} is ${-one.fen}`),
  /** The bank account in the books is what the bank says, and what was there before. */
  booksAreTheBanks: ({ bankEntries, members }, evidence) => {
    const told = sum(bankEntries.map(one => one.amount)) + sum(members.map(one => one.before))
    const booked = balanceOf(evidence, 'bank')
    return booked === told ? [] : [`the books have ${booked}, the bank ${told}`]
  },
  /** What the channel owes in the books is what it took in less what it paid back. */
  booksAreTheChannels: (_, evidence) => {
    const { paid, refunded } = evidence.channel
    const left = refunded.filter(one => one.state === 'SUCCESS')
    const told = sum(paid.map(one => one.amount)) - sum(left.map(one => one.amount))
    const booked = balanceOf(evidence, 'channel_clearing')
    return booked === told ? [] : [`the books have ${booked}, the channel ${told}`]
  },
  nothingIsLeftOpen: (_, { codes, parts, refunds }) => [
    ...codes
      .filter(one => !['paid', 'closed', 'refused'].includes(one.state))
      .map(one => `code ${one.number} is ${one.state}`),
    ...parts
      .filter(one => !['done', 'failed', 'replaced', 'dropped', 'givenBack', 'abnormal'].includes(one.state))
      .map(one => `part ${one.number} is ${one.state}`),
    ...refunds.filter(one => one.state === 'requested').map(one => `refund ${one.id} is ${one.state}`),
  ],
  /** Every file was read, and every movement of the days agrees on all sides. */
  everythingAgrees: (_, { outcomes, files, days }) => [
    ...files.filter(one => one.state !== 'sound').map(one => `${one.name} is ${one.state}`),
    ...outcomes
      .filter(one => !['matched', 'idle'].includes(one.standing))
      .map(one => `${one.day} ${one.key}: ${one.kind}`),
    ...days.filter(one => one.is_due).map(one => `${one.day} is due`),
  ],
  /** Each movement that the bank or the channel tells was met. */
  everythingIsCompared: ({ bankEntries, bank, wechat }, { outcomes, channel }) => {
    const matched = (channelId: string) =>
      outcomes.filter(one => one.channel_id === channelId && one.standing === 'matched').length
    const told: readonly (readonly [string, number, number])[] = [
      ['bank', matched(bank), bankEntries.length],
      [
        'channel',
        matched(wechat),
        channel.paid.length + channel.refunded.filter(one => one.state === 'SUCCESS').length,
      ],
    ]
    return told
      .filter(([, ours, theirs]) => ours !== theirs)
      .map(([what, ours, theirs]) => `${what}: ${ours} of ${theirs}`)
  },
  noStatementGoesAstray: ({ strays }) => [...strays],
}

/** Returns the breaches of each law that is broken. */
export function judgeMoney(world: MoneyWorld, evidence: MoneyEvidence): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(MONEY_LAWS)
      .map(([name, law]) => [name, law(world, evidence)] as const)
      .filter(([, breaches]) => breaches.length > 0),
  )
}
