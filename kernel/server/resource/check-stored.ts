import { columnOf, ownerField, type Resource } from '@wattyard/resource'
import type { Call } from '../http/route.ts'
import { invalid, type MessageRef } from '../refusal.ts'
import { countTakenQuestion } from './hidden/look-ups.ts'
import type { ResourceIndex } from './read-records.ts'
import { scoped } from './scope.ts'

type Input = Record<string, unknown>
type UniqueSet = readonly string[]

/** References must exist inside the caller's scope; a foreign id reads like a missing one. */
export async function checkReferences(
  call: Call,
  index: ResourceIndex,
  resource: Resource,
  input: Input,
  seen: Set<string>,
): Promise<void> {
  const wrong: Record<string, MessageRef> = {}
  for (const [key, of] of Object.entries(resource.fields)) {
    if ((of.kind !== 'ref' && of.kind !== 'refs') || input[key] === undefined || input[key] === null) continue
    const target = index.byName(of.of ?? '')?.resource
    // Whoever writes may name themselves, wherever their own account lies.
    const isOwner = key === ownerField(resource)
    const ids = [...new Set([input[key]].flat().map(String))].filter(
      id => !seen.has(`${of.of}#${id}`) && !(isOwner && id === call.caller.userId),
    )
    if (!target || ids.length === 0) continue
    const where = scoped(call.caller, target)
    where.add(`id = any(${where.value(ids)}::uuid[])`)
    const found = await call.tx.query(`select id from ${target.table} where ${where.text}`, where.values)
    if (found.length !== ids.length) wrong[key] = { key: 'kernel.field.noSuchRecord' }
    else for (const id of ids) seen.add(`${of.of}#${id}`)
  }
  if (Object.keys(wrong).length) throw invalid(wrong)
}

/** Returns the sets of unique fields that a caller states whole; the others have a field that the server writes. */
export const statedSets = ({ unique = [], fields }: Resource): readonly UniqueSet[] =>
  unique.filter(set => set.every(key => !fields[key]?.computed))

/** What would be written: the columns that change, the whole row, and its id. */
interface Written {
  readonly changes: Readonly<Input>
  readonly row: Readonly<Input>
  readonly id: string
}

/**
 * Checks sets of unique fields of which something changes.
 *
 * @throws Refusal `kernel.invalid` that names the fields of each set that another row holds already
 */
export async function checkUnique(
  call: Call,
  resource: Resource,
  sets: readonly UniqueSet[],
  { changes, row, id }: Written,
): Promise<void> {
  const wrong: Record<string, MessageRef> = {}
  for (const set of sets) {
    const columns = set.map(key => columnOf(key, resource.fields[key]!)) // defineResource proved the keys
    if (!columns.some(column => column in changes)) continue
    const values = columns.map(column => row[column] ?? null)
    if (values.some(value => value === null)) continue
    countTakenQuestion(call.caller, resource, Object.fromEntries(set.map((key, i) => [key, values[i]])))
    const same = columns.map((column, i) => `${column} = $${i + 3}`).join(' and ')
    const taken = await call.tx.query(
      `select 1 from ${resource.table} where tenant_id = $1 and id <> $2 and ${same} limit 1`,
      [call.tx.tenantId, id, ...values],
    )
    if (taken.length) for (const key of set) wrong[key] = { key: 'kernel.field.taken' }
  }
  if (Object.keys(wrong).length) throw invalid(wrong)
}
