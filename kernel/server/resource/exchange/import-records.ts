import { flagInput } from '@wattyard/calls'
import {
  dictionaryOf,
  type Field,
  holdsFiles,
  inKilowatts,
  isListKind,
  NO_WORDING,
  ownerField,
  writableFields,
} from '@wattyard/resource'
import { fieldsSchema } from '@wattyard/resource/schema'
import { isZone } from '@wattyard/time'
import { z } from 'zod'
import { actorOf, audit, type AuditEntry } from '../../audit.ts'
import { checkInput } from '../../http/check-input.ts'
import { DryRun } from '../../http/dry-run.ts'
import type { Call } from '../../http/route.ts'
import { invalid, type MessageRef, Refusal, refuseTogether } from '../../refusal.ts'
import { type CellContext, fieldOfHeader, fieldsByHeader, readCell } from './read-cell.ts'
import { type EmptyFiller, emptyFiller } from './fill-empty.ts'
import { parentsFirst } from './parents-first.ts'
import { type RepeatedRows, repeatedRows } from './repeated-rows.ts'
import { checkNewValues } from '../check-new-values.ts'
import type { ResourceIndex } from '../read-records.ts'
import { type Container, referenceResolver, type ReferenceResolver } from './resolve-references.ts'
import { valuesKnown, wordingOf } from '../../wording.ts'
import type { ServedResource } from '../served.ts'
import { saveRecord, type SaveTogether } from '../write-records.ts'

/** Rows of one import call; the console sends larger files in several. */
export const MAX_IMPORT_ROWS = 5_000
/** Columns of a sheet with its line numbers, on average over the rows of the largest one. */
export const MAX_IMPORT_COLUMNS = 50

/** Characters of one cell, as many as a spreadsheet holds. One that is longer is told at its row like every other flaw. */
export const MAX_CELL = 32_767

export const importInput = z.strictObject({
  dryRun: flagInput,
  /** Zone of local times in the sheet. */
  zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
  rows: z
    .array(z.strictObject({ line: z.number().int().min(1), values: z.record(z.string().max(60), z.string()) }))
    .min(1)
    .max(MAX_IMPORT_ROWS),
})
export type ImportInput = z.infer<typeof importInput>

export interface ImportReport {
  accepted: number
  refused: number
  /** What was refused, line by line, and why: by field key, by header when no field is called so. */
  rows: { line: number; fields: Record<string, string> }[]
  /** What is odd about accepted rows, likewise; absent when nothing is. */
  warnings?: { line: number; fields: Record<string, string> }[]
}

/** A sheet has one column per field, also where the flaw is in a part of it (`location.lng`). */
function columnOfError({ resource }: CellContext, path: string): string {
  const key = columnOfPath(path)
  return resource.fields[key] ? key : path
}

/** Cells of a row, those that others lie within first: the column of the pile may stand behind that of its connector. */
function containersFirst(
  { resource: { fields } }: CellContext,
  headers: ReadonlyMap<string, string>,
  values: Readonly<Record<string, string>>,
): [string, string][] {
  const depth = (key: string | undefined): number => {
    const place = key === undefined ? undefined : fields[key]?.within
    return place === undefined ? 0 : 1 + depth(place)
  }
  return Object.entries(values).toSorted(
    ([a], [b]) => depth(fieldOfHeader(headers, a)) - depth(fieldOfHeader(headers, b)),
  )
}

/** The record that a reference of a row has to lie within, once its cell has been read. */
function containerOf(
  { resource: { fields } }: CellContext,
  { within = '' }: Field,
  input: Readonly<Record<string, unknown>>,
): Container | undefined {
  const id = input[within]
  const of = fields[within]?.of
  return typeof id === 'string' && of !== undefined ? { of, id } : undefined
}

/**
 * Returns a row of a sheet as the input of a save; empty cells count as left out.
 *
 * @throws Refusal `kernel.invalid` with all flaws of the row: cells that cannot be read, and what the fields of the others forbid
 */
