import { createHash, randomBytes } from 'node:crypto'
import {
  type Caller,
  col,
  may,
  newId,
  reachesEverybodys,
  Refusal,
  type ResourceIndex,
  type RowIn,
  scoped,
  type SheetName,
  type Tx,
} from '@wattyard/server-kit'
import { field, optional } from '@wattyard/resource'
import { DAY_MS } from '@wattyard/time'

/** 160 bits, which cannot be guessed. */
const SECRET_BYTES = 20
const SECRET = /^[A-Za-z0-9_-]{27}$/
/** Most valid links of one record. More are a mistake, or one link sent to each of many people. */
export const MOST_LIVE = 20

/** Returns the hash under which a secret is stored; null for a text that is no secret of ours. */
export function hashOf(secret: string): Buffer | null {
  return SECRET.test(secret) ? createHash('sha256').update(secret).digest() : null
}

const LINK = {
  id: col.uuid,
  resource: col.text,
  kind: col.text,
  recordId: col.text,
  title: col.text,
  makerId: col.uuid,
  makerName: col.text,
  madeAt: col.instant,
  expiresAt: col.instant,
  withdrawnAt: col.instant.orNull,
  withdrawnBy: col.text.orNull,
  openings: col.integer,
  lastOpenedAt: col.instant.orNull,
}
export type LinkRow = RowIn<typeof LINK>

const COLUMNS = `id, resource, kind, record_id as "recordId", title, maker_id as "makerId", maker_name as "makerName", created_at as "madeAt",
  expires_at as "expiresAt", withdrawn_at as "withdrawnAt", withdrawn_by as "withdrawnBy", openings, last_opened_at as "lastOpenedAt"`

/** Scope of links: that of their record's place. */
const NARROWED = {
  name: 'platform.shareLink',
  table: 'platform_share_link',
  scope: { operator: 'operator', station: 'station' },
  fields: { operator: optional(field.ref('identity.office')), station: optional(field.ref('assets.station')) },
} as const

/** Data of a new link. */
export interface NewLink {
  name: SheetName
  title: string
  place: { operatorId: string | null; stationId: string | null }
  days: number
  now: number
}

/** Stores a link and returns its secret, which is nowhere but in the answer. @throws Refusal `platform.tooManyShares` */
export async function insertLink(
  tx: Tx,
  caller: Caller,
  { name, title, place, days, now }: NewLink,
): Promise<{ id: string; secret: string; expiresAt: number }> {
  const [count] = await tx.query(
    { live: col.bigint },
    `select count(*) as live from platform_share_link
     where tenant_id = $1 and resource = $2 and record_id = $3 and withdrawn_at is null and expires_at > $4`,
    [caller.tenantId, name.resource, name.id, new Date(now)],
  )
  if (Number(count?.live ?? 0n) >= MOST_LIVE)
    throw new Refusal('platform.tooManyShares', { params: { max: MOST_LIVE } })
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const id = newId(now)
  const expiresAt = now + days * DAY_MS
  await tx.execute(
    `insert into platform_share_link (tenant_id, id, created_at, token_hash, maker_id, maker_name, resource, kind, record_id, title,
       operator_id, station_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      caller.tenantId,
      id,
      new Date(now),
      hashOf(secret),
      caller.userId,
      caller.displayName,
      name.resource,
      name.kind,
      name.id,
      title.slice(0, 200),
      place.operatorId,
      place.stationId,
      new Date(expiresAt),
    ],
  )
  return { id, secret, expiresAt }
}

/**
 * Returns the resources whose share links the caller may see, because a link's title names its record. For resources with owners
 * the caller has to see everybody's rows, since a link does not store the owner.
 */
function readableBy(caller: Caller, index: ResourceIndex): string[] {
  const names = new Set(index.sheets?.map(({ resource }) => resource))
  return [...names].filter(name => {
    const served = index.byName(name)
    return may(caller, `${name}:read`) && (!served || reachesEverybodys(caller, served.resource))
  })
}

/** Returns the condition for links that a caller sees: those in scope to readable resources, and the caller's own. */
function inReach(caller: Caller, index: ResourceIndex) {
  const where = scoped(caller, NARROWED)
  const narrowed = where.text
  const own = where.value(caller.userId)
  const tenant = where.value(caller.tenantId)
  const readable = where.value(readableBy(caller, index))
  return {
    where,
    text: `tenant_id = ${tenant} and ((${narrowed} and resource = any(${readable}::text[])) or maker_id = ${own})`,
  }
}

/** Returns a page of links in reach, the newest first. */
export async function listLinks(
  tx: Tx,
  caller: Caller,
  index: ResourceIndex,
  ask: { page: number; pageSize: number; resource?: string | undefined; recordId?: string | undefined },
): Promise<{ list: LinkRow[]; total: number }> {
  const { where, text } = inReach(caller, index)
  const parts = [text]
  if (ask.resource !== undefined) parts.push(`resource = ${where.value(ask.resource)}`)
  if (ask.recordId !== undefined) parts.push(`record_id = ${where.value(ask.recordId)}`)
  const found = parts.join(' and ')
  const [count] = await tx.query(
    { total: col.bigint },
    `select count(*) as total from platform_share_link where ${found}`,
    where.values,
  )
  const list = await tx.query(
    LINK,
    `select ${COLUMNS} from platform_share_link where ${found} order by id desc limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`,
    where.values,
  )
  return { list, total: Number(count?.total ?? 0n) }
}

/**
 * Withdraws a link in scope; one already withdrawn stays unchanged.
 * @throws Refusal `kernel.notFound`
 */
export async function withdrawLink(
  tx: Tx,
  caller: Caller,
  index: ResourceIndex,
  { id, now }: { id: string; now: number },
): Promise<LinkRow> {
  const { where, text } = inReach(caller, index)
  const [row] = await tx.query(
    LINK,
    `select ${COLUMNS} from platform_share_link where ${text} and id = ${where.value(id)} for update`,
    where.values,
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  await tx.execute(
    `update platform_share_link set withdrawn_at = $3, withdrawn_by = $4 where tenant_id = $1 and id = $2 and withdrawn_at is null`,
    [caller.tenantId, id, new Date(now), caller.displayName],
  )
  return row
}

/** A link found by its secret, with the data to open it. */
const OPENED = {
  tenant_id: col.uuid,
  id: col.uuid,
  maker_id: col.uuid,
  resource: col.text,
  kind: col.text,
  record_id: col.text,
}
export type OpenedLink = RowIn<typeof OPENED>

/** Finds a link that is neither withdrawn nor run out, over all tenants; null for any other secret. */
export async function linkBySecret(tx: Tx, secret: string, now: number): Promise<OpenedLink | null> {
  const hash = hashOf(secret)
  if (!hash) return null
  const [row] = await tx.query(
    OPENED,
    `select tenant_id, id, maker_id, resource, kind, record_id from platform_share_link
     where token_hash = $1 and withdrawn_at is null and expires_at > $2`,
    [hash, new Date(now)],
  )
  return row ?? null
}

/** Counts that a sheet is handed out; false where the link was withdrawn meanwhile. */
export async function countOpening(tx: Tx, { tenant_id, id }: OpenedLink, now: number): Promise<boolean> {
  const counted = await tx.execute(
    `update platform_share_link set openings = openings + 1, last_opened_at = $3
     where tenant_id = $1 and id = $2 and withdrawn_at is null and expires_at > $3`,
    [tenant_id, id, new Date(now)],
  )
  return counted === 1
}
