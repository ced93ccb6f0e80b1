import { col } from './database/columns.ts'
import {
  changesOf,
  codesInOrder,
  dictionaryOf,
  type Field,
  isFromDictionary,
  NO_WORDING,
  offeredCodes,
  ownWord,
  type Wording,
} from '@wattyard/resource'
import type { Tx } from './database/tx.ts'
import { newId } from './new-id.ts'
import { invalid, type MessageRef } from './refusal.ts'
import type { Words } from './words.ts'

interface Known {
  version: string
  wording: Wording
}

/** Most tenants whose wording is held in memory; the one asked for longest ago gives way. */
const MAX_KNOWN = 500
/** By tenant. Versions are never used twice, so what a transaction that was rolled back left here is never found again. */
const known = new Map<string, Known>()

function remember(tenantId: string, one: Known): void {
  known.delete(tenantId)
  known.set(tenantId, one)
  const [oldest] = known.keys()
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
}

async function versionOf(tx: Tx, tenantId: string): Promise<string | null> {
  const [row] = await tx.kept.query({ version: col.uuid }, 'select version from kernel_wording where tenant_id = $1', [
    tenantId,
  ])
  return row?.version ?? null
}

/**
 * What the tenant of this transaction says otherwise than the product. Asks only for the version as long as that has not
 * changed; whoever knows the version already asks for nothing.
 *
 * @param version as found with the caller; null when the tenant has changed nothing, absent when it is not known
 */
export async function wordingOf(tx: Tx, tenantId: string, version?: string | null): Promise<Wording> {
  const wanted = version === undefined ? await versionOf(tx, tenantId) : version
  if (wanted === null) return NO_WORDING
  const have = known.get(tenantId)
  if (have?.version === wanted) return have.wording
  const [row] = await tx.query(
    { version: col.uuid, body: col.json<Wording>() },
    'select version, body from kernel_wording where tenant_id = $1',
    [tenantId],
  )
  if (!row) return NO_WORDING
  const read = { version: row.version, wording: row.body }
  remember(tenantId, read)
  return read.wording
}

/** Whoever changes the wording takes this first: what each of them then reads and publishes has the changes of the others. */
export async function lockWording(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(
    'insert into kernel_wording (tenant_id, version, body) values ($1, $2, $3) on conflict (tenant_id) do nothing',
    [tenantId, newId(), JSON.stringify(NO_WORDING)],
  )
  await tx.query('select 1 from kernel_wording where tenant_id = $1 for update', [tenantId])
}

/** Puts a new wording in force, with the commit, on every process. The caller holds `lockWording`. */
export async function publishWording(tx: Tx, tenantId: string, wording: Wording): Promise<void> {
  await tx.execute('update kernel_wording set version = $2, body = $3 where tenant_id = $1', [
    tenantId,
    newId(),
    JSON.stringify(wording),
  ])
}

/** Says words of the product with those of a tenant over them. */
export const sayWith =
  (translate: Words['translate'], wording: Wording): Words['translate'] =>
  (language, key, params) =>
    ownWord(wording, key)?.[language] ?? translate(language, key, params)

const spoken = new WeakMap<Wording, Words>()

/**
 * Returns the product's words with those of a tenant over them. What people wrote is said as it is: its braces are no
 * gaps.
 */
export function wordsWith(words: Words, wording: Wording): Words {
  if (wording === NO_WORDING) return words
  let own = spoken.get(wording)
  if (!own) {
    own = {
      translate: sayWith(words.translate, wording),
      has: (language, key) => ownWord(wording, key)?.[language] !== undefined || words.has(language, key),
    }
    spoken.set(wording, own)
  }
  return own
}

type Values = Readonly<Record<string, unknown>>

/**
 * Values of fields that come from dictionaries must be offered now, and nobody can choose one that is reserved for the server.
 * What a record holds already stays, though it has been switched off since or is older than the dictionary.
 *
 * @param before values stored now, by field; nothing for a new record or the input of a command
 * @throws Refusal `kernel.invalid` that names every field that is wrong
 */
export async function checkChoices(
  tx: Tx,
  fields: Readonly<Record<string, Field>>,
  input: Values,
  before: (key: string) => unknown = () => null,
): Promise<void> {
  const chosen = Object.entries(fields).filter(
    ([key, of]) => (isFromDictionary(of) || of.reserved) && (input[key] ?? null) !== null,
  )
  if (chosen.length === 0 || tx.tenantId === null) return
  const wording = await wordingOf(tx, tx.tenantId)
  const wrong: Record<string, MessageRef> = {}
  for (const [key, of] of chosen) {
    const changes = isFromDictionary(of) ? changesOf(wording, dictionaryOf(of, key)) : {}
    const offered = new Set(offeredCodes(of.values ?? [], changes).filter(code => !of.reserved?.includes(code)))
    const kept = new Set([before(key)].flat())
    if ([input[key]].flat().some(value => !offered.has(String(value)) && !kept.has(value)))
      wrong[key] = { key: 'kernel.field.notOffered' }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** Values that a sheet may name for a field: of a dictionary the tenant's own too, switched off or not. */
export function valuesKnown(field: Field, name: string, wording: Wording): readonly string[] {
  const shipped = field.values ?? []
  return isFromDictionary(field) ? codesInOrder(shipped, changesOf(wording, dictionaryOf(field, name))) : shipped
}