async function inputOf(
  call: Call,
  served: ServedResource,
  index: ResourceIndex,
  context: CellContext,
  headers: ReadonlyMap<string, string>,
  resolve: ReferenceResolver,
  fill: EmptyFiller,
  values: Readonly<Record<string, string>>,
  seen: Set<string>,
): Promise<{ input: Record<string, unknown>; warnings: Record<string, MessageRef> }> {
  const input: Record<string, unknown> = {}
  const wrong = new Set<string>()
  const readOne = async (header: string, cell: string): Promise<void> => {
    const key = fieldOfHeader(headers, header)
    const of = key === undefined ? undefined : context.resource.fields[key]
    if (key === undefined || !of) throw invalid({ [header]: { key: 'kernel.field.unknown' } })
    if (of.computed) throw invalid({ [header]: { key: 'kernel.field.computed' } })
    if (key in input) throw invalid({ [header]: { key: 'kernel.field.repeated' } })
    if (cell.trim() === '') return
    if (cell.length > MAX_CELL) throw invalid({ [header]: { key: 'kernel.field.tooLong', params: { max: MAX_CELL } } })
    // A sheet has names of files, not files.
    if (holdsFiles(of)) throw invalid({ [header]: { key: 'kernel.field.filesNotImported' } })
    wrong.add(key)
    input[key] =
      of.kind === 'ref' || of.kind === 'refs'
        ? await resolve(key, of, cell.trim(), containerOf(context, of, input))
        : readCell(key, of, cell, context, header)
    wrong.delete(key)
  }
  const cells = containersFirst(context, headers, values)
  let warnings: Record<string, MessageRef> = {}
  let areRight = true
  const noting = (check: () => unknown) => async (): Promise<void> => {
    try {
      await check()
    } catch (error) {
      areRight = false
      throw error
    }
  }
  const readFields = (): Record<string, Field> =>
    Object.fromEntries(writableFields(context.resource, 'create').filter(([key]) => key in input))
  // With all cells right, the save says the rest; without, it is not tried, and the other fields are checked here.
  await refuseTogether([
    ...cells.map(([header, cell]) => noting(() => readOne(header, cell))),
    async () => void (warnings = await fill(input, wrong)),
    async () => void (warnings = { ...warnings, ...(await served.oddOfNew?.(call, input)) }),
    noting(() => checkInput(fieldsSchema(readFields()), input)),
    async () => void (areRight || (await checkNewValues(call, served, index, input, seen))),
    () => checkMissing(context, input, wrong, areRight),
  ])
  return { input, warnings }
}

/** Names the required fields that a row leaves out, where the save is not going to be tried. */
function checkMissing(
  { resource }: CellContext,
  input: Readonly<Record<string, unknown>>,
  wrong: ReadonlySet<string>,
  areRight: boolean,
): void {
  if (areRight) return
  const owner = ownerField(resource)
  const missing = writableFields(resource, 'create').filter(
    ([key, of]) =>
      !of.optional &&
      of.initial === undefined &&
      !isListKind(of) &&
      key !== owner &&
      !(key in input) &&
      !wrong.has(key),
  )
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(([key]) => [key, { key: 'kernel.field.required' }])))
}

/** Whether all that is wrong with a row is that it names records of its own kind, which may stand further down in the sheet. */
function waitsForRows({ resource }: ServedResource, { fields = {} }: Refusal): boolean {
  const flaws = Object.entries(fields)
  return (
    flaws.length > 0 &&
    flaws.every(
      ([key, { key: word }]) =>
        word === 'kernel.field.noSuchRecord' && resource.fields[columnOfPath(key)]?.of === resource.name,
    )
  )
}

const columnOfPath = (path: string): string => path.split('.')[0] ?? path

/** Most times that a row is tried: each is at work as long as the first. */
const MOST_TRIES = 2

/**
 * Creates the rows of a spreadsheet as records, each by the same rules as a form. A refused row is
 * named with what is wrong in which column and does not stop the others; a dry run writes nothing, and takes no lock that writers
 * share. Rows of a tree may come in any order (`parentsFirst`); who names a row further down all the same has another try.
 *
 * @param mustGoOn throws when nobody waits for the rows that are left
 * @param before rows of the same sheet that were written before; none when absent
 */
export async function importRecords(
  call: Call,
  served: ServedResource,
  index: ResourceIndex,
  input: ImportInput,
  mustGoOn: () => void,
  before?: RepeatedRows,
): Promise<ImportReport> {
  const report: ImportReport = { accepted: 0, refused: 0, rows: [] }
  const wording = await wordingOf(call.tx, call.caller.tenantId)
  const context: CellContext = { resource: served.resource, translate: call.translate, zone: input.zone, wording }
  const headers = fieldsByHeader(context)
  const repeats = before ?? repeatedRows(served.resource, headers)
  const resolve = referenceResolver(call, served.resource, index)
  const seen = new Set<string>()
  const entries: AuditEntry[] = []
  const warned: ImportReport['rows'] = []
  const fill = emptyFiller(call, served.resource, index)
  async function tryRow({ line, values }: ImportInput['rows'][number]): Promise<Refusal | null> {
    await call.tx.execute('savepoint import_row')
    try {
      const row = { seen, entries: [] as AuditEntry[], isTrial: input.dryRun } satisfies SaveTogether
      const { input: read, warnings } = await inputOf(
        call,
        served,
        index,
        context,
        headers,
        resolve,
        fill,
        values,
        seen,
      )
      await saveRecord(call, served, index, read, row)
      if (Object.keys(warnings).length > 0) warned.push({ line, fields: inWords(call, context, warnings) })
      entries.push(...row.entries)
      await call.tx.execute('release savepoint import_row')
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await call.tx.execute('rollback to savepoint import_row')
      await call.tx.execute('release savepoint import_row')
      return error
    }
  }
  const refuse = (row: ImportInput['rows'][number], error: Refusal): void => {
    report.refused++
    report.rows.push({ line: row.line, fields: flawsOf(call, context, repeats.told(row, error)) })
  }
  let rows = parentsFirst(served.resource, headers, input.rows)
  for (let tried = 1; rows.length > 0; tried++) {
    const waiting: { row: (typeof rows)[number]; error: Refusal }[] = []
    for (const row of rows) {
      mustGoOn()
      const error = await tryRow(row)
      if (!error) {
        report.accepted++
        repeats.keep(row)
      } else if (waitsForRows(served, error)) waiting.push({ row, error })
      else refuse(row, error)
    }
    // As long as others got in, what they wait for may be among them.
    const isOver = waiting.length === rows.length || tried === MOST_TRIES
    if (isOver) for (const { row, error } of waiting) refuse(row, error)
    rows = isOver ? [] : waiting.map(({ row }) => row)
  }
  report.rows.sort((a, b) => a.line - b.line)
  if (warned.length > 0) report.warnings = warned.toSorted((a, b) => a.line - b.line)
  if (!input.dryRun) await audit(call.tx, actorOf(call), entries)
  if (input.dryRun) throw new DryRun(report)
  return report
}

