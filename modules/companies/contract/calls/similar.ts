import { defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

/** Most companies that are named as similar. */
export const MAX_SIMILAR = 5

/** Finds companies whose name is like a name that somebody is about to enter. */
export const findSimilar = defineCall({
  method: 'GET',
  path: '/api/pricePollcya/company/similar',
  access: 'companies.company:read',
  summary: 'companies with a similar name',
  input: z.strictObject({
    name: z.string().trim().min(2).max(100),
    /** A company that is being edited. */
    except: idInput.optional(),
  }),
  output: z.object({
    list: z.array(z.object({ id: idInput, name: z.string(), taxNumber: z.string().nullable() })),
  }),
})
