const INPUT = /^(\w+\.\w+)\.\w+Input\.(\w+(?:Value\.[\w-]+)?)$/
/** A resource's field. Texts of the kit, the shell, the kernel and of frames are not fields. */
const FIELD = /^(?!(?:kit|shell|kernel|frames)\.)\w+\.\w+\.(\w+)$/

/**
 * Returns the keys to try, in order, when the text at a key is missing: an input of a command falls back to the field of its
 * resource (`assets.pile.moveInput.station` → `assets.pile.station`), a field to the shared text (`shared.station`). Hints have
 * no fallback: the hint of a field may mislead in a command.
 */
export function fallbackKeys(key: string): readonly string[] {
  if (key.endsWith('Hint')) return []
  const [, resource, of] = INPUT.exec(key) ?? []
  const field = FIELD.exec(resource === undefined ? key : `${resource}.${of}`)?.[1]
  const shared = field === undefined ? [] : [`shared.${field}`]
  return resource === undefined ? shared : [`${resource}.${of}`, ...shared]
}
