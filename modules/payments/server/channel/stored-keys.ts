import { createPublicKey, type KeyObject } from 'node:crypto'
import { readPrivateKey, type SerialKey } from '@wattyard/pay-frame'
import { col, type RowIn, seal, type Tx, unseal } from '@wattyard/server-kit'

/** Keys of a merchant as a person enters them. */
export interface EnteredKeys {
  serial: string
  /** PEM, or bare base64. */
  privateKey: string
  apiV3Key: string
  publicKey: { id: string; pem: string } | null
}

/** Keys of a merchant, ready for use. */
export interface MerchantKeys {
  version: number
  serial: string
  privateKey: KeyObject
  apiV3Key: string
  /** Name of the platform's public key; null where its certificates are fetched. */
  publicKeyId: string | null
  /** What the platform signs with: its public key, the certificates as last fetched, or both while a merchant changes. */
  platform: readonly SerialKey[]
  /** Epoch ms. */
  fetchedAt: number | null
}

interface KeptCertificate {
  serial: string
  pem: string
  from: number
  to: number
}

const ROW = {
  version: col.integer,
  serial: col.text,
  sealed: col.bytes,
  public_key_id: col.text.orNull,
  public_key: col.text.orNull,
  certificates: col.json<KeptCertificate[]>(),
  fetched_at: col.instant.orNull,
}

/** What sealed keys are bound to: they open in the row of their channel alone. */
export const ownerOfKeys = (tenantId: string, channelId: string): string => `payments/${tenantId}/${channelId}`

/** Writes the keys of a channel, in place of earlier ones; certificates of the platform are fetched anew. */
export async function writeKeys(
  tx: Tx,
  sealKey: Uint8Array,
  { tenantId, channelId }: { tenantId: string; channelId: string },
  { serial, privateKey, apiV3Key, publicKey }: EnteredKeys,
): Promise<void> {
  const secret = Buffer.from(JSON.stringify({ privateKey, apiV3Key }), 'utf8')
  await tx.execute(
    `insert into payments_channel_keys as k (tenant_id, channel_id, serial, sealed, public_key_id, public_key)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, channel_id) do update set version = k.version + 1, updated_at = now(), serial = excluded.serial, sealed = excluded.sealed,
       public_key_id = excluded.public_key_id, public_key = excluded.public_key, certificates = '[]', fetched_at = null`,
    [
      tenantId,
      channelId,
      serial,
      seal(sealKey, ownerOfKeys(tenantId, channelId), secret),
      publicKey?.id ?? null,
      publicKey?.pem ?? null,
    ],
  )
}

/**
 * Returns the keys of a channel; null when nobody has entered any. `known` saves the work of opening them again.
 * @throws Error when they were sealed by another key of the installation, and have to be entered again
 */
export async function readKeys(
  tx: Tx,
  sealKey: Uint8Array,
  { tenantId, channelId }: { tenantId: string; channelId: string },
  known?: MerchantKeys,
): Promise<MerchantKeys | null> {
  const [row] = await tx.query(
    ROW,
    `select version, serial, sealed, public_key_id, public_key, certificates, fetched_at from payments_channel_keys
     where tenant_id = $1 and channel_id = $2`,
    [tenantId, channelId],
  )
  if (!row) return null
  if (known?.version === row.version) return known
  const opened = unseal(sealKey, ownerOfKeys(tenantId, channelId), row.sealed).toString('utf8')
  const { privateKey, apiV3Key } = JSON.parse(opened) as Pick<EnteredKeys, 'privateKey' | 'apiV3Key'> // written by `writeKeys` alone
  return {
    version: row.version,
    serial: row.serial,
    privateKey: readPrivateKey(privateKey),
    apiV3Key,
    publicKeyId: row.public_key_id,
    platform: platformKeys(row),
    fetchedAt: row.fetched_at,
  }
}

function platformKeys({ public_key_id: id, public_key: pem, certificates }: RowIn<typeof ROW>): SerialKey[] {
  const own = id === null || pem === null ? [] : [{ serial: id, key: createPublicKey(pem), validity: null }]
  const fetched = certificates.map(({ serial, pem: key, from, to }) => ({
    serial,
    key: createPublicKey(key),
    validity: { from, to },
  }))
  return [...own, ...fetched]
}

/** Keeps the certificates of the platform that were fetched, unless the keys were entered anew meanwhile. */
export async function keepCertificates(
  tx: Tx,
  { tenantId, channelId }: { tenantId: string; channelId: string },
  { version, certificates, at }: { version: number; certificates: readonly SerialKey[]; at: number },
): Promise<void> {
  const kept: KeptCertificate[] = certificates.map(({ serial, key, validity }) => ({
    serial,
    pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    from: validity?.from ?? 0,
    to: validity?.to ?? 0,
  }))
  await tx.execute(
    // The version is that of what was entered: whoever has opened that has these certificates, or fetches them.
    `update payments_channel_keys set certificates = $4, fetched_at = $5, updated_at = now()
     where tenant_id = $1 and channel_id = $2 and version = $3`,
    [tenantId, channelId, version, JSON.stringify(kept), new Date(at)],
  )
}
