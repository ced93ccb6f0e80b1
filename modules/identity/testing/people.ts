import { type Database, newId } from '@wattyard/server-kit'
import {
  createTenant,
  insertRole,
  insertUser,
  type NewRole,
  type NewTenant,
  type NewUser,
} from '../server/tenants/create-tenant.ts'
import { type HashCost, passwordHasher } from '../server/passwords/hash-password.ts'

/** Hash cost for tests: the lowest that argon2 allows, so that hundreds of sign-ins are fast. */
export const TEST_HASH_COST: HashCost = { memory_kib: 64, passes: 1, lanes: 1 }
const hasher = passwordHasher(TEST_HASH_COST)

export function aTenant(db: Database, over: Partial<NewTenant> = {}): ReturnType<typeof createTenant> {
  const code = over.code ?? `t${newId().slice(-10)}`
  return db.platform(tx => createTenant(tx, { code, name: `租户 ${code}`, profile: 'demo', ...over }))
}

export function aRole(db: Database, tenantId: string, over: Partial<NewRole> = {}): Promise<string> {
  const code = over.code ?? `r${newId().slice(-10)}`
  return db.platform(tx => insertRole(tx, tenantId, { code, name: code, permissions: [], rowScope: 'tenant', ...over }))
}

export async function aUser(
  db: Database,
  tenantId: string,
  over: Partial<Omit<NewUser, 'passwordHash'>> & { password?: string } = {},
): Promise<{ id: string; loginName: string; password: string }> {
  const { password = 'correct horse battery staple', ...rest } = over
  const loginName = over.loginName ?? `u${newId().slice(-10)}`
  const passwordHash = await hasher.hash(password)
  const id = await db.platform(tx =>
    insertUser(tx, tenantId, { displayName: loginName, roleIds: [], ...rest, loginName, passwordHash }),
  )
  return { id, loginName, password }
}
