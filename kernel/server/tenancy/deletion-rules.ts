/**
 * How a column of a kept row loses whom it names.
 *
 * - `null`, `blank`: nothing stays (`blank` where the column must hold something: an empty text, list or object)
 * - `pseudonym`: a word made of the value and a salt that is thrown away; one person is one word within a deletion
 * - `nameless`: the same, but ids stay: they point at rows that are kept, or at nobody any more
 * - `without`: these keys of a JSON object go, the rest stays
 */
export type Mask = 'null' | 'blank' | 'pseudonym' | 'nameless' | { readonly without: readonly string[] }

/** Why rows outlive their tenant. */
export type KeptFor =
  /** Books that law keeps; nothing in them may change. */
  | 'books'
  /** Rows of the installation itself, of which only its own tenant has any, and that one is never deleted. */
  | 'installation'
  /** What is left to say that the tenant was here. */
  | 'trace'

/** What becomes of a tenant's rows of one table when the tenant is deleted. */
export type DeletionRule =
  | { readonly do: 'erase' }
  | { readonly do: 'keep'; readonly for: KeptFor }
  | { readonly do: 'pseudonymise'; readonly columns: Readonly<Record<string, Mask>> }

/** By table. Every table with a `tenant_id` has its rule in the module that owns it; a test reads the schema. */
export type DeletionRules = Readonly<Record<string, DeletionRule>>

export const ERASE_ROWS: DeletionRule = { do: 'erase' }
export const KEEP_BOOKS: DeletionRule = { do: 'keep', for: 'books' }
export const KEEP_OF_INSTALLATION: DeletionRule = { do: 'keep', for: 'installation' }

/** Returns the same rule for several tables. */
export const sameRule = (rule: DeletionRule, ...tables: readonly string[]): DeletionRules =>
  Object.fromEntries(tables.map(table => [table, rule]))

/** Tables of the kernel, which is no module. */
export const KERNEL_DELETION_RULES: DeletionRules = {
  ...sameRule(
    ERASE_ROWS,
    'kernel_outbox',
    'kernel_idempotency',
    'kernel_interface_call',
    'kernel_version_number',
    'kernel_wording',
    'kernel_file',
    'kernel_file_part',
  ),
  // Who did what to the books stays to be told, as a word; values before and after are full of names and numbers of people.
  kernel_audit: {
    do: 'pseudonymise',
    columns: {
      actor_name: 'pseudonym',
      actor_id: 'null',
      ip: 'null',
      record_id: 'nameless',
      before: 'null',
      after: 'null',
    },
  },
}

/** What stands against deleting a tenant, or is lost with it. */
export interface DeletionBlocker {
  /** Key of its words: `members.obstacle.walletMoney`; `{{count}}` and `{{amount}}` stand in them. */
  what: string
  /** Nothing is wrong when 0; such an obstacle may be left out. */
  count: number
  /** Decimal text of the tenant's currency, when money is meant. */
  amount?: string
  /** Nobody may ask for, approve or begin the deletion while it stands; the others are said and decided on. */
  stops: boolean
}

/**
 * Fates of every table, those of the kernel included.
 *
 * @throws Error when two declare the same table
 */
export function collectDeletionRules(
  modules: readonly { readonly name: string; readonly tenantDeletion?: DeletionRules }[],
): DeletionRules {
  const all = new Map<string, DeletionRule>(Object.entries(KERNEL_DELETION_RULES))
  for (const { name, tenantDeletion = {} } of modules)
    for (const [table, rule] of Object.entries(tenantDeletion)) {
      if (all.has(table)) throw new Error(`module ${name}: table ${table} has a deletion rule already`)
      all.set(table, rule)
    }
  return Object.fromEntries(all)
}
