import { z } from 'zod'
import { defineCall } from './define-call.ts'

export const checkNewRecord = defineCall({
  method: 'POST',
  path: '/api/resource/check',
  // The permission to create records of the definition.
  access: 'signed-in',
  summary: 'refuses values that the save of a new record would refuse, as far as they are given; creates nothing',
  input: z.strictObject({
    /** Name of the definition, such as `assets.station`. */
    resource: z.string().min(1).max(80),
    values: z.record(z.string().max(60), z.unknown()),
  }),
  output: z.object({}),
})
