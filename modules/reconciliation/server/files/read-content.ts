import { setImmediate } from 'node:timers/promises'
import { addFen, type Fen, ZERO_FEN } from '@wattyard/money'
import { type BusinessDay, businessDay, daysBetween, isBusinessDay } from '@wattyard/time'
import {
  type Expected,
  type FileFacts,
  type FileReader,
  type Finding,
  readAlipayTrade,
  readDescribed,
  type ReaderOptions,
  readCamt053,
  readMt940,
  readWechatFunds,
  readWechatTrade,
  UnpackError,
  type UnpackProblem,
  type FindingCode,
} from '@wattyard/payment-files'
import type { FileFamily, FileFault, Item, KnownFormat } from '../../contract/index.ts'
import { fittingMapping, type KnownMapping } from '../mappings/known-mapping.ts'
import { MAX_DAYS_MARKED } from '../compare/due-days.ts'
import { faultOf } from './channel-file.ts'
import { createChannelItems } from './channel-items.ts'
import { familyOf } from './families.ts'
import { detectFormat, HEAD_BYTES } from './detect-format.ts'
import { openContent, SeveralFiles } from './open-content.ts'

const READERS: Readonly<Record<KnownFormat, (options: ReaderOptions) => FileReader>> = {
  'wechat-trade': readWechatTrade,
  'wechat-funds': readWechatFunds,
  'alipay-trade': readAlipayTrade,
  mt940: readMt940,
  camt053: readCamt053,
}

/** What is found about a file as a whole, whatever its format. */
export const WHOLE_FILE_FINDINGS = [
  'several-files',
  'format-unknown',
  'too-many-days',
  'days-ahead',
  'day-unknown',
  'mappings-several',
] as const

/** What a finding may be called: by a reader, or because the file could not be opened. */
export type FileFindingCode = FindingCode | UnpackProblem | (typeof WHOLE_FILE_FINDINGS)[number]

export interface FileFinding {
  /** From 1; 0 for the file as a whole. */
  readonly line: number
  readonly code: FileFindingCode
  /** Name of the column, as the file writes it. */
  readonly column: string | null
  readonly value: string
}

/** Most findings of a file that are kept. */
export const MAX_FINDINGS = 500

/** What a file is, as its channel and its sender say. */
export interface AskedFile {
  readonly format: KnownFormat | null
  /** The description that somebody chose; else those among which the only one is taken that fits the head of the file. */
  readonly mapping?: KnownMapping | null
  readonly candidates?: readonly KnownMapping[]
  readonly zone: string
  readonly merchant: string | null
  /** The day it is about, where somebody said it. */
  readonly day: BusinessDay | null
  /** Today in that zone: no file tells of days to come. */
  readonly today: BusinessDay
}

/** How a file is read. */
export type Reading =
  | { readonly format: KnownFormat; readonly mapping: null }
  | { readonly format: 'described'; readonly mapping: KnownMapping }

export interface ReadContent {
  readonly reading: Reading | null
  readonly fault: FileFault | null
  /** Null when it could not be opened. */
  readonly facts: FileFacts | null
  readonly findings: readonly FileFinding[]
  readonly income: Fen
  readonly expense: Fen
  readonly fees: Fen
  readonly firstDay: BusinessDay | null
  readonly lastDay: BusinessDay | null
}

/**
 * Reads a file to its end and hands on its rows as items. Others have their turn after each piece: a large file takes seconds.
 * Whatever the bytes are, it throws only what `take` throws.
 */
export async function readContent(
  content: Buffer,
  asked: AskedFile,
  take: (items: readonly Item[]) => Promise<void>,
): Promise<ReadContent> {
  const sums = { income: ZERO_FEN, expense: ZERO_FEN, fees: ZERO_FEN }
  const days: { firstDay: BusinessDay | null; lastDay: BusinessDay | null } = {
    firstDay: asked.day,
    lastDay: asked.day,
  }
  const findings: FileFinding[] = []
  let open: OpenFile | null = null

  const pass = async (items: readonly Item[]): Promise<void> => {
    for (const { amount, fee, state, day } of items) {
      if (days.firstDay === null || day < days.firstDay) days.firstDay = day
      if (days.lastDay === null || day > days.lastDay) days.lastDay = day
      if (state !== 'done') continue
      const side = amount < ZERO_FEN ? 'expense' : 'income'
      sums[side] = addFen(sums[side], amount)
      sums.fees = addFen(sums.fees, fee ?? ZERO_FEN)
    }
    await take(items)
  }
  const told = (code: FileFindingCode): void => {
    findings.push({ line: 0, code, column: null, value: '' })
  }
  const unread = (reading: Reading | null): ReadContent => ({
    reading,
    fault: 'unreadable',
    facts: null,
    findings,
    ...sums,
    firstDay: null,
    lastDay: null,
  })

  try {
    for await (const bytes of whole(openContent(content))) {
      const found: FoundReading = open ? { reading: open.reading } : readingOf(bytes, asked)
      const { reading } = found
      if (reading === null) {
        told(found.isAmbiguous === true ? 'mappings-several' : 'format-unknown')
        return { ...unread(null), fault: isText(bytes) ? 'format-unknown' : 'unreadable' }
      }
      open ??= openFile(reading, asked, findings)
      await pass(open.push(bytes))
      await setImmediate()
    }
  } catch (error) {
    if (error instanceof UnpackError) told(error.code)
    else if (error instanceof SeveralFiles) told('several-files')
    else throw error
    return unread(open?.reading ?? null)
  }
  if (open === null) {
    told('file-empty')
    return unread(null)
  }
  const { items, facts } = open.end()
  await pass(items)
  // A statement tells of its last day also when nothing happened on it.
  for (const { closingDay } of facts.statements.filter(one => isBusinessDay(one.closingDay))) {
    const last = businessDay(closingDay)
    days.firstDay ??= last
    if (days.lastDay === null || last > days.lastDay) days.lastDay = last
  }
  const oddDays = oddIn(days, asked.today)
  // Rows that could not be read have no day either; what is wrong with them is said already.
  if (oddDays !== null && (oddDays !== 'day-unknown' || facts.isSound)) told(oddDays)
  const fault = faultIn(facts, open.reading) ?? oddDays
  return { reading: open.reading, fault, facts, findings, ...sums, ...days }
}

