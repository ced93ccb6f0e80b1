import { Refusal, seal, type Tx, unseal, col, type RowIn } from '@wattyard/server-kit'
import type { AssistantSettings } from '../../contract/calls/assistant.ts'

export const STORED_SETTINGS = {
  is_on: col.boolean,
  base_url: col.text,
  model: col.text,
  sealed_key: col.bytes.orNull,
  per_person_day: col.integer,
  per_tenant_day: col.integer,
}

export type StoredSettings = RowIn<typeof STORED_SETTINGS>

/** The product's defaults: off, and limits with a moderate monthly bill. */
export const INITIAL: StoredSettings = {
  is_on: false,
  base_url: '',
  model: '',
  sealed_key: null,
  per_person_day: 50,
  per_tenant_day: 500,
}

const COLUMNS = 'is_on, base_url, model, sealed_key, per_person_day, per_tenant_day'

/** Returns the tenant's settings; null when there are none. */
export async function storedSettings(
  tx: Tx,
  tenantId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredSettings | null> {
  const [row] = await tx.query(
    STORED_SETTINGS,
    `select ${COLUMNS} from help_assistant where tenant_id = $1${lock ? ' for update' : ''}`,
    [tenantId],
  )
  return row ?? null
}

export async function storeSettings(tx: Tx, tenantId: string, to: StoredSettings): Promise<void> {
  await tx.execute(
    `insert into help_assistant (tenant_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id) do update set is_on = excluded.is_on, base_url = excluded.base_url, model = excluded.model,
       sealed_key = excluded.sealed_key, per_person_day = excluded.per_person_day,
       per_tenant_day = excluded.per_tenant_day, updated_at = now()`,
    [tenantId, to.is_on, to.base_url, to.model, to.sealed_key, to.per_person_day, to.per_tenant_day],
  )
}

/** Returns the settings for the console: whether there is a key, never the key. */
export function shownSettings(row: StoredSettings): AssistantSettings {
  return {
    isOn: row.is_on,
    baseUrl: row.base_url,
    model: row.model,
    hasKey: row.sealed_key !== null,
    perPersonDay: row.per_person_day,
    perTenantDay: row.per_tenant_day,
  }
}

/** Returns the context that a sealed key is bound to: it cannot be opened in another tenant's row. */
const ownerOf = (tenantId: string): string => `help.assistant:${tenantId}`

export const sealKey = (by: Uint8Array, tenantId: string, key: string): Buffer =>
  seal(by, ownerOf(tenantId), Buffer.from(key))

/**
 * Returns the decrypted key.
 * @throws Refusal when another installation sealed it; it then has to be entered again
 */
export function openKey(by: Uint8Array, tenantId: string, sealed: Uint8Array | null): string | null {
  if (sealed === null) return null
  try {
    return unseal(by, ownerOf(tenantId), sealed).toString('utf8')
  } catch {
    throw new Refusal('help.keyLost')
  }
}
