import { type Tx, col } from '@wattyard/server-kit'
import type { z } from 'zod'

/** A setting that each tenant can change. Declare it once, at the top level of the module that reads it. */
export interface Setting<T> {
  /** `module.word`, such as `charging.rounding`. */
  key: string
  /** Checks the stored JSON and converts it to the type that the code uses. */
  schema: z.ZodType<T>
  /** Default as JSON; it has to match the schema. */
  initial: unknown
  /**
   * A setting of the whole installation: only people of the home tenant see and change it, and it is read from that tenant only.
   */
  isOfInstallation?: true
}

const KEY = /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/
const declared = new Map<string, Setting<unknown>>()

/**
 * Declares a setting: it appears in the settings API and can be read by `settingOf`.
 *
 * @throws Error when the key is malformed or taken, or the initial value fails its own schema
 */
export function declareSetting<T>(setting: Setting<T>): Setting<T> {
  const { key, schema, initial } = setting
  if (!KEY.test(key)) throw new Error(`setting ${key} is not module.word`)
  if (declared.has(key)) throw new Error(`two settings are called ${key}`)
  if (!schema.safeParse(initial).success) throw new Error(`the initial value of ${key} fails its own schema`)
  declared.set(key, setting)
  return setting
}

export function declaredSettings(): Setting<unknown>[] {
  return [...declared.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

export function declaredSetting(key: string): Setting<unknown> | undefined {
  return declared.get(key)
}

type Stored = ReadonlyMap<string, unknown>

/** Cache per transaction: a tenant's settings are read once for any number of settings. */
const read = new WeakMap<Tx, Map<string, Promise<Stored>>>()

async function load(tx: Tx, tenantId: string): Promise<Stored> {
  const rows = await tx.query(
    { key: col.text, value: col.json<unknown>() },
    'select key, value from platform_setting where tenant_id = $1',
    [tenantId],
  )
  return new Map(rows.map(row => [row.key, row.value]))
}

/** Clears the transaction's cache after a write. */
export function forgetSettings(tx: Tx): void {
  read.delete(tx)
}

/**
 * Returns the tenant's value of a setting, or the product's own.
 *
 * @param tenantId needed in transactions of the platform; otherwise the transaction's own tenant
 * @throws Error when a stored value no longer passes the schema: a wrong rounding rule must stop, not guess
 */
export async function settingOf<T>(tx: Tx, setting: Setting<T>, tenantId: string | null = tx.tenantId): Promise<T> {
  if (tenantId === null) throw new Error(`${setting.key} is asked for without a tenant`)
  const tenants = read.get(tx) ?? new Map<string, Promise<Stored>>()
  read.set(tx, tenants)
  const loading = tenants.get(tenantId) ?? load(tx, tenantId)
  tenants.set(tenantId, loading)
  const stored = await loading
  const result = setting.schema.safeParse(stored.has(setting.key) ? stored.get(setting.key) : setting.initial)
  if (!result.success) throw new Error(`the stored value of ${setting.key} is not valid: ${result.error.message}`)
  return result.data
}
