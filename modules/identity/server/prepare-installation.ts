import { join } from 'node:path'
import { type Tx, col } from '@wattyard/server-kit'
import { createTenant, insertUser } from './tenants/create-tenant.ts'
import { insertTemplateRoles } from './tenants/template-roles.ts'
import type { PasswordHasher } from './passwords/hash-password.ts'
import { writeOwnFile } from './people/own-file.ts'
import { type PasswordPolicy, passwordProblem } from './passwords/password-policy.ts'
import { readablePassword } from './passwords/readable-password.ts'

/** File in the data folder that contains only the first administrator's generated password. */
export const PASSWORD_FILE = 'admin-password.txt'
export const FIRST_ADMINISTRATOR = 'admin'

export interface InstallationOptions {
  dataFolder: string
  /** WATTYARD_ADMIN_PASSWORD; when absent, a password is generated. */
  adminPassword?: string | null | undefined
  profile: 'demo' | 'production'
  /** Sign-in name at the home tenant; the demonstration has its own. */
  company?: { code: string; name: string; zone?: string; currency?: string }
  /** Every permission that exists, from which the roles of the first day are cut; without any there are none of them. */
  permissions: readonly string[] | null
}

export interface Installation {
  /** False when the installation was there already; then there is no password to show. */
  created: boolean
  /** The home tenant. */
  tenantId: string
  ownerId: string
  username: string
  /** Generated now, to be printed once. Null when it came from the environment. */
  password: { value: string; file: string } | null
}

const DEMO_COMPANY = { code: 'demo', name: '绿途充电（演示）有限公司' }
const COMPANY = { code: 'main', name: '充电运营公司' }

async function existing(tx: Tx): Promise<Installation | null> {
  const [row] = await tx.query(
    { tenant_id: col.uuid, owner_id: col.uuid, login_name: col.text },
    `select t.tenant_id, u.id as owner_id, u.login_name from identity_tenant t join identity_user u on u.tenant_id = t.tenant_id and u.is_owner where t.is_home`,
  )
  return row
    ? { created: false, tenantId: row.tenant_id, ownerId: row.owner_id, username: row.login_name, password: null }
    : null
}

/**
 * Makes the home tenant and the platform owner `admin` on first start; later starts find them. The
 * password file is written before the commit: a start that fails leaves a file without an account,
 * never an account without its password.
 *
 * @throws Error when the given password is too weak for the profile
 */
export async function prepareInstallation(
  tx: Tx,
  options: InstallationOptions,
  hasher: PasswordHasher,
  policy: PasswordPolicy,
): Promise<Installation> {
  // Two processes may start on one empty database; the second waits here and then finds everything.
  await tx.query("select pg_advisory_xact_lock(hashtext('identity.prepareInstallation'))")
  const known = await existing(tx)
  if (known) return known
  const { adminPassword, profile } = options
  const problem = adminPassword ? passwordProblem(adminPassword, [], policy) : null
  if (problem)
    throw new Error(
      `WATTYARD_ADMIN_PASSWORD is refused: ${problem.word}${'limit' in problem ? ` (${problem.limit})` : ''}`,
    )
  const value = adminPassword || readablePassword()
  const company = options.company ?? (profile === 'demo' ? DEMO_COMPANY : COMPANY)
  const { tenantId, roleIds } = await createTenant(tx, { ...company, profile, isHome: true })
  if (options.permissions) await insertTemplateRoles(tx, tenantId, options.permissions)
  const ownerId = await insertUser(tx, tenantId, {
    loginName: FIRST_ADMINISTRATOR,
    displayName: '系统管理员',
    passwordHash: await hasher.hash(value),
    roleIds: [roleIds.admin],
    isOwner: true,
  })
  const made = { created: true, tenantId, ownerId, username: FIRST_ADMINISTRATOR }
  if (adminPassword) return { ...made, password: null }
  const file = join(options.dataFolder, PASSWORD_FILE)
  writeOwnFile(file, `${value}\n`)
  return { ...made, password: { value, file } }
}
