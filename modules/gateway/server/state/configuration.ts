import { type ConfigurationValue, isSecretKey, isStationKey, VEIL, veilSecrets } from '@wattyard/ocpp-frame'
import { type Tx, col } from '@wattyard/server-kit'

/** A pile's configuration table has at most this many rows; a device model of 2.0.1 has some hundreds. */
const MAX_KEYS = 5_000

/** Returns a value without secrets: when it is stored, and when one from before a rule is read. */
const veiledValue = ({ key, value }: Pick<ConfigurationValue, 'key' | 'value'>): string | null =>
  value && isSecretKey(key) ? VEIL : veilSecrets(value)

/** Stores reported configuration values of a pile; of a repeated key the last value counts. */
export async function writeConfiguration(
  tx: Tx,
  pile: { tenantId: string; pileId: string },
  values: readonly ConfigurationValue[],
  at: number,
): Promise<void> {
  const byKey = new Map(values.slice(0, MAX_KEYS).map(value => [value.key.slice(0, 300), value]))
  if (byKey.size === 0) return
  await tx.execute(
    `insert into gateway_configuration (tenant_id, pile_id, key, value, readonly, read_at)
     select $1, $2, u.key, u.value, u.readonly, $6 from unnest($3::text[], $4::text[], $5::boolean[]) as u(key, value, readonly)
     on conflict (tenant_id, pile_id, key) do update set value = excluded.value, readonly = excluded.readonly, read_at = excluded.read_at`,
    [
      pile.tenantId,
      pile.pileId,
      [...byKey.keys()],
      [...byKey.values()].map(veiledValue),
      [...byKey.values()].map(({ readonly }) => readonly),
      new Date(at),
    ],
  )
}

export interface ConfigurationEntry extends ConfigurationValue {
  readAt: number
  secret: 'none' | 'setting' | 'stationKey'
}

const secretOf = (key: string): ConfigurationEntry['secret'] =>
  isStationKey(key) ? 'stationKey' : isSecretKey(key) ? 'setting' : 'none'

export async function readConfiguration(tx: Tx, tenantId: string, pileId: string): Promise<ConfigurationEntry[]> {
  const rows = await tx.query(
    { key: col.text, value: col.text.orNull, readonly: col.boolean, readAt: col.instant },
    `select key, value, readonly, read_at as "readAt" from gateway_configuration where tenant_id = $1 and pile_id = $2 order by key`,
    [tenantId, pileId],
  )
  return rows.map(row => ({ ...row, value: veiledValue(row), secret: secretOf(row.key) }))
}
