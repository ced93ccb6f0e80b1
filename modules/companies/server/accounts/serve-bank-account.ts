import { joinedAccounts } from '@wattyard/identity/server'
import { type CommandInput, masked, type RowOf } from '@wattyard/resource'
import {
  type AboutRecord,
  type Call,
  col,
  emit,
  invalid,
  Refusal,
  type SaveChange,
  type SavedChange,
  type SecondPersonRule,
  serveResource,
  type ServedResource,
  type Tx,
  uuidList,
} from '@wattyard/server-kit'
import { field, optional } from '@wattyard/resource'
import { ACCOUNT_ENTERED, ACCOUNT_SETTLED, type AccountEntered } from '../../contract/events.ts'
import { ACCOUNT_STATES, bankAccount } from '../../contract/index.ts'
import { readAccountNumber } from '../../contract/numbers/account-number.ts'

const INNER = { entered_by_id: col.uuid }
type AccountRow = RowOf<typeof bankAccount> & { entered_by_id: string }

const only = (rows: readonly AccountRow[]): AccountRow => {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/** Locks the companies of accounts: which account is preferred, and which replaces which, is decided by one writer at a time. */
async function lockCompanies({ tx, caller }: Call, ids: readonly string[]): Promise<void> {
  await tx.execute(
    `select 1 from companies_company where tenant_id = $1 and id in (
       select company_id from companies_bank_account where tenant_id = $1 and id = any($2::uuid[])) order by id for update`,
    [caller.tenantId, uuidList(ids)],
  )
}

async function numberOfNew(call: Call, { input }: SaveChange<typeof bankAccount> & { mode: 'create' }) {
  const { tx, caller } = call
  // Two people who enter an account of one company at once wait here for each other, so that the second is told in words.
  await tx.execute('select 1 from companies_company where tenant_id = $1 and id = $2 for update', [
    caller.tenantId,
    input.company,
  ])
  const read = readAccountNumber(input.country, input.number)
  if (!read.ok) throw invalid({ number: { key: `companies.field.${read.fault}` } })
  const taken = await tx.query(
    "select 1 from companies_bank_account where tenant_id = $1 and company_id = $2 and number = $3 and state <> 'ended'",
    [caller.tenantId, input.company, read.number],
  )
  if (taken.length > 0) throw invalid({ number: { key: 'companies.field.accountTaken' } })
  return read.number
}

/**
 * Checks that an account replaces a confirmed one of the same company, which no other one is about to replace: one that only waits to be
 * confirmed would make a chain, at whose end two accounts count.
 */
async function mustReplace({ tx, caller }: Call, companyId: string, replaced: string): Promise<void> {
  const [old] = await tx.query(
    { company_id: col.uuid, state: col.oneOf(ACCOUNT_STATES) },
    'select company_id, state from companies_bank_account where tenant_id = $1 and id = $2',
    [caller.tenantId, replaced],
  )
  if (!old || old.company_id !== companyId || old.state !== 'confirmed')
    throw invalid({ replaces: { key: 'companies.field.replacesNone' } })
  const others = await tx.query(
    "select 1 from companies_bank_account where tenant_id = $1 and replaces_id = $2 and state = 'entered'",
    [caller.tenantId, replaced],
  )
  if (others.length > 0) throw invalid({ replaces: { key: 'companies.field.replacedTwice' } })
}

/** Returns the state of an account; null for none. */
async function stateOf(tx: Tx, tenantId: string, id: string): Promise<string | null> {
  const [row] = await tx.query(
    { state: col.oneOf(ACCOUNT_STATES) },
    'select state from companies_bank_account where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return row?.state ?? null
}

/** @throws Refusal `companies.replacesEnded` when the account whose place is to be taken does not count now */
async function mustStillReplace({ tx, caller }: Pick<Call, 'tx' | 'caller'>, { replaces_id }: AccountRow) {
  if (replaces_id === null) return
  if ((await stateOf(tx, caller.tenantId, replaces_id)) !== 'confirmed') throw new Refusal('companies.replacesEnded')
}

async function beforeSave(call: Call, change: SaveChange<typeof bankAccount, typeof INNER>) {
  if (change.mode === 'update') return {}
  const number = await numberOfNew(call, change)
  if (change.input.replaces) await mustReplace(call, change.input.company, change.input.replaces)
  const { userId, displayName } = call.caller
  return { number, entered_by: displayName, entered_by_id: userId }
}

async function companyName(tx: Tx, tenantId: string, id: string): Promise<string> {
  const [row] = await tx.query(
    { name: col.text },
    'select name from companies_company where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return row?.name ?? ''
}

const endingOf = (number: string): string => number.slice(-4)

async function afterSave({ tx, caller }: Call, { mode, after }: SavedChange<typeof bankAccount, typeof INNER>) {
  if (mode === 'update') return
  const body: AccountEntered = {
    company: await companyName(tx, caller.tenantId, after.company_id),
    companyId: after.company_id,
    bank: after.bank,
    ending: endingOf(after.number),
    enteredBy: after.entered_by,
    enteredById: after.entered_by_id,
  }
  await emit(tx, [{ tenantId: caller.tenantId, topic: ACCOUNT_ENTERED, key: after.id, body: { ...body } }])
}

const settled = ({ tx, caller }: Call, ids: readonly string[]) =>
  emit(
    tx,
    ids.map(key => ({ tenantId: caller.tenantId, topic: ACCOUNT_SETTLED, key, body: {} })),
  )

async function endAccounts({ tx, caller }: Call, ids: readonly string[]): Promise<void> {
  await tx.execute(
    `update companies_bank_account set state = 'ended', preferred = false, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = any($2::uuid[])`,
    [caller.tenantId, uuidList(ids)],
  )
}

/** Makes one account the preferred one of its company. */
async function setPreferred({ tx, caller }: Call, row: AccountRow): Promise<void> {
  await tx.execute(
    `update companies_bank_account set preferred = false, version = version + 1, updated_at = now()
     where tenant_id = $1 and company_id = $2 and preferred and id <> $3`,
    [caller.tenantId, row.company_id, row.id],
  )
  await tx.execute(
    'update companies_bank_account set preferred = true, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2',
    [caller.tenantId, row.id],
  )
}

/** Handles `confirm`: the account counts, in the place of the one that it replaces; the first of a company is the preferred one. */
async function confirm(call: Call, rows: readonly AccountRow[]) {
  const row = only(rows)
  await mustStillReplace(call, row)
  const { tx, caller } = call
  const preferred = await tx.query(
    { id: col.uuid },
    'select id from companies_bank_account where tenant_id = $1 and company_id = $2 and preferred',
    [caller.tenantId, row.company_id],
  )
  await tx.execute(
    `update companies_bank_account set state = 'confirmed', confirmed_by = $3, confirmed_at = now(), version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [caller.tenantId, row.id, caller.displayName],
  )
  const isHeir = row.replaces_id !== null && preferred.some(one => one.id === row.replaces_id)
  if (row.replaces_id !== null) await endAccounts(call, [row.replaces_id])
  if (preferred.length === 0 || isHeir) await setPreferred(call, row)
  await settled(call, [row.id])
  return {}
}

async function end(call: Call, rows: readonly AccountRow[], _input: CommandInput<typeof bankAccount, 'end'>) {
  const row = only(rows)
  await endAccounts(call, [row.id])
  await settled(call, [row.id])
  return {}
}

const subject: NonNullable<SecondPersonRule<typeof bankAccount, 'confirm', typeof INNER>['subject']> = async (
  { tx, caller },
  row,
) => `${await companyName(tx, caller.tenantId, row.company_id)} · ${row.bank} ${endingOf(row.number)}`

/** What the second person sees beside the name: where the money would go. The whole number is shown by its record, to those who may see it. */
const ABOUT: AboutRecord = {
  fields: {
    company: field.text({ max: 100 }),
    holder: field.text({ max: 100 }),
    branch: field.text({ max: 100 }),
    number: field.text({ max: 44 }),
    /** The account that ends by it. */
    replaces: optional(field.text({ max: 200 })),
    enteredBy: field.text(),
  },
  async read(tx, asked) {
    const rows = await tx.query(
      {
        id: col.uuid,
        company: col.text,
        holder: col.text.orNull,
        branch: col.text.orNull,
        number: col.text,
        entered_by: col.text,
        old_bank: col.text.orNull,
        old_number: col.text.orNull,
      },
      `select a.id, c.name as company, a.holder, a.branch, a.number, a.entered_by, o.bank as old_bank, o.number as old_number
       from companies_bank_account a
       join companies_company c on c.tenant_id = a.tenant_id and c.id = a.company_id
       left join companies_bank_account o on o.tenant_id = a.tenant_id and o.id = a.replaces_id where a.tenant_id = $1 and a.id = any($2::uuid[])`,
      [tx.tenantId, uuidList(asked.map(one => one.id))],
    )
    const found = new Map(rows.map(row => [row.id, row]))
    return asked.map(({ id }) => {
      const row = found.get(id)
      return (
        row && {
          company: row.company,
          holder: row.holder ?? row.company,
          branch: row.branch,
          number: masked('card', row.number),
          replaces: row.old_number === null ? null : `${row.old_bank ?? ''} ${String(masked('card', row.old_number))}`,
          enteredBy: row.entered_by,
        }
      )
    })
  },
}

const pageOf = (id: string) => `/pricePollcya/company?part=accounts&open=${id}` as const

/**
 * Second-person rules (decision 425): to whom money goes is decided by two people. Whoever confirms what another person entered is the
 * second one; the one who entered it asks, and so does whoever makes another account the preferred one.
 */
const CONFIRM: SecondPersonRule<typeof bankAccount, 'confirm', typeof INNER> = {
  from_fen: 0n,
  side: 'none',
  restsOn: ['state', 'number'],
  // Another one may end the account whose place is to be taken.
  restsOnRecords: ({ replaces_id }) => [replaces_id],
  alsoRestsOn: async ({ tx, caller }, { replaces_id }) => ({
    replaces: replaces_id === null ? null : await stateOf(tx, caller.tenantId, replaces_id),
  }),
  about: ABOUT,
  page: pageOf,
  subject,
  async weigh(call, row) {
    const { tx, caller, approval } = call
    await mustStillReplace(call, row)
    if (approval) return {}
    const own = await joinedAccounts(tx, caller.userId)
    return own.includes(row.entered_by_id) ? {} : null
  },
}

const PREFER: SecondPersonRule<typeof bankAccount, 'prefer', typeof INNER> = {
  from_fen: 0n,
  side: 'none',
  restsOn: ['state', 'preferred'],
  about: ABOUT,
  page: pageOf,
  subject,
  weigh: () => ({}),
}

/** Returns why a command does not fit an account now; undefined when it does. */
function refusalOf(action: string, row: Readonly<AccountRow>): string | undefined {
  if (action === 'delete') return row.state === 'entered' ? undefined : 'companies.accountCounted'
  if (action === 'confirm') return row.state === 'entered' ? undefined : 'companies.accountDecided'
  if (action === 'prefer')
    return row.state !== 'confirmed'
      ? 'companies.accountNotConfirmed'
      : row.preferred
        ? 'kernel.notAllowedNow'
        : undefined
  return action === 'end' && row.state === 'ended' ? 'companies.accountDecided' : undefined
}

/** Serves bank accounts: entered by one person, confirmed by another, replaced and ended; never edited. */
export function serveBankAccount(): ServedResource {
  return serveResource(bankAccount, {
    inner: INNER,
    lockFirst: lockCompanies,
    beforeSave,
    afterSave,
    afterDelete: (call, rows) =>
      settled(
        call,
        rows.map(row => row.id),
      ),
    allows: (action, row) => refusalOf(action, row) === undefined,
    whyNot: (action, row) => refusalOf(action, row),
    secondPerson: { confirm: CONFIRM, prefer: PREFER },
    commands: {
      confirm,
      async prefer(call, rows) {
        await setPreferred(call, only(rows))
        return {}
      },
      end,
    },
    async choiceHints(tx, _caller, ids) {
      const rows = await tx.query(
        { id: col.uuid, number: col.text },
        'select id, number from companies_bank_account where tenant_id = $1 and id = any($2::uuid[])',
        [tx.tenantId, uuidList(ids)],
      )
      return new Map(rows.map(row => [row.id, [masked('card', row.number)]]))
    },
  })
}
