import { may, type Me, type Payload } from '@wattyard/console-kit'
import { command, COMMAND_TRIGGERS, type CommandName } from '@wattyard/gateway/contract'

/** An input that a person fills in; pile and connector are known from the context. */
export type CommandField =
  | { key: string; kind: 'text'; optional?: true; sample?: string }
  | { key: string; kind: 'choice'; values: readonly string[] }
  | { key: string; kind: 'instant' }

export interface DeviceCommand {
  name: CommandName
  /** Target of the command: one connector, or the pile as a whole. */
  on: 'connector' | 'pile'
  fields: readonly CommandField[]
  /** The command may interrupt a session, so it needs a confirmation. */
  danger?: true
}

/** Commands to devices, the most frequent first. */
export const DEVICE_COMMANDS: readonly DeviceCommand[] = [
  { name: 'remoteStart', on: 'connector', fields: [{ key: 'tag', kind: 'text' }] },
  { name: 'unlock', on: 'connector', fields: [], danger: true },
  {
    name: 'changeAvailability',
    on: 'connector',
    fields: [{ key: 'operative', kind: 'choice', values: ['true', 'false'] }],
    danger: true,
  },
  { name: 'trigger', on: 'connector', fields: [{ key: 'message', kind: 'choice', values: COMMAND_TRIGGERS }] },
  { name: 'reset', on: 'pile', fields: [{ key: 'mode', kind: 'choice', values: ['soft', 'hard'] }], danger: true },
  { name: 'getConfiguration', on: 'pile', fields: [{ key: 'keys', kind: 'text', optional: true }] },
  {
    name: 'setConfiguration',
    on: 'pile',
    fields: [
      { key: 'key', kind: 'text' },
      { key: 'value', kind: 'text' },
    ],
    danger: true,
  },
  { name: 'diagnostics', on: 'pile', fields: [{ key: 'location', kind: 'text', sample: 'ftp://' }] },
  {
    name: 'firmware',
    on: 'pile',
    fields: [
      { key: 'location', kind: 'text', sample: 'https://' },
      { key: 'retrieve', kind: 'instant' },
    ],
    danger: true,
  },
  { name: 'clearCache', on: 'pile', fields: [], danger: true },
]

/** Returns the commands to one connector, or to the pile as a whole, that a person may give. */
export const commandsFor = (me: Me | null, on: DeviceCommand['on']): readonly DeviceCommand[] =>
  DEVICE_COMMANDS.filter(one => one.on === on && may(me, `${command.name}:${one.name}`))

/** Commands that take one pile; the others take a list. */
const ONE_PILE: ReadonlySet<string> = new Set(['remoteStart', 'unlock', 'getConfiguration', 'diagnostics'])

export function missingFields({ fields }: DeviceCommand, values: Readonly<Record<string, string>>): string[] {
  return fields
    .filter(field => !('optional' in field) && (values[field.key] ?? '').trim() === '')
    .map(field => field.key)
}

/** Returns the initial inputs: the first choice, and the present time. */
export function initialFields({ fields }: DeviceCommand, now: number): Record<string, string> {
  return Object.fromEntries(
    fields.map(field => [
      field.key,
      field.kind === 'choice' ? (field.values[0] ?? '') : field.kind === 'instant' ? String(now) : '',
    ]),
  )
}

function valueOf(field: CommandField, text: string): Payload[string] {
  if (field.key === 'keys')
    return text
      .split(/[\s,]+/)
      .map(one => one.trim())
      .filter(Boolean)
  if (field.kind === 'instant') return Number(text)
  if (field.key === 'operative') return text === 'true'
  return text.trim()
}

/** Returns the body of the command as the API expects it. */
export function commandBody(
  command: DeviceCommand,
  target: { pileId: string; connector: number | null },
  values: Readonly<Record<string, string>>,
): Payload {
  const own = command.fields.map((field): [string, Payload[string]] => [
    field.key,
    valueOf(field, values[field.key] ?? ''),
  ])
  return {
    ...(ONE_PILE.has(command.name) ? { pile: target.pileId } : { piles: [target.pileId] }),
    ...(command.on === 'connector' ? { connector: target.connector } : {}),
    ...Object.fromEntries(own),
  }
}
