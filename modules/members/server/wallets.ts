import { ZERO_FEN } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import type { Account } from '@wattyard/ledger/contract'
import { type AccountKey, openAccounts, ownedAccounts } from '@wattyard/ledger/server'
import { EMPTY_WALLET, type Wallet } from '../contract/index.ts'

/** A member of a tenant. One call may contain members of several tenants. */
export interface MemberKey {
  tenantId: string
  memberId: string
}

/** The ledger accounts that make up a wallet. */
export interface WalletAccounts {
  principal: Account
  gift: Account
  frozen: Account
  frozenGift: Account
  receivable: Account
}

export const WALLET_CODES = {
  principal: 'wallet_principal',
  gift: 'wallet_gift',
  frozen: 'wallet_frozen',
  frozenGift: 'wallet_frozen_gift',
  receivable: 'member_receivable',
} as const satisfies Record<keyof WalletAccounts, Account['code']>

const CODES = Object.values(WALLET_CODES)
const PARTS = Object.keys(WALLET_CODES) as (keyof WalletAccounts)[] // a closed literal

/** A wallet with its accounts, as posting needs it. */
export interface OpenWallet {
  wallet: Wallet
  accounts: WalletAccounts
}

const accountKeys = ({ tenantId, memberId }: MemberKey): AccountKey[] =>
  CODES.map(code => ({ tenantId, ownerType: 'member', ownerId: memberId, code }))

async function ownedBy(
  tx: Tx,
  keys: readonly MemberKey[],
  lock: boolean,
): Promise<Map<string, Map<string, { account: Account; balance_fen: Wallet['owed'] }>>> {
  const found = new Map<string, Map<string, { account: Account; balance_fen: Wallet['owed'] }>>()
  for (const owned of await ownedAccounts(tx, keys.flatMap(accountKeys), { lock })) {
    const own = found.get(owned.account.ownerId) ?? new Map()
    found.set(owned.account.ownerId, own.set(owned.account.code, owned))
  }
  return found
}

/** Returns the accounts of a wallet that are open, by part; none for a member who never had one. */
export async function accountsOf(tx: Tx, key: MemberKey): Promise<Partial<WalletAccounts>> {
  const own = (await ownedBy(tx, [key], false)).get(key.memberId)
  return Object.fromEntries(
    PARTS.flatMap(part => {
      const account = own?.get(WALLET_CODES[part])?.account
      return account ? [[part, account]] : []
    }),
  )
}

/** Returns wallets by member id; a member who never had money has an empty one. One statement. */
export async function walletsOf(tx: Tx, keys: readonly MemberKey[]): Promise<Map<string, Wallet>> {
  const owned = await ownedBy(tx, keys, false)
  return new Map(keys.map(({ memberId }) => [memberId, walletFrom(owned.get(memberId))]))
}

function walletFrom(own: ReadonlyMap<string, { balance_fen: Wallet['owed'] }> | undefined): Wallet {
  if (!own) return EMPTY_WALLET
  const balance = (part: keyof WalletAccounts) => own.get(WALLET_CODES[part])?.balance_fen ?? ZERO_FEN
  return {
    principal: balance('principal'),
    gift: balance('gift'),
    frozenPrincipal: balance('frozen'),
    frozenGift: balance('frozenGift'),
    owed: balance('receivable'),
  }
}

/**
 * Returns wallets with their accounts, and opens missing ones. With `lock` the balances stay as they
 * are until the transaction ends.
 */
export async function openWallets(
  tx: Tx,
  keys: readonly MemberKey[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Map<string, OpenWallet>> {
  let owned = await ownedBy(tx, keys, lock)
  const missing = keys.filter(({ memberId }) => (owned.get(memberId)?.size ?? 0) < CODES.length)
  if (missing.length) {
    await openAccounts(tx, missing.flatMap(accountKeys))
    owned = await ownedBy(tx, keys, lock)
  }
  return new Map(
    keys.map(({ memberId }) => [
      memberId,
      { wallet: walletFrom(owned.get(memberId)), accounts: accountsFrom(memberId, owned.get(memberId)) },
    ]),
  )
}

function accountsFrom(memberId: string, own: ReadonlyMap<string, { account: Account }> | undefined): WalletAccounts {
  const entries = PARTS.map(part => {
    const account = own?.get(WALLET_CODES[part])?.account
    if (!account) throw new Error(`member ${memberId} has no account ${WALLET_CODES[part]}`)
    return [part, account] as const
  })
  return Object.fromEntries(entries) as Record<keyof WalletAccounts, Account> // every part was just proved
}
