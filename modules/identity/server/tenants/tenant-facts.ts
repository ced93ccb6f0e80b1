import { hasTable, labelColumn, type Language, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { office } from '../../contract/office.ts'

export const OPERATOR_NAME = {
  id: col.uuid,
  code: col.text,
  name: col.text,
}

export type OperatorName = RowIn<typeof OPERATOR_NAME>

/**
 * Returns operators of the running tenant by id, with names in the reader's language; departments and foreign ids are left out.
 */
export async function operatorsByIds(
  tx: Tx,
  ids: readonly string[],
  language: Language = 'zh',
): Promise<OperatorName[]> {
  if (ids.length === 0) return []
  return tx.query(
    OPERATOR_NAME,
    `select id, code, ${labelColumn(office, language)} as name from identity_office
     where tenant_id = $1 and kind = 'operator' and id = any($2::uuid[]) order by code`,
    [tx.tenantId, ids],
  )
}

/** Returns the active operators of the running tenant by code. */
export async function activeOperators(tx: Tx): Promise<OperatorName[]> {
  return tx.query(
    OPERATOR_NAME,
    "select id, code, name from identity_office where tenant_id = $1 and kind = 'operator' and status = 'active' order by code",
    [tx.tenantId],
  )
}

export const TENANT_FACTS = {
  id: col.uuid,
  code: col.text,
  name: col.text,
  profile: col.oneOf(['demo', 'production']),
  /** IANA zone in which accounting days begin and end. */
  zone: col.text,
  currency: col.text,
  /** The installation's own tenant, whose people sign in without its code. */
  isHome: col.boolean,
}

export type TenantFacts = RowIn<typeof TENANT_FACTS>

/** Returns the name of a company that was made for production, whatever became of it; null when there is none. In a transaction of the platform. */
export async function productionTenant(tx: Tx): Promise<string | null> {
  const [row] = await tx.query(
    { name: col.text },
    "select name from identity_tenant where profile = 'production' order by is_home desc, tenant_id limit 1",
  )
  return row?.name ?? null
}

/** Returns a tenant's facts; null when it does not exist. */
export async function tenantById(tx: Tx, id: string): Promise<TenantFacts | null> {
  const [row] = await tx.query(
    TENANT_FACTS,
    'select id, code, name, profile, zone, currency, is_home as "isHome" from identity_tenant where tenant_id = $1',
    [id],
  )
  return row ?? null
}

/** Returns every active tenant, for jobs of the platform. */
export async function activeTenants(tx: Tx): Promise<TenantFacts[]> {
  return tx.query(
    TENANT_FACTS,
    `select id, code, name, profile, zone, currency, is_home as "isHome" from identity_tenant where status = 'active' order by id`,
  )
}

/**
 * Returns every tenant whose books are whole, suspended ones among them; and the others that there are or were, whose
 * books are being or have been deleted.
 */
export async function tenantsByBooks(tx: Tx): Promise<{ whole: TenantFacts[]; gone: TenantFacts[] }> {
  const rows = await tx.query(
    { ...TENANT_FACTS, gone: col.boolean },
    `select id, code, name, profile, zone, currency, is_home as "isHome", status in ('deleting', 'deleted') as gone from identity_tenant order by id`,
  )
  return { whole: rows.filter(row => !row.gone), gone: rows.filter(row => row.gone) }
}

/** Returns the installation's first tenant, whose administrators govern what serves all tenants; null before the first start. */
export async function homeTenant(tx: Tx): Promise<TenantFacts | null> {
  if (!(await hasTable(tx, 'identity_tenant'))) return null
  const [row] = await tx.query(
    TENANT_FACTS,
    'select id, code, name, profile, zone, currency, is_home as "isHome" from identity_tenant where is_home',
  )
  return row ?? null
}