/** Choices that an error lists. */
const MOST_CHOICES = 10
/** Words of the types that a cell of a kind should have; other kinds take texts. */
const TYPES: Readonly<Partial<Record<Field['kind'], string>>> = {
  geoPoint: 'geoPoint',
  boolean: 'boolean',
  integer: 'integer',
  power: 'power',
  duration: 'integer',
  money: 'number',
  price: 'number',
  energy: 'number',
  percent: 'number',
  quantity: 'number',
}

/**
 * Words for what is no number. They do not say that a sheet takes none with separators, which some languages read as decimals, nor
 * that only the watts of a power are whole, not the kilowatts that people write.
 */
const NO_NUMBERS: ReadonlySet<string> = new Set(
  ['badFormat', 'notWhole', 'notADecimal'].map(fault => `kernel.field.${fault}`),
)

/** Says what would be right where the usual words only say that a cell is wrong: the choices of a column, and its type. */
function told(
  { language, translate }: Pick<Call, 'language' | 'translate'>,
  { resource, wording = NO_WORDING }: CellContext,
  path: string,
  { key: word, params = {} }: MessageRef,
): [key: string, params: MessageRef['params']] {
  const key = columnOfPath(path)
  const of = resource.fields[key]
  if (!of) return [word, params]
  const isNoNumber = NO_NUMBERS.has(word) && TYPES[of.kind] !== undefined
  const isWrongKind = isNoNumber || word === 'kernel.field.wrongType' || word === 'kernel.field.notOneOf'
  if (!isWrongKind && word !== 'kernel.field.notOffered') return [word, params]
  const dictionary = dictionaryOf(of, `${resource.name}.${key}`)
  const values = valuesKnown(of, dictionary, wording)
  if (values.length > 0) {
    const said = values.slice(0, MOST_CHOICES).map(value => translate(language, `${dictionary}Value.${value}`))
    const choices = said.join(translate(language, 'kernel.listSeparator')) + (values.length > MOST_CHOICES ? ' …' : '')
    return ['kernel.field.notOneOfThese', { choices }]
  }
  if (!isWrongKind) return [word, params]
  const type = translate(language, `kernel.field.type.${TYPES[of.kind] ?? 'text'}`)
  return ['kernel.field.ofType', { type }]
}

/** What is wrong with a row in the caller's words, by column. */
function flawsOf(call: Call, context: CellContext, error: Refusal): Record<string, string> {
  return inWords(
    call,
    context,
    error.fields ?? { '*': { key: error.code.replace('.', '.error.'), params: error.params } },
  )
}

/** Messages in the caller's words, by column. */
function inWords(
  call: Call,
  context: CellContext,
  fields: Readonly<Record<string, MessageRef>>,
): Record<string, string> {
  const flaws = new Map<string, string>()
  for (const [path, { key, params }] of Object.entries(fields)) {
    const column = columnOfError(context, path)
    const [said, given] = told(call, context, path, { key, ...(params ? { params } : {}) })
    const text = call.translate(call.language, said, inTypedUnit(context.resource.fields[column], given))
    const before = flaws.get(column)
    flaws.set(column, before !== undefined && before !== text ? `${before}; ${text}` : text)
  }
  return Object.fromEntries(flaws)
}

/** Bounds of powers are watts; a sheet has kilowatts. */
function inTypedUnit(field: Field | undefined, params: MessageRef['params'] = {}): MessageRef['params'] {
  if (field?.kind !== 'power') return params
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      (key === 'min' || key === 'max') && Number.isInteger(Number(value)) ? inKilowatts(Number(value)) : value,
    ]),
  )
}
