import { checkNewRecord } from '@wattyard/calls'
import { type Field, type Resource, writableFields } from '@wattyard/resource'
import { fieldsSchema, toColumns } from '@wattyard/resource/schema'
import { checkInput } from '../http/check-input.ts'
import { may } from '../caller.ts'
import { FREE_MAX_MEMBERS } from '../http/limits.ts'
import type { Call, Route } from '../http/route.ts'
import { serveCall } from '../http/serve-call.ts'
import { newId } from '../new-id.ts'
import { oncePer } from '../once-per.ts'
import { flawsOf, invalid, type MessageRef, Refusal, refuseTogether } from '../refusal.ts'
import { checkChoices } from '../wording.ts'
import { checkReferences, checkUnique, statedSets } from './check-stored.ts'
import { checkOnly } from './choices/offered.ts'
import type { ResourceIndex } from './read-records.ts'
import { mustChange } from './scope.ts'
import type { ServedResource } from './served.ts'
import { checkWithin } from './within.ts'

type Input = Record<string, unknown>
type Flaws = Record<string, MessageRef>

const alone = oncePer((of: Field) => fieldsSchema({ value: of }))

/** Returns the values that their fields accept, and what is wrong with the others, by field or place inside it. */
function readEach(resource: Resource, raw: Readonly<Input>): { input: Input; flaws: Flaws } {
  const writable = new Map(writableFields(resource, 'create'))
  const input: Input = {}
  const flaws: Flaws = {}
  for (const [key, value] of Object.entries(raw)) {
    if (value === undefined) continue
    const of = writable.get(key)
    if (!of) {
      flaws[key] = { key: 'kernel.field.unknown' }
      continue
    }
    const found = flawsOf(() => void (input[key] = checkInput(alone(of), { value }).value))
    for (const [path, saying] of Object.entries(found)) flaws[path.replace(/^value/, key)] = saying
  }
  return { input, flaws }
}

/**
 * Checks some values of a new record, each by its definition, by what the module says of single values, and against what is stored:
 * the step of a wizard, or the right half of a form whose other half is wrong. Fields that are absent are not asked for, and rules
 * across fields wait for the save. Writes nothing.
 *
 * @throws Refusal `kernel.invalid` that names every flaw at once
 */
export async function checkNewValues(
  call: Call,
  served: ServedResource,
  index: ResourceIndex,
  raw: Readonly<Input>,
  seen = new Set<string>(),
): Promise<void> {
  const { resource } = served
  mustChange(call.caller, resource)
  const { input, flaws } = readEach(resource, raw)
  try {
    await checkReferences(call, index, resource, input, seen)
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    // The other checks would tell about records that the caller does not reach.
    for (const [key, saying] of Object.entries(error.fields)) {
      flaws[key] = saying
      delete input[key]
    }
  }
  const own = toColumns(resource, input)
  await refuseTogether([
    () => {
      if (Object.keys(flaws).length > 0) throw invalid(flaws)
    },
    () => checkChoices(call.tx, resource.fields, input),
    () => checkOnly(call, index, resource.fields, input),
    () => checkWithin(call, index, resource, input, null),
    () => served.checkValues?.(input),
    () => checkUnique(call, resource, statedSets(resource), { changes: own, row: own, id: newId() }),
  ])
}

/** Returns the route by which a form that is not complete asks about the rest, so that a person learns all flaws at once. */
export const checkRoute = (index: ResourceIndex): Route =>
  serveCall(checkNewRecord, {
    work: 'read',
    // A form may hold rich texts.
    members: FREE_MAX_MEMBERS,
    async handle(call) {
      const { resource: name, values } = call.input
      const served = index.byName(name)
      if (served?.resource.writes !== 'crud') throw invalid({ resource: { key: 'kernel.field.notOneOf' } })
      if (!may(call.caller, `${name}:create`)) throw new Refusal('kernel.forbidden', { status: 403 })
      await checkNewValues(call, served, index, values)
      return {}
    },
  })