/** Returns why nothing can be compared with the days of a file, or null. A year that was mistyped would mark days for ever. */
function oddIn(
  { firstDay, lastDay }: Pick<ReadContent, 'firstDay' | 'lastDay'>,
  today: BusinessDay,
): 'day-unknown' | 'too-many-days' | 'days-ahead' | null {
  if (firstDay === null || lastDay === null) return 'day-unknown'
  if (daysBetween(firstDay, lastDay) >= MAX_DAYS_MARKED) return 'too-many-days'
  return lastDay > today ? 'days-ahead' : null
}

interface FoundReading {
  readonly reading: Reading | null
  readonly isAmbiguous?: boolean
}

/** Returns how a file is read: as somebody said, by the only description that fits it, or by what its bytes say. */
function readingOf(head: Uint8Array, { format, mapping = null, candidates = [] }: AskedFile): FoundReading {
  if (mapping !== null) return { reading: { format: 'described', mapping } }
  if (format !== null) return { reading: { format, mapping: null } }
  const fitting = fittingMapping(head, candidates)
  if (fitting.mapping !== null) return { reading: { format: 'described', mapping: fitting.mapping } }
  const detected = detectFormat(head)
  return { reading: detected === null ? null : { format: detected, mapping: null }, isAmbiguous: fitting.isAmbiguous }
}

interface OpenFile {
  readonly reading: Reading
  push(bytes: Uint8Array): Item[]
  end(): { items: Item[]; facts: FileFacts }
}

function openFile(reading: Reading, { zone, merchant, day }: AskedFile, findings: FileFinding[]): OpenFile {
  const { mapping } = reading
  // A description without a column for it says that the file names no merchant.
  const isNamed = mapping === null || mapping.rules.columns.merchant !== undefined
  const expected: Expected = {
    ...(merchant === null || !isNamed ? {} : { merchant }),
    ...(day === null ? {} : { days: { from: day, to: day } }),
  }
  const reader =
    reading.mapping === null
      ? READERS[reading.format]({ zone, expected })
      : readDescribed(reading.mapping.rules, { zone, expected })
  const items = createChannelItems(reading.format, {
    name: '',
    zone,
    day,
    ...(mapping && { family: mapping.family, isNet: mapping.isNet }),
  })
  let isSound = true
  const itemsOf = (parts: ReturnType<FileReader['push']>): Item[] =>
    parts.flatMap(part => {
      if (part.type === 'finding') {
        if (findings.length < MAX_FINDINGS) findings.push(findingOf(part))
        return []
      }
      // A row without a day has a finding that says so: the file is not sound, and its rows go nowhere.
      isSound &&= day !== null || part.at !== null
      return isSound ? items.take(part) : []
    })
  return {
    reading,
    push: bytes => itemsOf(reader.push(bytes)),
    end() {
      const last = reader.end()
      const rest = itemsOf(last.items)
      return { items: [...rest, ...(isSound ? items.end() : [])], facts: last.facts }
    },
  }
}

const findingOf = ({ line, code, column, value }: Finding): FileFinding => ({ line, code, column, value })

/** Each of the known formats declares sums or balances; of a described one its description says whether it does. */
function faultIn(facts: FileFacts, { mapping }: Reading): FileFault | null {
  if ((facts.findings['merchant-other'] ?? 0) > 0) return 'other-merchant'
  return faultOf(facts, mapping !== null && mapping.rules.trailer === undefined)
}

/** Returns what a file tells of, as it is read. */
export const familyOfReading = ({ format, mapping }: Reading): FileFamily =>
  mapping === null ? familyOf(format) : mapping.family

/** Returns whether bytes may be text: none of the encodings but UTF-16 has zeros. Nobody can describe a picture. */
function isText(bytes: Uint8Array): boolean {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return isWide || !bytes.subarray(0, HEAD_BYTES).includes(0)
}

/** Joins the first pieces until the format can be told by them. */
async function* whole(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = Buffer.alloc(0)
  for await (const bytes of pieces) {
    if (head === null) {
      yield bytes
      continue
    }
    head = Buffer.concat([head, bytes])
    if (head.length < HEAD_BYTES) continue
    yield head
    head = null
  }
  if (head !== null && head.length > 0) yield head
}
