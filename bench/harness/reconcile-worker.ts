import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { gunzip, readFile, readWechatTrade } from '@wattyard/payment-files'
import { inPieces, type TrueRow, WECHAT_MERCHANT, wechatTradeLines, ZONE } from '@wattyard/payment-files/testing'
import { createReconciliation, isProposal, type Item, type OutcomeKind } from '@wattyard/reconciliation/contract'
import { createChannelItems } from '@wattyard/reconciliation/server'
import { itemOfTrueRow, type Movement, PLANTED_RATE, plantedDay } from '@wattyard/reconciliation/testing'
import { addDays, businessDay } from '@wattyard/time'

export interface ReconcileTask {
  /**
   * - write: the bill of the day, packed, and the two lists that the peer compares
   * - read: the bill, to items of the channel's side
   * - match: items in memory against items in memory
   * - whole: the bill against records and books
   */
  do: 'write' | 'read' | 'match' | 'whole'
  folder: string
  rows: number
  differences: number
}

export interface ReconcileResult {
  ms: number
  /** Time of the processor over all threads, which a busy machine does not lengthen as much. */
  cpu_ms: number
  /** Most memory of the process, MB. */
  peak_mb: number
  rows: number
  /** Movements that agree, and what was found of the planted differences. */
  same: number
  found: number
  /** Differences of other kinds or amounts than planted, planted ones not found, proposals. */
  wrong: number
}

const DAY = businessDay('2028-02-29')
/** Movements that are made at once, with the clock stopped. */
const BATCH = 1_000
const MAX_BYTES = 2 ** 31
export const BILL = 'bill.csv.gz'

const movementsOf = ({ rows, differences }: ReconcileTask) =>
  plantedDay({ seed: 13, day: DAY, count: rows, differences })

function* inBatches(movements: Iterable<Movement>): Generator<Movement[]> {
  let batch: Movement[] = []
  for (const movement of movements) {
    batch.push(movement)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

function* rowsOf(movements: Iterable<Movement>): Generator<TrueRow> {
  for (const { rows } of movements) yield* rows
}

function* listOf(task: ReconcileTask, side: 'orders' | 'rows'): Generator<string> {
  for (const { orders, rows } of movementsOf(task))
    if (side === 'orders') for (const one of orders) yield `${one.number},${one.amount}\n`
    else for (const one of rows) yield `${one.refundNo ?? one.orderNo},${one.amount}\n`
}

async function write(task: ReconcileTask): Promise<void> {
  const { folder } = task
  const bill = Readable.from(inPieces(wechatTradeLines(rowsOf(movementsOf(task)))))
  await pipeline(bill, createGzip(), createWriteStream(join(folder, BILL)))
  for (const side of ['orders', 'rows'] as const)
    await pipeline(Readable.from(inPieces(listOf(task, side))), createWriteStream(join(folder, `${side}.csv`)))
}

/** Reads the bill; returns the codes of what the reader found. */
async function readBill({ folder }: ReconcileTask, take: (item: Item) => void): Promise<string[]> {
  const bytes = gunzip(createReadStream(join(folder, BILL)), { maxBytes: MAX_BYTES })
  const reader = readWechatTrade({ zone: ZONE, expected: { merchant: WECHAT_MERCHANT, days: { from: DAY, to: DAY } } })
  const toItems = createChannelItems('wechat-trade', { name: 'bill', zone: ZONE, day: DAY })
  const reading = readFile(reader, bytes)
  for (let step = await reading.next(); ; step = await reading.next()) {
    if (step.done === true) {
      for (const item of toItems.end()) take(item)
      return Object.keys(step.value.findings)
    }
    if (step.value.type === 'row') for (const item of toItems.take(step.value)) take(item)
  }
}

/** Adds up the time of several pieces of work. */
function createStopwatch() {
  const sum = { ms: 0, cpu_ms: 0 }
  return {
    sum,
    async time(work: () => void | Promise<void>): Promise<void> {
      const begun = performance.now()
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      sum.ms += performance.now() - begun
      sum.cpu_ms += (user + system) / 1_000
    },
  }
}

/** Compares; counts the time of what is measured and not that of making the day. */
async function compare(task: ReconcileTask): Promise<Omit<ReconcileResult, 'peak_mb'>> {
  const reconciliation = createReconciliation({
    zone: ZONE,
    known: [-1, 0, 1].map(shift => addDays(DAY, shift)),
    judged: { from: addDays(DAY, -1), to: addDays(DAY, 1) },
    feeRate: PLANTED_RATE,
  })
  const planted = new Map<string, string>()
  const watch = createStopwatch()
  let rows = 0
  for (const batch of inBatches(movementsOf(task))) {
    const items: Item[] = []
    for (const { orders, lines, rows: told, planted: one } of batch) {
      if (one !== null) planted.set(one.number, `${one.kind} ${one.delta}`)
      items.push(...orders, ...lines)
      if (task.do === 'match') for (const row of told) items.push(itemOfTrueRow(row, `bill#${(rows += 1)}`, DAY))
    }
    await watch.time(() => items.forEach(reconciliation.add))
  }
  if (task.do === 'whole')
    await watch.time(async () => {
      const found = await readBill(task, item => {
        rows += 1
        reconciliation.add(item)
      })
      // Rows that were planted twice are all that a reader may complain about.
      if (found.join() !== 'row-twice') throw new Error(`the bill has ${found.join()}`)
    })
  const told = { same: 0, found: 0, wrong: 0 }
  await watch.time(() => {
    for (const one of reconciliation.run()) {
      const kind: OutcomeKind | null = isProposal(one) ? null : one.kind
      if (kind === 'same') told.same += 1
      else if (!isProposal(one) && planted.get(one.key ?? '') === `${kind} ${one.delta}`) {
        told.found += 1
        planted.delete(one.key ?? '')
      } else told.wrong += 1
    }
  })
  return { ...watch.sum, rows, ...told, wrong: told.wrong + planted.size }
}

async function perform(task: ReconcileTask): Promise<Omit<ReconcileResult, 'peak_mb'>> {
  if (task.do === 'match' || task.do === 'whole') return compare(task)
  const watch = createStopwatch()
  let rows = 0
  const count = () => {
    rows += 1
  }
  await watch.time(async () => {
    if (task.do === 'write') await write(task)
    else await readBill(task, count)
  })
  return { ...watch.sum, rows, same: 0, found: 0, wrong: 0 }
}

process.on('message', (task: ReconcileTask) => {
  perform(task).then(
    result => process.send?.({ result: { ...result, peak_mb: process.resourceUsage().maxRSS / 1_024 } }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
