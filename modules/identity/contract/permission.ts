/** Actions of generated resources, in the column order of the matrix. Any other action is a command of its resource. */
export const PLAIN_ACTIONS = ['read', 'all', 'create', 'update', 'delete', 'export', 'import'] as const
export type PlainAction = (typeof PLAIN_ACTIONS)[number]

export const isPlainAction = (action: string): action is PlainAction =>
  (PLAIN_ACTIONS as readonly string[]).includes(action)

/** Returns the parts of a permission such as `assets.station:read`. */
export function permissionParts(permission: string): { module: string; resource: string; action: string } {
  const [resource = '', action = ''] = permission.split(':')
  return { module: resource.split('.')[0] ?? '', resource, action }
}

/** Returns the keys of a permission's texts: its module, its noun and its action. */
export function permissionWords(permission: string): { module: string; noun: string; action: string } {
  const { module, resource, action } = permissionParts(permission)
  return {
    module: `${module}.module`,
    noun: `${resource}.noun`,
    action: isPlainAction(action) ? `identity.action.${action}` : `${resource}.${action}`,
  }
}
