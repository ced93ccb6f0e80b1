import { idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import type { Resource } from './define-resource.ts'
import { kindOf } from './kinds.ts'

const shapes = new WeakMap<object, z.ZodObject>()

/**
 * Returns the schema of a definition's record as the API sends it. It lets other keys through, since a module can add some
 * (`decorate`). The schema is built once per definition.
 */
export function recordShape(resource: Pick<Resource, 'fields'>): z.ZodObject {
  const known = shapes.get(resource)
  if (known) return known
  const fields = Object.entries(resource.fields).flatMap(([key, of]): [string, z.ZodType][] => {
    if (of.kind === 'secret') return []
    return [[key, of.optional ? kindOf(of).wire(of).nullable() : kindOf(of).wire(of)]]
  })
  const shape = z.looseObject({
    ...Object.fromEntries(fields),
    id: idInput,
    version: z.int(),
    createdAt: instant,
    updatedAt: instant,
    can: z.array(z.string()),
  })
  shapes.set(resource, shape)
  return shape
}
