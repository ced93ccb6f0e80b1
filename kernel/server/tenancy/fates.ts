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
export type Fate =
  | { readonly do: 'erase' }
  | { readonly do: 'keep'; readonly for: KeptFor }
  | { readonly do: 'pseudonymise'; readonly columns: Readonly<Record<string, Mask>> }

/** By table. Every table with a `tenant_id` has its fate in the module that owns it; a test reads the schema. */
export type TenantFates = Readonly<Record<string, Fate>>

export const ERASE: Fate = { do: 'erase' }
export const KEEP_BOOKS: Fate = { do: 'keep', for: 'books' }
export const KEEP_OF_INSTALLATION: Fate = { do: 'keep', for: 'installation' }

/** The same fate for several tables. */
export const allOf = (fate: Fate, ...tables: readonly string[]): TenantFates =>
  Object.fromEntries(tables.map(table => [table, fate]))

/** Tables of the kernel, which is no module. */
export const KERNEL_FATES: TenantFates = {
  ...allOf(
    ERASE,
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
export interface Obstacle {
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
export function collectFates(modules: readonly { readonly name: string; readonly fates?: TenantFates }[]): TenantFates {
  const all = new Map<string, Fate>(Object.entries(KERNEL_FATES))
  for (const { name, fates = {} } of modules)
    for (const [table, fate] of Object.entries(fates)) {
      if (all.has(table)) throw new Error(`module ${name}: table ${table} has its fate already`)
      all.set(table, fate)
    }
  return Object.fromEntries(all)
}
