import { type Field, isListKind, type Resource, writableFields } from '@wattyard/resource'
import { fieldsSchema } from '@wattyard/resource/schema'
import { decodeBody } from '@wattyard/server-kit'
import { formBody } from '@wattyard/testing'
import { afterAll, expect, test } from 'vitest'
import { Records } from './records.ts'
import { administrator, conformanceWorld } from './world.ts'

/*
 * The console sends forms with dotted keys (contract §7), programs send JSON. One schema reads both, so both have to say
 * the same: for every definition and every command, with values drawn as for records, emptied ones included.
 */

const world = await conformanceWorld()
afterAll(() => world.close())

type Input = readonly [name: string, resource: Resource, fields: readonly (readonly [string, Field])[]]
const inputs: Input[] = world.served
  .flatMap(({ resource }): Input[] => [
    ...(resource.writes === 'crud'
      ? [[`${resource.name} save`, resource, writableFields(resource, 'create')] as Input]
      : []),
    ...Object.entries(resource.commands).map(
      ([name, rule]): Input => [`${resource.name} ${name}`, resource, Object.entries(rule.input ?? {})],
    ),
  ])
  .filter(([, , fields]) => fields.length > 0)

/** Free structures go as JSON: a form has only texts. */
const inForms = ([, of]: readonly [string, Field]) => of.kind !== 'json' && of.kind !== 'richText'
const emptied = (of: Field) => (isListKind(of) ? [] : null)

test('there are inputs to compare', () => expect(inputs.length).toBeGreaterThan(20))

test.each(inputs)('%s hears the same from a form as from JSON', async (_name, resource, all) => {
  const fields = all.filter(inForms)
  const schema = fieldsSchema(Object.fromEntries(fields))
  const full = await new Records(world, await administrator(world)).values(resource, fields)
  const bare = Object.fromEntries(fields.map(([key, of]) => [key, of.optional ? emptied(of) : full[key]]))
  for (const values of [full, bare]) {
    const json = schema.safeParse(decodeBody('application/json', JSON.stringify(values)))
    const form = schema.safeParse(decodeBody('application/x-www-form-urlencoded', formBody(values)))
    expect(json.error).toBeUndefined()
    expect(form).toEqual(json)
  }
})
