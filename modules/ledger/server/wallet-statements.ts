/**
 * Pieces of SQL for checks of modules that keep records of wallets beside the books (`BookCheck`). `$1` is the tenant, or null for all
 * that the transaction can see.
 */

/**
 * Per deposit into a wallet: `tenant_id`, journal `id`, owner `member`, `principal_fen` and `gift_fen` credited, and the day
 * `reversed_on`; null when it stands.
 */
export const WALLET_DEPOSITS = `
  select j.tenant_id, j.id, min(c.owner_id) as member,
    coalesce(sum(p.amount_fen) filter (where c.code = 'wallet_principal'), 0) as principal_fen,
    coalesce(sum(p.amount_fen) filter (where c.code = 'wallet_gift'), 0) as gift_fen,
    (select r.booked_on from ledger_journal r where r.tenant_id = j.tenant_id and r.reverses_id = j.id) as reversed_on
  from ledger_journal j
  join ledger_posting p on p.tenant_id = j.tenant_id and p.journal_id = j.id
  join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id and c.code in ('wallet_principal', 'wallet_gift')
  where j.kind = 'deposit' and ($1::uuid is null or j.tenant_id = $1) group by j.tenant_id, j.id`

/** Per member with a wallet: `tenant_id`, `member`, `principal_fen` and `gift_fen`, available and on hold. */
export const WALLET_SUMS = `
  select tenant_id, owner_id as member,
    coalesce(sum(balance_fen) filter (where code in ('wallet_principal', 'wallet_frozen')), 0) as principal_fen,
    coalesce(sum(balance_fen) filter (where code in ('wallet_gift', 'wallet_frozen_gift')), 0) as gift_fen
  from ledger_account where owner_type = 'member' and ($1::uuid is null or tenant_id = $1) group by tenant_id, owner_id`
