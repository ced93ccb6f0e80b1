import { idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import type { Resource } from './define-resource.ts'
import { kindOf } from './kinds.ts'

const shapes = new WeakMap<object, z.ZodObject>()

/**
 * Returns a record of a definition as the API answers it. A module may put more beside its fields (`decorate`), so that
 * other keys are let through; whatever the definition names has the shape it says. Built once per definition.
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
