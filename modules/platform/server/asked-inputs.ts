import type { Field, Resource } from '@wattyard/resource'
import { commandInput, labelsOf, type Reader, type ResourceIndex, type Tx, type WireRecord } from '@wattyard/server-kit'
import type { AskedInputs } from '../contract/asked-inputs.ts'

/** Kinds that never leave the server, or that no face can show. */
const UNSHOWN: ReadonlySet<string> = new Set(['secret', 'json'])

const isInput = (value: unknown): value is WireRecord => typeof value === 'object' && value !== null

/** Inputs of a command of this release; a later one may have taken the command away. */
function fieldsOf({ commands }: Pick<Resource, 'commands'>, command: string): Record<string, Field> {
  const input = Object.entries(commands[command]?.input ?? {})
  return Object.fromEntries(input.filter(([, field]) => !UNSHOWN.has(field.kind)))
}

/** Kinds whose values mean something to one release only. */
const BOUND: ReadonlySet<string> = new Set(['ref', 'refs', 'oneOf'])

/** Returns the names of inputs that hold what an earlier release took and this one does not know. */
function formerInputs({ commands }: Pick<Resource, 'commands'>, command: string, input: WireRecord): Set<string> {
  const rule = commands[command]
  const read = rule ? commandInput(rule).safeParse(input) : null
  const wrong = read?.error?.issues.map(({ path }) => String(path[0])) ?? []
  return new Set(wrong.filter(key => BOUND.has(rule?.input?.[key]?.kind ?? '')))
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
    const reads = own.map(({ input, command }) => {
      if (!isInput(input) || !resource) return { known: fields, given: [] }
      const former = formerInputs(resource, String(command), input)
      const isKnown = ([key]: [string, unknown]): boolean => !former.has(key)
      return {
        known: Object.fromEntries(Object.entries(fields).filter(isKnown)),
        given: [{ ...input, ...Object.fromEntries([...former].map(key => [key, null])) }],
      }
    })
    const given = reads.flatMap(read => read.given)
    const labels = resource ? await labelsOf(tx, index, { ...resource, fields }, given, reader) : {}
    for (const [at, request] of own.entries()) {
      const asked: AskedInputs = { fields: reads[at]?.known ?? {}, labels }
      request.asked = asked
    }
  }
}
