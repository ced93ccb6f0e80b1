import { bigintList, instantList, intList, newId, textList, type Tx, uuidList } from '@wattyard/server-kit'
import type { Item } from '../../contract/index.ts'

/** Rows that are written at a time. */
const BATCH = 2_000
/** What the columns hold; a bank's text has no limit of its own. */
const MAX_PARTY = 200
const MAX_TEXT = 1_000
const MAX_NUMBER = 200

const cut = (text: string | null, max: number): string | null => (text === null ? null : text.slice(0, max))

/** Writes the rows of one file as they come. */
export interface RowWriter {
  add(items: readonly Item[]): Promise<void>
  end(): Promise<void>
}

export function createRowWriter(tx: Tx, tenantId: string, fileId: string): RowWriter {
  let waiting: Item[] = []
  let place = 0

  async function write(): Promise<void> {
    const items = waiting
    waiting = []
    if (items.length === 0) return
    const first = place
    place += items.length
    await tx.execute(
      `insert into reconciliation_row (tenant_id, file_id, id, place, kind, number, channel_no, amount_fen, fee_fen, currency, at, day, state, undoes, party, text)
       select $1, $2, u.id, u.place, u.kind, u.number, u.channel_no, u.amount, u.fee, u.currency, u.at, u.day::date, u.state, u.undoes = 1, u.party, u.text
       from unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::text[], $11::timestamptz[], $12::text[],
         $13::text[], $14::int[], $15::text[], $16::text[])
         as u(id, place, kind, number, channel_no, amount, fee, currency, at, day, state, undoes, party, text)`,
      [
        tenantId,
        fileId,
        uuidList(items.map(() => newId())),
        intList(items.map((_, i) => first + i + 1)),
        textList(items.map(item => item.kind)),
        textList(items.map(item => cut(item.number, MAX_NUMBER))),
        textList(items.map(item => cut(item.channelNo, MAX_NUMBER))),
        bigintList(items.map(item => item.amount)),
        bigintList(items.map(item => item.fee)),
        textList(items.map(item => item.currency)),
        instantList(items.map(item => item.at)),
        textList(items.map(item => item.day)),
        textList(items.map(item => item.state)),
        intList(items.map(item => (item.undoes ? 1 : 0))),
        textList(items.map(item => cut(item.party, MAX_PARTY))),
        textList(items.map(item => cut(item.text, MAX_TEXT))),
      ],
    )
  }

  return {
    async add(items) {
      for (const item of items) waiting.push(item)
      if (waiting.length >= BATCH) await write()
    },
    end: write,
  }
}
