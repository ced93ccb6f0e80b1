import { columnsOf, masked, type MaskKind, masksOf, type Resource } from '@wattyard/resource'
import { type Actor, audit } from '../../audit.ts'
import { type Caller, may } from '../../caller.ts'
import { col } from '../../database/columns.ts'
import type { Database } from '../../database/database.ts'
import { countHiddenQuestion, isLoggedAnswer, noteLoggedAnswer } from '../../fairness/hidden-questions.ts'
import { type PersonalReader, REVEAL_PERSONAL, seesPersonal, seesPersonalOf } from '../../personal.ts'
import type { Condition } from '../condition.ts'
import { scoped } from '../scope.ts'

/** A whole value by which somebody asks for records of which they do not see it. */
export interface LookUp {
  readonly resource: Resource
  readonly keys: readonly string[]
  readonly value: string
  /** It was compared in letters of any case. */
  readonly anyCase?: true
}

/** What a whole value looks like at least: shorter texts are typed on the way to it, and what people write has no whole. */
const WHOLE: Readonly<Partial<Record<MaskKind, RegExp>>> = {
  name: /^\D{2,}$/u,
  phone: /^\+?[\d -]{5,}$/,
  card: /^.{4,}$/u,
  plate: /^.{5,}$/u,
}

/** Returns whether a text may be a whole value behind a mask. */
export const isWhole = (mask: MaskKind, text: string): boolean => WHOLE[mask]?.test(text) ?? false

/** Numbers of cards are stored in capitals, and readers of cards print them as they like. */
const spellings = (mask: MaskKind, text: string): readonly string[] =>
  mask === 'card' ? [...new Set([text, text.toUpperCase()])] : [text]

/**
 * Returns the test that an expression is a whole value, as people may write it. The search and the log both ask by it: what is found
 * by one spelling and logged by another would not be logged at all.
 */
export function isWritten(where: Condition, expression: string, mask: MaskKind, text: string): string {
  const texts = spellings(mask, text)
  return texts.length === 1
    ? `${expression} = ${where.value(text)}`
    : `${expression} = any(${where.value(texts)}::text[])`
}

/**
 * Returns whether a reader may find records by whole values that are hidden from them: whoever may unmask a record may also find
 * it by what its person says of themselves, in a call that writes it down (decision 397).
 */
export const mayLookUp = (reader: PersonalReader): boolean =>
  !seesPersonal(reader) && !reader.readsMasked && !reader.readOnly && !!reader.lookUps && may(reader, REVEAL_PERSONAL)

/**
 * Counts a question for a whole value and keeps it for the log.
 *
 * @throws Refusal `kernel.tooManySearches` with 429 above the limit of an hour
 */
export function noteLookUp(reader: PersonalReader, lookUp: LookUp): void {
  countHiddenQuestion(reader, questionOf(lookUp))
  reader.lookUps?.push(lookUp)
}

/**
 * Counts the question whether a record holds given values, for a caller who does not see one of them in other records. "Already in
 * use" and its absence both answer it, so it is counted before it is asked.
 *
 * @throws Refusal `kernel.tooManySearches` with 429 above the limit of an hour
 */
export function countTakenQuestion(
  reader: PersonalReader,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
): void {
  const keys = Object.keys(values)
  if (seesPersonalOf(reader, resource) || !keys.some(key => masksOf(resource)[key])) return
  countHiddenQuestion(reader, questionOf({ resource, keys, value: Object.values(values).map(String).join(' ') }))
}

/**
 * Counts the question that a command asks with inputs that its caller does not see in records, such as the number of a card: what it
 * does or refuses tells whether somebody has it.
 *
 * @throws Refusal `kernel.tooManySearches` with 429 above the limit of an hour
 */
export function countCommandQuestion(
  reader: PersonalReader,
  { name, commands }: Pick<Resource, 'name' | 'commands'>,
  command: string,
  input: Readonly<Record<string, unknown>>,
): void {
  if (seesPersonal(reader)) return
  const keys = Object.keys(commands[command]?.masked ?? {}).filter(
    key => input[key] !== undefined && input[key] !== null,
  )
  for (const key of keys) countHiddenQuestion(reader, `${name}:${command} ${key} ${String(input[key])}`)
}

const questionOf = ({ resource, keys, value }: LookUp): string => `${resource.name} ${keys.join(' ')} ${value}`

/** Records that one entry of the log tells apart; beyond it the entry says how many there are at least. */
const MOST_FOUND = 20

/** Returns ids of the records that a whole value finds for a caller, whatever else narrowed their question. */
async function foundBy(
  db: Database,
  caller: Caller,
  { resource, keys, value, anyCase }: LookUp,
): Promise<readonly string[]> {
  const where = scoped(caller, resource)
  const tests = keys.map(key => {
    const column = columnsOf(resource)[key] ?? 'null'
    if (anyCase) return `lower(${column}) = lower(${where.value(value)})`
    return isWritten(where, column, resource.masked?.[key] ?? 'text', value)
  })
  where.add(`(${tests.join(' or ')})`)
  const rows = await db.tenant(
    caller.tenantId,
    tx =>
      tx.query(
        { id: col.uuid },
        `select id from ${resource.table} where ${where.text} limit ${MOST_FOUND + 1}`,
        where.values,
      ),
    { readOnly: true },
  )
  return rows.map(({ id }) => id)
}

/**
 * Logs what a caller found by whole values that they do not see, as the log tells of unmasking. Called before the answer leaves;
 * the same question finds the same person within the hour and is told once.
 */
export async function tellLookUps(
  db: Database,
  caller: Caller,
  actor: Actor,
  lookUps: readonly LookUp[],
): Promise<void> {
  for (const lookUp of new Map(lookUps.map(one => [questionOf(one), one])).values()) {
    const question = questionOf(lookUp)
    if (isLoggedAnswer(caller, question)) continue
    const ids = await foundBy(db, caller, lookUp)
    if (ids.length === 0) continue
    const { resource, keys, value } = lookUp
    const mask = resource.masked?.[keys[0] ?? ''] ?? 'text'
    const entry = {
      resource: resource.name,
      recordId: ids.length === 1 ? (ids[0] ?? '') : '',
      action: 'lookUp',
      after: { fields: keys, wanted: masked(mask, value), found: ids.length },
    }
    await db.tenant(caller.tenantId, tx => audit(tx, actor, [entry]))
    noteLoggedAnswer(caller, question)
  }
}
