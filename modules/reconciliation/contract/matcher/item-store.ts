import { CURRENCY_SCALE, type Currency, type Fen } from '@wattyard/money'
import {
  type CompanyMark,
  type Item,
  ITEM_KINDS,
  ITEM_STATES,
  type ItemKind,
  type ItemState,
  type Side,
  SIDES,
} from '../item.ts'
import type { DayIndex } from './day-index.ts'
import { createTextStore, type TextStore } from './text-store.ts'

/** Items of a block: columns grow by whole blocks, because enlarging them would need twice their memory for a moment. */
const BLOCK_SHIFT = 12
const BLOCK_ITEMS = 1 << BLOCK_SHIFT
// Object.keys loses the key types; the table is a closed literal.
const CURRENCIES = Object.keys(CURRENCY_SCALE) as Currency[]
const REFERENCE_END = '\0'

/** An item as the matcher looks at it. Texts of equal place are equal. */
export interface StoredItem {
  readonly place: number
  readonly side: Side
  readonly kind: ItemKind
  readonly state: ItemState
  readonly undoes: boolean
  readonly number: number
  readonly channelNo: number
  readonly amount: Fen
  readonly fee: Fen | null
  readonly currency: Currency
  readonly at: number | null
  readonly day: number
}

/** Items by place, from 1, in columns: three million of them as objects would fill a gigabyte. */
export interface ItemStore {
  /** Keeps an item and returns its place. */
  add(item: Item): number
  read(place: number): StoredItem
  idOf(place: number): string
  /** Number and channel number of the item; null for none that can be compared. */
  numberOf(place: number): string | null
  channelNoOf(place: number): string | null
  wordsOf(place: number): { party: string | null; text: string | null; references: string[] }
  /** How a row may name the payment of a company; null of every other item. */
  companyOf(place: number): CompanyMark | null
  count(): number
  /** Numbers and channel numbers of all sides, interned. */
  readonly keys: TextStore
}

/** Returns whether a text names something for certain: characters that were lost on the way make different texts equal. */
function isKey(text: string | null): text is string {
  return text !== null && text !== '' && !text.includes('\ufffd') && text.isWellFormed()
}

/** Columns of a block. */
function newBlock() {
  return {
    number: new Uint32Array(BLOCK_ITEMS),
    channelNo: new Uint32Array(BLOCK_ITEMS),
    id: new Uint32Array(BLOCK_ITEMS),
    party: new Uint32Array(BLOCK_ITEMS),
    text: new Uint32Array(BLOCK_ITEMS),
    references: new Uint32Array(BLOCK_ITEMS),
    amount: new BigInt64Array(BLOCK_ITEMS),
    fee: new BigInt64Array(BLOCK_ITEMS),
    at: new Float64Array(BLOCK_ITEMS),
    day: new Int32Array(BLOCK_ITEMS),
    /** Side, kind, state, and three flags. */
    traits: new Uint16Array(BLOCK_ITEMS),
    currency: new Uint8Array(BLOCK_ITEMS),
  }
}
type Block = ReturnType<typeof newBlock>
/** Columns that hold places of texts. */
type TextColumn = 'number' | 'channelNo' | 'id' | 'party' | 'text' | 'references'

const UNDOES = 1 << 9
const HAS_FEE = 1 << 10

function traitsOf({ side, kind, state, undoes, fee }: Item): number {
  const words = SIDES.indexOf(side) | (ITEM_KINDS.indexOf(kind) << 2) | (ITEM_STATES.indexOf(state) << 5)
  return words | (undoes ? UNDOES : 0) | (fee === null ? 0 : HAS_FEE)
}

export function createItemStore(days: DayIndex): ItemStore {
  const keys = createTextStore()
  const ids = createTextStore()
  const words = createTextStore()
  const blocks: Block[] = []
  /** Few movements are payments of companies: a column would be empty. */
  const companies = new Map<number, CompanyMark>()
  let count = 0

  const columnAt = (column: TextColumn, place: number) =>
    blocks[place >>> BLOCK_SHIFT]?.[column][place & (BLOCK_ITEMS - 1)] ?? 0
  const keyOf = (text: string | null) => (isKey(text) ? keys.intern(text) : 0)
  const wordOf = (text: string | null) => (text === null || text === '' ? 0 : words.intern(text))

  return {
    keys,
    add(item) {
      count += 1
      const at = count & (BLOCK_ITEMS - 1)
      const block = (blocks[count >>> BLOCK_SHIFT] ??= newBlock())
      const number = keyOf(item.number)
      block.number[at] = number
      block.channelNo[at] = keyOf(item.channelNo)
      block.id[at] = ids.append(item.id)
      block.amount[at] = item.amount
      block.fee[at] = item.fee ?? 0n
      block.at[at] = item.at ?? Number.NaN
      block.day[at] = days.indexOf(item.day)
      block.traits[at] = traitsOf(item)
      block.currency[at] = CURRENCIES.indexOf(item.currency)
      if (item.company !== null) companies.set(count, item.company)
      // A row that tells a number of ours is met by it or not at all: nobody looks at its words.
      if (item.side === 'channel' && number !== 0) return count
      block.party[at] = wordOf(item.party)
      block.text[at] = wordOf(item.text)
      block.references[at] = wordOf(item.references.join(REFERENCE_END))
      return count
    },
    read(place) {
      const block = blocks[place >>> BLOCK_SHIFT]
      const i = place & (BLOCK_ITEMS - 1)
      const traits = block?.traits[i] ?? 0
      const at = block?.at[i] ?? Number.NaN
      return {
        place,
        side: SIDES[traits & 3] ?? 'order',
        kind: ITEM_KINDS[(traits >> 2) & 7] ?? 'other',
        state: ITEM_STATES[(traits >> 5) & 3] ?? 'void',
        undoes: (traits & UNDOES) !== 0,
        number: block?.number[i] ?? 0,
        channelNo: block?.channelNo[i] ?? 0,
        amount: (block?.amount[i] ?? 0n) as Fen, // was a Fen when it was added
        fee: (traits & HAS_FEE) === 0 ? null : ((block?.fee[i] ?? 0n) as Fen), // as above
        currency: CURRENCIES[block?.currency[i] ?? 0] ?? 'CNY',
        at: Number.isNaN(at) ? null : at,
        day: block?.day[i] ?? 0,
      }
    },
    idOf: place => ids.textAt(columnAt('id', place)) ?? '',
    numberOf: place => keys.textAt(columnAt('number', place)),
    channelNoOf: place => keys.textAt(columnAt('channelNo', place)),
    wordsOf(place) {
      const references = words.textAt(columnAt('references', place))
      return {
        party: words.textAt(columnAt('party', place)),
        text: words.textAt(columnAt('text', place)),
        references: references === null ? [] : references.split(REFERENCE_END),
      }
    },
    companyOf: place => companies.get(place) ?? null,
    count: () => count,
  }
}
