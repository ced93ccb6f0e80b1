const INPUT = /^(\w+\.\w+)\.\w+Input\.(\w+(?:Value\.\w+)?)$/
/** Field of a resource: words of the kit, the shell, the kernel and of frames are none. */
const FIELD = /^(?!(?:kit|shell|kernel|frames)\.)\w+\.\w+\.(\w+)$/

/**
 * Returns the keys that stand in for a word that is not written, in the order in which they are tried: an input of a
 * command is called as the field of its resource (`assets.pile.moveInput.station` → `assets.pile.station`), a field as all
 * resources call it (`shared.station`). Hints do not stand in: what helps with a field may mislead in a command.
 */
export function fallbackKeys(key: string): readonly string[] {
  if (key.endsWith('Hint')) return []
  const [, resource, of] = INPUT.exec(key) ?? []
  const field = FIELD.exec(resource === undefined ? key : `${resource}.${of}`)?.[1]
  const shared = field === undefined ? [] : [`shared.${field}`]
  return resource === undefined ? shared : [`${resource}.${of}`, ...shared]
}
