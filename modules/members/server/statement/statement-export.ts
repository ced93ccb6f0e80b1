import { displayFen, formatFen } from '@wattyard/money'
import type { SheetLine, TypedCell } from '@wattyard/resource'
import {
  type Caller,
  type Language,
  type RawCall,
  Refusal,
  type ResourceIndex,
  type Route,
  route,
  rowInScope,
  sendSheet,
  sendTablePdf,
  shownTo,
  tableHead,
  type Tx,
} from '@wattyard/server-kit'
import { formatInstant, isZone } from '@wattyard/time'
import { z } from 'zod'
import { type Balances, member, statementPeriod } from '../../contract/index.ts'
import { netOf, periodOf, type Statement, statementOf } from './read-statement.ts'

/** Movements of one file. */
const MAX_ROWS = 20_000

const exportInput = statementPeriod.extend({
  format: z.enum(['xlsx', 'csv', 'pdf']).default('xlsx'),
  zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
})
type ExportCall = RawCall<z.infer<typeof exportInput>>

const AMOUNTS = ['principal', 'gift', 'frozen', 'owed'] as const satisfies readonly (keyof Balances)[]

/** Lines beside the movements: what was there at both ends, what came in, and what went out. */
const EXTRA_LINES = 4

/** Words of a statement in the reader's language. */
interface Said {
  readonly say: (key: string, params?: Readonly<Record<string, string>>) => string
  readonly language: Language
  readonly zone: string
}

/** Heads of the columns, in their order: when, what, which record, what it changed, and the balances after it. */
function headsOf({ say }: Said): string[] {
  const wallet = (key: (typeof AMOUNTS)[number]) => say(`members.wallet.${key}`)
  return [
    say('ledger.journal.bookedOn'),
    say('ledger.journal.effectiveAt'),
    say('ledger.journal.kind'),
    say('members.statement.record'),
    say('members.statement.net'),
    ...AMOUNTS.map(key => say('members.statement.changeOf', { what: wallet(key) })),
    ...AMOUNTS.map(key => say('members.statement.balanceOf', { what: wallet(key) })),
    say('ledger.journal.memo'),
  ]
}

type Movement = Statement['movements'][number]

const namesIn = ({ say, zone }: Said, { bookedOn, at, kind, label }: Movement): string[] => [
  bookedOn,
  formatInstant(at, zone),
  say(`ledger.journal.kindValue.${kind}`),
  label ?? '',
]

/** Oldest first, as people read a statement on paper. */
const inOrder = ({ movements }: Statement): readonly Movement[] => movements.toReversed()

async function* sheetLines(said: Said, statement: Statement): AsyncGenerator<SheetLine> {
  yield headsOf(said)
  const number = (text: string): TypedCell => ({ as: 'number', text })
  yield edgeLine(said, 'opening', statement.opening, number)
  for (const one of inOrder(statement))
    yield [
      ...namesIn(said, one),
      number(formatFen(netOf(one.change))),
      ...AMOUNTS.map(key => number(formatFen(one.change[key]))),
      ...AMOUNTS.map(key => number(formatFen(one.balances[key]))),
      one.memo ?? '',
    ]
  yield movedLine(said, 'in', number(formatFen(statement.moved.in_fen)))
  yield movedLine(said, 'out', number(formatFen(statement.moved.out_fen)))
  yield edgeLine(said, 'closing', statement.closing, number)
}

/** Line of what came in, or went out, in the period. */
function movedLine<C>({ say }: Said, way: 'in' | 'out', amount: C): (C | string)[] {
  return ['', '', say(`members.statement.moved.${way}`), '', amount, ...AMOUNTS.flatMap(() => ['', '']), '']
}

/** Line of the balances at one end of the period. */
function edgeLine<C>(
  { say }: Said,
  end: 'opening' | 'closing',
  balances: Balances,
  cell: (text: string) => C,
): (C | string)[] {
  return [
    '',
    '',
    say(`members.statement.${end}`),
    '',
    '',
    ...AMOUNTS.map(() => ''),
    ...AMOUNTS.map(key => cell(formatFen(balances[key]))),
    '',
  ]
}

async function* paperLines(said: Said, statement: Statement): AsyncGenerator<string[]> {
  const shown = (amount: Balances['owed']) => displayFen(amount, said.language)
  const edge = (end: 'opening' | 'closing') => [
    '',
    '',
    said.say(`members.statement.${end}`),
    '',
    '',
    ...AMOUNTS.map(() => ''),
    ...AMOUNTS.map(key => shown(statement[end][key])),
    '',
  ]
  yield edge('opening')
  for (const one of inOrder(statement))
    yield [
      ...namesIn(said, one),
      shown(netOf(one.change)),
      ...AMOUNTS.map(key => shown(one.change[key])),
      ...AMOUNTS.map(key => shown(one.balances[key])),
      one.memo ?? '',
    ]
  yield movedLine(said, 'in', shown(statement.moved.in_fen))
  yield movedLine(said, 'out', shown(statement.moved.out_fen))
  yield edge('closing')
}

async function readAll(tx: Tx, caller: Caller, index: ResourceIndex, input: ExportCall['input']) {
  const statement = await statementOf(tx, caller, index, { id: input.id, ...periodOf(input), most: MAX_ROWS })
  if (statement.hasMore) throw new Refusal('members.statementTooLong', { params: { max: MAX_ROWS } })
  const { code, name } = await rowInScope(tx, caller, member, input.id)
  // A file travels, so the name is masked for everybody; the number tells whose it is.
  const masked = shownTo({ ...caller, permissions: new Set() }, 'name', name)
  return { statement, whose: `${code} ${masked}`, hidesName: shownTo(caller, 'name', name) !== masked }
}

/** Returns the route that gives a statement as a spreadsheet or as PDF, oldest movement first. */
export const statementExportRoute = (index: ResourceIndex): Route =>
  route({
    method: 'GET',
    path: '/api/member/member/statement/export',
    access: 'members.wallet:export',
    wholeTenant: true,
    input: exportInput,
    work: 'raw',
    summary: 'statement of a wallet as a file',
    async handle(call) {
      const { input, translate, language, reply } = call
      const { format, zone } = input
      const said: Said = { say: (key, params) => translate(language, key, params), language, zone }
      const { statement, whose, hidesName, head } = await call.read(async (tx, caller) => ({
        ...(await readAll(tx, caller, index, input)),
        head: await tableHead({ tx, caller, index }, { resource: member }, { ...call, input: { zone } }),
      }))
      const file = { title: said.say('members.statement.titleOf', { whose }), zone }
      const total = statement.movements.length + EXTRA_LINES
      if (format === 'pdf') {
        const amountAt = 4
        const columns = headsOf(said).map((title, at) => ({
          title,
          align: at >= amountAt && at <= amountAt + 2 * AMOUNTS.length ? ('end' as const) : ('start' as const),
        }))
        const period = said.say('kernel.pdf.filterOf', {
          word: said.say('members.statement.period'),
          value: `${input.from} – ${input.to}`,
        })
        // Who sees the whole name on the screen is told that the paper has less.
        const filters = [period, ...(hidesName ? [said.say('members.statement.nameMasked')] : [])]
        const texts = paperLines(said, statement)
        await sendTablePdf(call, { ...file, total, columns, ...head, filters }, texts)
      } else await sendSheet(reply, { ...file, format, total }, sheetLines(said, statement))
      return undefined
    },
  })
