import { columnsIn, type FileMapping, fileMappingSchema } from '@wattyard/payment-files'
import { col, type Tx } from '@wattyard/server-kit'
import { FILE_FAMILIES, type FileFamily, type MappingState, MAPPING_STATES } from '../../contract/index.ts'

/** A description as it is stored. */
export interface KnownMapping {
  readonly id: string
  readonly family: FileFamily
  readonly isNet: boolean
  /** The channel that it is for; null for every one. */
  readonly channelId: string | null
  readonly rules: FileMapping
}

const ROW = {
  id: col.uuid,
  family: col.oneOf(FILE_FAMILIES),
  is_net: col.boolean,
  channel_id: col.uuid.orNull,
  state: col.oneOf(MAPPING_STATES),
  rules: col.json<unknown>(),
}

/** Returns a description with its state, which stays until the transaction ends; null for none. */
export async function mappingById(
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<(KnownMapping & { readonly state: MappingState }) | null> {
  const [row] = await tx.query(
    ROW,
    'select id, family, is_net, channel_id, state, rules from reconciliation_mapping where tenant_id = $1 and id = $2 for share',
    [tenantId, id],
  )
  return row ? { ...knownOf(row), state: row.state } : null
}

/** Returns the descriptions by which new files of some channels may be read, those of the channels themselves first. */
export async function currentMappings(
  tx: Tx,
  tenantId: string,
  channelIds: readonly string[],
  families: readonly FileFamily[],
): Promise<KnownMapping[]> {
  const rows = await tx.query(
    ROW,
    `select id, family, is_net, channel_id, state, rules from reconciliation_mapping
     where tenant_id = $1 and state = 'current' and (channel_id is null or channel_id = any($2::uuid[])) and family = any($3::text[])
     order by channel_id nulls last, id`,
    [tenantId, `{${channelIds.join(',')}}`, `{${families.join(',')}}`],
  )
  return rows.map(knownOf)
}

const knownOf = (row: {
  id: string
  family: FileFamily
  is_net: boolean
  channel_id: string | null
  rules: unknown
}): KnownMapping => ({
  id: row.id,
  family: row.family,
  isNet: row.is_net,
  channelId: row.channel_id,
  rules: fileMappingSchema.parse(row.rules), // written through the same schema
})

/**
 * Returns the only description that has all its columns in the head of a file; one of the channel itself goes before one for all. What has no
 * head, or is cut by places, fits nothing by itself: a person chooses it.
 */
export function fittingMapping(
  head: Uint8Array,
  candidates: readonly KnownMapping[],
): { readonly mapping: KnownMapping | null; readonly isAmbiguous: boolean } {
  const fits = candidates.filter(({ rules }) => columnsIn(head, rules))
  const own = fits.filter(({ channelId }) => channelId !== null)
  const best = own.length > 0 ? own : fits
  const [first] = best
  return { mapping: best.length === 1 ? (first ?? null) : null, isAmbiguous: best.length > 1 }
}
