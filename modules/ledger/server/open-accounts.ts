import { type Currency, currency as currencyOf, type Fen, fen } from '@wattyard/money'
import { newId, uuidList, type Tx, col, type RowIn } from '@wattyard/server-kit'
import {
  type Account,
  type AccountCode,
  CHART,
  type OwnerType,
  OWNER_TYPES,
  ACCOUNT_KINDS,
  ACCOUNT_CODES,
} from '../contract/index.ts'

/** Identifies an account by tenant, code and owner. */
export interface AccountKey {
  tenantId: string
  code: AccountCode
  /** `tenant` when absent. */
  ownerType?: OwnerType
  ownerId?: string
  /** CNY when absent. */
  currency?: Currency
}

const ACCOUNT_ROW = {
  tenant_id: col.uuid,
  id: col.uuid,
  code: col.oneOf(ACCOUNT_CODES),
  kind: col.oneOf(ACCOUNT_KINDS),
  owner_type: col.oneOf(OWNER_TYPES),
  owner_id: col.text,
  currency: col.text,
  running: col.boolean,
  min_zero: col.boolean,
}

type AccountRow = RowIn<typeof ACCOUNT_ROW>

export const ACCOUNT_COLUMNS =
  'a.tenant_id, a.id, a.code, a.kind, a.owner_type, a.owner_id, a.currency, a.running, a.min_zero'

/** Most accounts in one call; a batch of 500 orders uses about 4,000. */
export const MAX_ACCOUNTS = 20_000

export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    code: row.code,
    kind: row.kind,
    ownerType: row.owner_type,
    ownerId: row.owner_id,
    currency: currencyOf(row.currency),
    running: row.running,
    minZero: row.min_zero,
  }
}

type FullKey = Required<AccountKey>

const full = (key: AccountKey): FullKey => ({ ownerType: 'tenant', ownerId: '', currency: 'CNY', ...key })
/** The same text as the table's `address`. */
const addressOf = ({ ownerType, ownerId, code, currency }: Omit<FullKey, 'tenantId'>): string =>
  `${ownerType}:${ownerId}:${code}:${currency}`
const textOf = (key: FullKey): string => `${key.tenantId}|${addressOf(key)}`

/**
 * Returns the accounts in the order of the keys and opens missing ones. Kind and rules come from the chart. Any number takes one
 * to three statements.
 *
 * @throws RangeError for more than MAX_ACCOUNTS
 */
export async function openAccounts(tx: Tx, keys: readonly AccountKey[]): Promise<Account[]> {
  if (keys.length === 0) return []
  if (keys.length > MAX_ACCOUNTS) throw new RangeError(`${keys.length} accounts in one call, at most ${MAX_ACCOUNTS}`)
  const wanted = new Map(keys.map(key => [textOf(full(key)), full(key)]))
  const found = await findAccounts(tx, [...wanted.values()])
  const missing = [...wanted].filter(([text]) => !found.has(text))
  if (missing.length) {
    // Sorted, so that two transactions opening the same accounts wait instead of deadlocking.
    const sorted = missing.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
    await insertAccounts(tx, sorted)
    for (const [text, account] of await findAccounts(tx, sorted)) found.set(text, account)
  }
  return keys.map(key => {
    const account = found.get(textOf(full(key)))
    if (!account) throw new Error(`account ${textOf(full(key))} is neither there nor could it be opened`)
    return account
  })
}

async function findAccounts(tx: Tx, keys: readonly FullKey[]): Promise<Map<string, Account>> {
  const rows = await tx.query(
    ACCOUNT_ROW,
    `select ${ACCOUNT_COLUMNS} from unnest($1::uuid[], $2::text[]) as k(tenant_id, address)
     join ledger_account a on a.tenant_id = k.tenant_id and a.address = k.address`,
    [keys.map(key => key.tenantId), keys.map(addressOf)],
  )
  return new Map(rows.map(accountOf).map(account => [textOf(account), account]))
}

async function insertAccounts(tx: Tx, keys: readonly FullKey[]): Promise<void> {
  const chart = keys.map(key => CHART[key.code])
  await tx.execute(
    `insert into ledger_account (tenant_id, code, owner_type, owner_id, currency, id, kind, running, min_zero)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::boolean[], $9::boolean[])
     on conflict (tenant_id, address) do nothing`,
    [
      keys.map(key => key.tenantId),
      keys.map(key => key.code),
      keys.map(key => key.ownerType),
      keys.map(key => key.ownerId),
      keys.map(key => key.currency),
      keys.map(() => newId()),
      chart.map(entry => entry.kind),
      chart.map(entry => entry.running),
      chart.map(entry => entry.minZero),
    ],
  )
}

