import { type Field, masked, type Resource } from '@wattyard/resource'
import {
  type AboutRecord,
  type Caller,
  commandInput,
  labelMask,
  labelsOf,
  mayReveal,
  type ResourceIndex,
  seesPersonal,
  type Tx,
  type WireRecord,
} from '@wattyard/server-kit'
import type { AskedInputs } from '../contract/asked-inputs.ts'

/** Kinds that never leave the server, or that no face can show. */
const UNSHOWN: ReadonlySet<string> = new Set(['secret', 'json'])

/** Returns what a rule shows of a record as a reader may see it: personal fields masked without the right to see them. */
function veiledFor(
  reader: Caller,
  about: AboutRecord | undefined,
  values: WireValues | undefined,
): WireValues | undefined {
  if (values === undefined || seesPersonal(reader)) return values
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const { kind, privacy } = about?.fields[key] ?? {}
      return [key, privacy === 'personal' ? masked(kind === 'phone' ? 'phone' : 'name', value) : value]
    }),
  )
}

const isOpen = ({ state }: WireRecord): boolean => state === 'waiting'

type WireValues = Readonly<Record<string, unknown>>

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

/**
 * Adds to each request the definitions of its inputs, what else its rule shows of the record, and the labels of referenced
 * records, so that screens can show them.
 */
export async function describeInputs(
  tx: Tx,
  index: ResourceIndex,
  requests: WireRecord[],
  reader: Caller,
): Promise<void> {
  const byCommand = Map.groupBy(requests, ({ resource, command }) => `${String(resource)} ${String(command)}`)
  for (const own of byCommand.values()) {
    const command = String(own[0]?.command)
    const served = index.byName(String(own[0]?.resource))
    const resource = served?.resource
    const about = served?.secondPerson?.[command]?.about
    const taken = resource ? fieldsOf(resource, command) : {}
    const fields = resource ? { ...about?.fields, ...taken } : {}
    const values = await about?.read(
      tx,
      own.map(({ record, input }) => ({ id: String(record), input: isInput(input) ? input : {} })),
    )
    const reads = own.map((request, at) => {
      const { input } = request
      const sent = isInput(input) ? input : {}
      const former = resource && isInput(input) ? formerInputs(resource, command, input) : new Set<string>()
      // The request's own input comes masked already.
      const shown = veiledFor(reader, about, values?.[at])
      if (shown) request.input = { ...shown, ...sent }
      const isKnown = ([key]: [string, unknown]): boolean => !former.has(key)
      const isGiven = shown !== undefined || isInput(input)
      return {
        known: Object.fromEntries(Object.entries(fields).filter(isKnown)),
        given: isGiven ? [{ ...shown, ...sent, ...Object.fromEntries([...former].map(key => [key, null])) }] : [],
      }
    })
    const given = reads.flatMap(read => read.given)
    const reveals = resource !== undefined && labelMask(resource) !== undefined && mayReveal(reader, resource)
    const labels = resource ? await labelsOf(tx, index, { ...resource, fields }, given, reader) : {}
    for (const [at, request] of own.entries()) {
      const replaced = Object.values(about?.replaces ?? {})
      const known = Object.entries(reads[at]?.known ?? {})
      // What a decided request replaced is in its record's history; the record holds another value by now.
      const fields = isOpen(request) ? known : known.filter(([key]) => !replaced.includes(key))
      const asked: AskedInputs = {
        fields: Object.fromEntries(fields),
        own: Object.keys(taken),
        labels,
        ...(about?.replaces && isOpen(request) ? { replaces: about.replaces } : {}),
        ...(reveals ? { reveals } : {}),
      }
      request.asked = asked
    }
  }
}
