/** What the name of a field in the log follows from. */
export interface LoggedDeed {
  readonly resource: string
  readonly action: string
  readonly after?: Readonly<Record<string, unknown>> | null
}

/** `members.member:topUp`: how an entry of a request names the command that it asks for. */
export const ASKED_COMMAND = /^([a-zA-Z]+\.[a-zA-Z]+):([a-zA-Z]+)$/

/** Returns the command of an entry with its resource. An entry about an approval request names both in its data. */
export function commandOfDeed({ resource, action, after }: LoggedDeed): { of: string; command: string } {
  if (typeof after?.command !== 'string') return { of: resource, command: action }
  const named = typeof after.resource === 'string' ? after.resource : resource
  const [, of = named, command = after.command] = ASKED_COMMAND.exec(after.command) ?? []
  return { of, command }
}

/** Returns the keys of words that may name a field of an entry, the most specific first. */
export function fieldWordKeys(deed: LoggedDeed, field: string): string[] {
  const { of, command } = commandOfDeed(deed)
  return [
    `${of}.${command}Input.${field}`,
    `${of}.${field}`,
    `${deed.resource}.${field}`,
    `platform.audit.${field}`,
    `shared.${field}`,
  ]
}
