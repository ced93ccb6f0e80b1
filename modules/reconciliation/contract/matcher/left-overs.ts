import type { CompanyMark } from '../item.ts'
import type { Verdict } from './judge-group.ts'
import type { ItemStore, StoredItem } from './item-store.ts'
import { type NameForm, nameFormOf, plainText, wordsIn } from './words.ts'

/** Most records of ours, and most rows, among which sums and resemblances are looked for. More is a wrong file. */
export const MAX_LEFT = 20_000

/** An item that no number brought together with another. */
export interface LeftOver {
  readonly verdict: Verdict
  readonly item: StoredItem
  readonly id: string
  readonly references: readonly string[]
  /** All that the row says, for sums that it names. */
  readonly said: readonly string[]
  readonly name: NameForm
  /** Of our payment of a company: how a row may name it. */
  readonly company: CompanyMark | null
  /** Whom the row names, and all that it says, without what a bank may write otherwise. */
  readonly plain: { readonly party: string; readonly text: string }
  /** Words of its text. */
  readonly words: ReadonlySet<string>
}

export function leftOverOf(store: ItemStore, verdict: Verdict, item: StoredItem): LeftOver {
  const { party, text, references } = store.wordsOf(item.place)
  return {
    verdict,
    item,
    id: store.idOf(item.place),
    references,
    said: [text, party, store.channelNoOf(item.place)].flatMap(wordsIn),
    name: nameFormOf(party),
    company: store.companyOf(item.place),
    plain: { party: plainText(party), text: plainText(text) },
    words: new Set(wordsIn(text)),
  }
}

/** Returns a text that is the same of what may be compared: movements of one kind in one currency. */
export const sortOf = ({ item }: LeftOver): string => `${item.kind} ${item.currency}`

/** Returns left-overs by sort and amount. */
export function byAmount(list: readonly LeftOver[]): Map<string, LeftOver[]> {
  return Map.groupBy(list, one => amountKeyOf(one))
}

export const amountKeyOf = (one: LeftOver): string => `${sortOf(one)} ${one.item.amount}`

export const daysBetweenItems = (a: LeftOver, b: LeftOver): number => Math.abs(a.item.day - b.item.day)
