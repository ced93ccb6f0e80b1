import type { CommandHandler } from '@wattyard/server-kit'
import type { manufacturer, model } from '../../contract/index.ts'

type StateHandler = CommandHandler<typeof manufacturer | typeof model, 'retire' | 'restore'>

/**
 * Returns `retire` and `restore` of a resource with active and retired rows.
 * @param table table of that resource, never user input
 */
export function stateCommands(table: 'assets_manufacturer' | 'assets_model') {
  const to =
    (state: 'active' | 'retired'): StateHandler =>
    async ({ tx }, rows) => {
      await tx.execute(
        `update ${table} set state = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
        [tx.tenantId, rows.map(row => row.id), state],
      )
      return { changed: rows.length }
    }
  return {
    commands: { retire: to('retired'), restore: to('active') },
    allows: (action: string, row: { readonly state: string }): boolean =>
      action === 'retire' ? row.state === 'active' : action === 'restore' ? row.state === 'retired' : true,
  }
}