/** Cache per process. The database guarantees that accounts are never changed or deleted. */
const known = new Map<string, Account>()
const knownByName = new Map<string, Account>()
const MAX_KNOWN = 100_000

function remember(account: Account): Account {
  if (known.size >= MAX_KNOWN) {
    known.clear()
    knownByName.clear()
  }
  known.set(account.id, account)
  knownByName.set(textOf(account), account)
  return account
}

/** Returns existing accounts by id. Unknown ids and those of another tenant are absent. */
export async function accountsById(
  tx: Tx,
  keys: readonly { tenantId: string; id: string }[],
): Promise<Map<string, Account>> {
  const found = new Map<string, Account>()
  const unread = new Map<string, string>()
  for (const { tenantId, id } of keys) {
    const account = known.get(id)
    if (!account) unread.set(id, tenantId)
    // The cache must not give access beyond the transaction's own tenant.
    else if (account.tenantId === tenantId && (tx.tenantId === null || tx.tenantId === tenantId)) found.set(id, account)
  }
  if (unread.size === 0) return found
  const rows = await tx.query(
    ACCOUNT_ROW,
    `select ${ACCOUNT_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
     join ledger_account a on a.tenant_id = k.tenant_id and a.id = k.id`,
    [[...unread.values()], [...unread.keys()]],
  )
  for (const row of rows) found.set(row.id, remember(accountOf(row)))
  return found
}

/** An owner's account with its balance, on the account's own side. */
export interface OwnedAccount {
  account: Account
  balance_fen: Fen
}

/**
 * Returns accounts with their balances; accounts that are not open are absent. With `lock` they stay locked until the transaction
 * ends (in id order, as in posting), so that decisions based on these balances can be posted. Only for codes with running sums
 * (`running`).
 *
 * @throws RangeError for a code without running sums
 */
export async function ownedAccounts(
  tx: Tx,
  keys: readonly AccountKey[],
  { lock = false }: { lock?: boolean } = {},
): Promise<OwnedAccount[]> {
  const summed = keys.find(key => !CHART[key.code].running)
  if (summed) throw new RangeError(`${summed.code} keeps no sums: ask balancesOf`)
  const unique = new Map(keys.map(key => [textOf(full(key)), full(key)]))
  if (unique.size === 0) return []
  return (await knownBalances(tx, unique, lock)) ?? readOwned(tx, [...unique.values()], lock)
}

async function readOwned(tx: Tx, keys: readonly FullKey[], lock: boolean): Promise<OwnedAccount[]> {
  const rows = await tx.query(
    { ...ACCOUNT_ROW, balance_fen: col.bigint },
    `select ${ACCOUNT_COLUMNS}, a.balance_fen from unnest($1::uuid[], $2::text[]) as k(tenant_id, address)
     join ledger_account a on a.tenant_id = k.tenant_id and a.address = k.address
     order by a.id ${lock ? 'for update of a' : ''}`,
    [keys.map(key => key.tenantId), keys.map(addressOf)],
  )
  return rows.map(row => ({ account: remember(accountOf(row)), balance_fen: fen(row.balance_fen) }))
}

/**
 * Reads only the balances, by id, when all accounts are in the cache: every start and every payment needs the five accounts of a
 * wallet. Null when one is unknown, or does not exist after all because the transaction that opened it was rolled back.
 */
async function knownBalances(
  tx: Tx,
  keys: ReadonlyMap<string, FullKey>,
  lock: boolean,
): Promise<OwnedAccount[] | null> {
  const accounts = new Map<string, Account>()
  for (const name of keys.keys()) {
    const account = knownByName.get(name)
    if (!account) return null
    accounts.set(account.id, account)
  }
  const rows = await tx.query(
    { id: col.uuid, balance_fen: col.bigint },
    `select a.id, a.balance_fen from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
     join ledger_account a on a.tenant_id = k.tenant_id and a.id = k.id
     order by a.id ${lock ? 'for update of a' : ''}`,
    [uuidList([...accounts.values()].map(account => account.tenantId)), uuidList([...accounts.keys()])],
  )
  const found = rows.flatMap(({ id, balance_fen }) => {
    const account = accounts.get(id)
    return account ? [{ account, balance_fen: fen(balance_fen) }] : []
  })
  return found.length === accounts.size ? found : null
}
