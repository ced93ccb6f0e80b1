import { createHash } from 'node:crypto'
import { type Tx, col } from '@wattyard/server-kit'
import { afterFail, type Attempts, FORGET_AFTER_MS } from './throttle.ts'

/** Name of an account for counting, whether or not the account exists. */
export interface AccountName {
  /** Folded login name. */
  loginKey: string
  /** Folded tenant code; null means the installation's home tenant. */
  tenantCode: string | null
}

/** Returns the key of a login name as typed: NFKC, lower case. */
export function loginKeyOf(loginName: string): string {
  return loginName.trim().normalize('NFKC').toLowerCase()
}

/** Splits a username: `zhang` belongs to the home tenant, `zhang@acme` to the tenant with code acme. */
export function accountName(username: string): AccountName {
  const folded = loginKeyOf(username)
  const at = folded.lastIndexOf('@')
  return at < 0
    ? { loginKey: folded, tenantCode: null }
    : { loginKey: folded.slice(0, at), tenantCode: folded.slice(at + 1) }
}

/** Returns the one name under which an account is counted: `zhang@home` becomes `zhang`. */
export async function countedName(tx: Tx, name: AccountName): Promise<AccountName> {
  if (name.tenantCode === null) return name
  const rows = await tx.query('select 1 from identity_tenant where is_home and lower(code) = $1', [name.tenantCode])
  return rows.length > 0 ? { ...name, tenantCode: null } : name
}

export function accountHash({ loginKey, tenantCode }: AccountName): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([tenantCode, loginKey]))
    .digest()
}

export async function attemptsOf(tx: Tx, account: Buffer): Promise<Attempts | null> {
  const [row] = await tx.query(
    { fails: col.integer, last_fail_at: col.instant, locked_until: col.instant.orNull },
    'select fails, last_fail_at, locked_until from identity_login_attempt where account = $1',
    [account],
  )
  return row ? { fails: row.fails, lastFailAt: row.last_fail_at, lockedUntil: row.locked_until } : null
}

/** Counts a failure. Two concurrent processes may count only one; within a process, sign-ins are queued per account. */
export async function countFail(tx: Tx, account: Buffer, now: number): Promise<void> {
  const { fails, lockedUntil } = afterFail(await attemptsOf(tx, account), now)
  await tx.execute(
    `insert into identity_login_attempt (account, fails, last_fail_at, locked_until) values ($1, $2, $3, $4)
     on conflict (account) do update set fails = excluded.fails, last_fail_at = excluded.last_fail_at, locked_until = excluded.locked_until`,
    [account, fails, new Date(now), lockedUntil === null ? null : new Date(lockedUntil)],
  )
}

export async function forgetFails(tx: Tx, account: Buffer): Promise<void> {
  await tx.execute('delete from identity_login_attempt where account = $1', [account])
}

/** Uses up a login key. Returns false when it was used before: of two concurrent sign-ins exactly one gets true. */
export async function useLoginKey(tx: Tx, id: string, expiresAt: number): Promise<boolean> {
  return (
    (await tx.execute('insert into identity_login_key (id, expires_at) values ($1, $2) on conflict do nothing', [
      id,
      new Date(expiresAt),
    ])) === 1
  )
}

/** Deletes counts older than a day and expired keys. */
export async function removeOldAttempts(tx: Tx, now: number): Promise<void> {
  await tx.execute('delete from identity_login_attempt where last_fail_at < $1', [new Date(now - FORGET_AFTER_MS)])
  await tx.execute('delete from identity_login_key where expires_at < $1', [new Date(now - 60_000)])
}
