import { type Language, newId, emit, searchText, type Tx } from '@wattyard/server-kit'
import { TENANT_CREATED, type TenantCreated } from '../../contract/events.ts'
import { role } from '../../contract/role.ts'
import { tenant } from '../../contract/tenant.ts'
import { user, type UserType } from '../../contract/user.ts'
import { loginKeyOf } from '../sign-in/login-attempts.ts'

export interface NewTenant {
  code: string
  name: string
  profile: 'demo' | 'production'
  /** IANA zone, Asia/Shanghai when absent. */
  zone?: string
  /** ISO 4217, CNY when absent. */
  currency?: string
  /** The installation's first tenant, whose people sign in without `@code`. */
  isHome?: boolean
}

export interface NewRole {
  code: string
  name: string
  /** Names in the other languages; `name` is used where one is missing. */
  nameEn?: string | null
  nameEs?: string | null
  permissions: readonly string[]
  rowScope: 'tenant' | 'assigned'
  isSystem?: boolean
}

export async function insertRole(tx: Tx, tenantId: string, given: NewRole): Promise<string> {
  const id = newId()
  const { code, name, nameEn = null, nameEs = null, permissions, rowScope, isSystem = false } = given
  const search = searchText(role, { code, name, name_en: nameEn, name_es: nameEs })
  await tx.execute(
    `insert into identity_role (tenant_id, id, code, name, name_en, name_es, permissions, row_scope, is_system, search_text)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [tenantId, id, code, name, nameEn, nameEs, [...permissions], rowScope, isSystem, search],
  )
  return id
}

/** Roles that the console contract (§6) knows by code. */
const SYSTEM_ROLES: readonly Omit<NewRole, 'permissions' | 'isSystem'>[] = [
  { code: 'admin', name: '管理员', nameEn: 'Administrator', nameEs: 'Administrador', rowScope: 'tenant' },
  { code: 'guest', name: '访客', nameEn: 'Guest', nameEs: 'Invitado', rowScope: 'tenant' },
  { code: 'vip', name: '投资人', nameEn: 'Investor', nameEs: 'Inversor', rowScope: 'assigned' },
]

/** Creates a tenant with its system roles and emits `identity.tenant-created`. Runs in a transaction of the platform. */
export async function createTenant(
  tx: Tx,
  given: NewTenant,
): Promise<{ tenantId: string; roleIds: { admin: string; guest: string; vip: string } }> {
  const tenantId = newId()
  const { code, name, profile, zone = 'Asia/Shanghai', currency = 'CNY', isHome = false } = given
  await tx.execute(
    `insert into identity_tenant (tenant_id, id, code, name, profile, zone, currency, is_home, search_text, registration)
     values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenantId, code, name, profile, zone, currency, isHome, searchText(tenant, { code, name }), profile === 'demo'],
  )
  const roleIds = { admin: '', guest: '', vip: '' }
  for (const given of SYSTEM_ROLES)
    roleIds[given.code as keyof typeof roleIds] = await insertRole(tx, tenantId, {
      ...given,
      permissions: [],
      isSystem: true,
    }) // the three codes above
  const body: TenantCreated = { code, profile, zone, currency }
  await emit(tx, [{ tenantId, topic: TENANT_CREATED, key: tenantId, body: { ...body } }])
  return { tenantId, roleIds }
}

export interface NewUser {
  loginName: string
  displayName: string
  /** PHC string; null cannot sign in yet. */
  passwordHash: string | null
  roleIds: readonly string[]
  userType?: UserType
  language?: Language
  officeId?: string | null
  /** One of that office's. */
  dutyId?: string | null
  operatorIds?: readonly string[]
  stationIds?: readonly string[]
  investorIds?: readonly string[]
  phone?: string
  email?: string
  isOwner?: boolean
  /** The password was made for them: nothing answers before they have chosen another. */
  mustChangePassword?: boolean
}

export async function insertUser(tx: Tx, tenantId: string, given: NewUser): Promise<string> {
  const id = newId()
  const { loginName, displayName, phone = null } = given
  const search = searchText(user, { login_name: loginName, display_name: displayName, phone })
  await tx.execute(
    `insert into identity_user (tenant_id, id, login_name, login_key, display_name, password_hash, role_ids, user_type, language, office_id,
       operator_id, scope_operator_ids, scope_station_ids, scope_investor_ids, phone, email, is_owner, search_text, duty_id, must_change_password, password_changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
       (select operator_id from identity_office where tenant_id = $1 and id = $10), $11, $12, $13, $14, $15, $16, $17, $18, $19, now())`,
    [
      tenantId,
      id,
      loginName,
      loginKeyOf(loginName),
      displayName,
      given.passwordHash,
      [...given.roleIds],
      given.userType ?? 'staff',
      given.language ?? 'zh',
      given.officeId ?? null,
      [...(given.operatorIds ?? [])],
      [...(given.stationIds ?? [])],
      [...(given.investorIds ?? [])],
      phone,
      given.email ?? null,
      given.isOwner ?? false,
      search,
      given.dutyId ?? null,
      given.mustChangePassword ?? false,
    ],
  )
  return id
}
