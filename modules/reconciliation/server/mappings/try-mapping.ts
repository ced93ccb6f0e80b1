import { setImmediate } from 'node:timers/promises'
import { formatFen } from '@wattyard/money'
import { type BusinessDay, localDayOf } from '@wattyard/time'
import {
  type Call,
  type Caller,
  col,
  readStoredFile,
  Refusal,
  type Route,
  scoped,
  seesPersonal,
  serveCall,
} from '@wattyard/server-kit'
import { columnsOf, FINDING_LEVELS, guessMapping, UnpackError } from '@wattyard/payment-files'
import { readNumber } from '@wattyard/payments/contract'
import { channelAccount, type ChannelAccount } from '@wattyard/payments/server'
import {
  file,
  type FileFamily,
  type Item,
  MAX_FLAWS_TRIED,
  MAX_ROWS_TRIED,
  proposeMapping,
  tryMapping,
} from '../../contract/index.ts'
import { zoneOfChannel } from '../calendar.ts'
import { FAMILIES_OF_CHANNEL } from '../files/families.ts'
import { openContent, SeveralFiles } from '../files/open-content.ts'
import { readContent } from '../files/read-content.ts'
import type { ReconciliationWorld } from '../world.ts'

/** Bytes, unpacked, of a file that is tried; of a longer one a part would be judged as if it were all. */
const MAX_TRIED_BYTES = 32 * 1_024 * 1_024
const MAX_LINES_SHOWN = 12
const MAX_LINE_SHOWN = 240

interface Sample {
  readonly bytes: Buffer
  readonly account: ChannelAccount
  readonly zone: string
  readonly day: BusinessDay | null
}

/**
 * Returns the bytes of a file that somebody sent, unpacked.
 * @throws Refusal `kernel.notFound`; `reconciliation.sampleHidden` for those who may not see whom it names; `reconciliation.sampleUnreadable`
 */
async function sampleOf({ tx, caller }: Call, id: string): Promise<Sample> {
  const where = scoped(caller, file)
  where.add(`id = ${where.value(id)}`)
  const [found] = await tx.query(
    { channel_id: col.uuid, content_file_id: col.uuid, actor_id: col.uuid.orNull, day: col.day.orNull },
    `select channel_id, content_file_id, actor_id, day from reconciliation_file where ${where.text}`,
    where.values,
  )
  if (!found) throw new Refusal('kernel.notFound', { status: 404 })
  if (!maySee(caller, found.actor_id)) throw new Refusal('reconciliation.sampleHidden', { status: 403 })
  const content = await readStoredFile(tx, found.content_file_id)
  const account = await channelAccount(tx, caller.tenantId, found.channel_id)
  if (!content || !account) throw new Refusal('kernel.notFound', { status: 404 })
  return {
    bytes: await unpacked(content),
    account,
    zone: await zoneOfChannel(tx, caller.tenantId, account.kind),
    day: found.day,
  }
}

const maySee = (caller: Caller, sender: string | null): boolean => seesPersonal(caller) || sender === caller.userId

async function unpacked(content: Buffer): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of openContent(content)) {
      length += piece.length
      if (length > MAX_TRIED_BYTES) throw new Refusal('reconciliation.sampleTooLarge')
      pieces.push(Buffer.from(piece))
      await setImmediate()
    }
  } catch (error) {
    if (error instanceof UnpackError || error instanceof SeveralFiles)
      throw new Refusal('reconciliation.sampleUnreadable')
    throw error
  }
  return Buffer.concat(pieces)
}

const isOurs = (text: string): boolean => readNumber(text) !== null

/** Returns the route that proposes how a file may be read. */
export const proposeRoute = (): Route =>
  serveCall(proposeMapping, {
    work: 'read',
    async handle(call) {
      const { bytes, account } = await sampleOf(call, call.input.file)
      const guess = guessMapping(bytes, { currency: 'CNY', isOurs })
      const family = FAMILIES_OF_CHANNEL[account.kind][0] ?? 'trade'
      if (guess === null) return { guess: null, family, lines: firstLines(bytes) }
      const { mapping: rules, certainty, doubts, evidence, agrees } = guess
      // A bank that writes our numbers beside payments is an acquirer; else what it writes is an account.
      const isTrade = evidence.orderNo?.by === 'numbers' && FAMILIES_OF_CHANNEL[account.kind].includes('trade')
      return {
        guess: { rules, certainty, doubts: [...doubts], evidence, agrees },
        family: isTrade ? 'trade' : family,
        lines: firstLines(bytes, rules.encoding),
      }
    },
  })

function firstLines(bytes: Buffer, encoding = 'utf-8'): string[] {
  return new TextDecoder(encoding)
    .decode(bytes.subarray(0, 8_192))
    .split(/\r?\n/)
    .slice(0, MAX_LINES_SHOWN)
    .map(line => line.replaceAll('\0', '').slice(0, MAX_LINE_SHOWN))
}

interface Asked {
  readonly rules: Parameters<typeof columnsOf>[1]
  readonly family: FileFamily
  readonly isNet: boolean
}

/** Returns the route that reads a file as a description says, and keeps nothing of it. */
export const tryRoute = ({ clock }: ReconciliationWorld): Route =>
  serveCall(tryMapping, {
    work: 'read',
    async handle(call) {
      const sample = await sampleOf(call, call.input.file)
      return read(sample, call.input, clock.now())
    },
  })

async function read({ bytes, account, zone, day }: Sample, { rules, family, isNet }: Asked, now: number) {
  const shown: Item[] = []
  let [count, ours] = [0, 0]
  const found = await readContent(
    bytes,
    {
      format: null,
      mapping: { id: '', channelId: null, family, isNet, rules },
      zone,
      merchant: account.kind === 'bank' ? account.accountNo : account.merchantNo,
      day,
      today: localDayOf(now, zone),
    },
    async items => {
      count += items.length
      ours += items.filter(({ number }) => number !== null && isOurs(number)).length
      for (const item of items) if (shown.length < MAX_ROWS_TRIED) shown.push(item)
    },
  )
  const { facts, findings, fault, income, expense, fees, firstDay, lastDay } = found
  const isError = (code: string) => (FINDING_LEVELS as Readonly<Record<string, string>>)[code] !== 'notice'
  return {
    columns: columnsOf(bytes, rules),
    rows: shown.map((item, i) => ({
      place: i + 1,
      kind: item.kind,
      state: item.state,
      at: item.at,
      day: item.day,
      amount: formatFen(item.amount),
      fee: item.fee === null ? null : formatFen(item.fee),
      number: item.number,
      isOurs: item.number !== null && isOurs(item.number),
      channelNo: item.channelNo,
      party: item.party,
      text: item.text,
    })),
    flaws: findings
      .toSorted((a, b) => Number(isError(b.code)) - Number(isError(a.code)) || a.line - b.line)
      .slice(0, MAX_FLAWS_TRIED)
      .map(flaw => ({ ...flaw, level: isError(flaw.code) ? ('error' as const) : ('notice' as const) })),
    read: facts?.rows ?? count,
    unread: facts?.unreadRows ?? 0,
    ours,
    income: formatFen(income),
    expense: formatFen(expense),
    fees: formatFen(fees),
    firstDay,
    lastDay,
    totals: facts?.agreement ?? ('undeclared' as const),
    fault,
  }
}
