/** What may be done with a record of any kind, in the order of the matrix; everything else is a command of its resource. */
export const PLAIN_ACTIONS = ['read', 'all', 'create', 'update', 'delete', 'export', 'import'] as const
export type PlainAction = (typeof PLAIN_ACTIONS)[number]

export const isPlainAction = (action: string): action is PlainAction =>
  (PLAIN_ACTIONS as readonly string[]).includes(action)

/** Parts of `assets.station:read`. */
export function permissionParts(permission: string): { module: string; resource: string; action: string } {
  const [resource = '', action = ''] = permission.split(':')
  return { module: resource.split('.')[0] ?? '', resource, action }
}

/** Keys of the words that name a permission: its module, what it is about and what it allows. */
export function permissionWords(permission: string): { module: string; noun: string; action: string } {
  const { module, resource, action } = permissionParts(permission)
  return {
    module: `${module}.module`,
    noun: `${resource}.noun`,
    action: isPlainAction(action) ? `identity.action.${action}` : `${resource}.${action}`,
  }
}
