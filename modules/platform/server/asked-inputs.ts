import type { Field, Resource } from '@wattyard/resource'
import { labelsOf, type Reader, type ResourceIndex, type Tx, type WireRecord } from '@wattyard/server-kit'
import type { AskedInputs } from '../contract/asked-inputs.ts'

/** Kinds that never leave the server, or that no face can show. */
const UNSHOWN: ReadonlySet<string> = new Set(['secret', 'json'])

const isInput = (value: unknown): value is WireRecord => typeof value === 'object' && value !== null

/** Inputs of a command of this release; a later one may have taken the command away. */
function fieldsOf({ commands }: Pick<Resource, 'commands'>, command: string): Record<string, Field> {
  const input = Object.entries(commands[command]?.input ?? {})
  return Object.fromEntries(input.filter(([, field]) => !UNSHOWN.has(field.kind)))
}

/** Adds the definitions of its inputs and the labels of referenced records to each request, so that screens can show them. */
export async function describeInputs(
  tx: Tx,
  index: ResourceIndex,
  requests: WireRecord[],
  reader: Reader,
): Promise<void> {
  const byCommand = Map.groupBy(requests, ({ resource, command }) => `${String(resource)} ${String(command)}`)
  for (const own of byCommand.values()) {
    const resource = index.byName(String(own[0]?.resource))?.resource
    const fields = resource ? fieldsOf(resource, String(own[0]?.command)) : {}
    const given = own.map(({ input }) => input).filter(isInput)
    const labels = resource ? await labelsOf(tx, index, { ...resource, fields }, given, reader) : {}
    const asked: AskedInputs = { fields, labels }
    for (const request of own) request.asked = asked
  }
}
